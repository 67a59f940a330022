import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { FolderInUseError, holderOf, takeLock } from '../../../src/store/embedded/lock.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fourcorner-lock-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

type Written = { pid: number; startedAt: string; place: string }

/**
 * A lock file as this very process would have written it, except for the changes. Returns its path.
 */
async function leaveBehind(changes: Partial<Written>): Promise<string> {
  const lock = await takeLock(folder)
  const file = join(folder, (await readdir(folder))[0] ?? '')
  const written = JSON.parse(await readFile(file, 'utf8')) as Written
  await lock.release()
  await writeFile(file, JSON.stringify({ ...written, ...changes }))
  return file
}

test('a held folder is refused, and the holder is named', async () => {
  const lock = await takeLock(folder)
  const refusal = takeLock(folder)
  await expect(refusal).rejects.toThrow(FolderInUseError)
  await expect(refusal).rejects.toThrow(`in use by process ${process.pid}`)
  await lock.release()
  await (await takeLock(folder)).release()
  expect(await readdir(folder)).toEqual([])
})

test('a holder identical to what it wrote counts as alive', async () => {
  await leaveBehind({})
  await expect(takeLock(folder)).rejects.toThrow(FolderInUseError)
})

const dead: [string, Partial<Written>][] = [
  ['a process that is gone', { pid: 2 ** 22 + 1 }],
  ['another process that had our process id before', { startedAt: '1' }],
  // In a container every gateway is process 1, and so was the previous one.
  ['the process 1 of an earlier container', { pid: 1, startedAt: '1' }],
]

test.each(dead)('the lock of %s is taken over', async (_, changes) => {
  await leaveBehind(changes)
  const lock = await takeLock(folder)
  expect(await holderOf(folder)).toMatchObject({ pid: process.pid })
  expect(await readdir(folder)).toHaveLength(1)
  await expect(takeLock(folder)).rejects.toThrow(FolderInUseError)
  await lock.release()
})

const foreign = { pid: 1, place: 'another container, machine or boot' }

test('a process that cannot be looked up holds its folder while it touches its lock', async () => {
  const file = await leaveBehind(foreign)
  const beat = setInterval(() => utimes(file, new Date(), new Date()), 100)
  try {
    await expect(takeLock(folder)).rejects.toThrow('in use by process 1')
  } finally {
    clearInterval(beat)
  }
})

test('a process that cannot be looked up is dead after ten seconds without a touch', async () => {
  const file = await leaveBehind(foreign)
  const before = new Date(Date.now() - 9_500)
  await utimes(file, before, before)
  const began = Date.now()
  await (await takeLock(folder)).release()
  expect(Date.now() - began).toBeGreaterThan(400)
})

test('a holder touches its lock', async () => {
  const lock = await takeLock(folder)
  const file = join(folder, (await readdir(folder))[0] ?? '')
  await utimes(file, new Date(0), new Date(0))
  await expect.poll(async () => (await stat(file)).mtimeMs, { timeout: 5_000 }).toBeGreaterThan(0)
  await lock.release()
})

test.each(['', '{', 'null', '[]', '{"pid":"x"}'])(
  'a lock file whose writer died is taken over: %j',
  async (text) => {
    await writeFile(join(folder, 'lock.7'), text)
    const lock = await takeLock(folder)
    expect(await readdir(folder)).toEqual(['lock.8'])
    await lock.release()
  },
)

test('of many processes that take over a dead lock at once, at most one gets it', async () => {
  await leaveBehind({ startedAt: '1' })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => takeLock(folder)))
  const locks = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  expect(locks.length).toBeLessThanOrEqual(1)
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason] : [],
  )
  expect(refusals.every((reason) => reason instanceof FolderInUseError)).toBe(true)
  await locks[0]?.release()
  await (await takeLock(folder)).release()
})

test('others learn where the database is once it is published', async () => {
  expect(await holderOf(folder)).toBeUndefined()
  const lock = await takeLock(folder)
  expect(await holderOf(folder)).not.toHaveProperty('address')
  await lock.publish({ host: '/tmp/x', port: 5432 })
  expect(await holderOf(folder)).toMatchObject({
    pid: process.pid,
    address: { host: '/tmp/x', port: 5432 },
  })
  await expect(takeLock(folder)).rejects.toThrow(FolderInUseError)
  await lock.release()
  expect(await readdir(folder)).toEqual([])
})

/**
 * A holder whose parent never collects its exit status: it becomes `sleep`, which
 * knows of no child.
 */
async function startUnreapedHolder(): Promise<number> {
  const script = fileURLToPath(new URL('./hold-lock.ts', import.meta.url))
  const words = '"$0" --import tsx "$1" "$2" & exec sleep 60'
  const parent = spawn('/bin/sh', ['-c', words, process.execPath, script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(parent.stdout, 'data')
  const { pid } = (await holderOf(folder)) ?? { pid: 0 }
  onTestFinished(async () => {
    process.kill(pid, 'SIGKILL')
    parent.kill('SIGKILL')
    await once(parent, 'close')
  })
  return pid
}

const stateOf = (pid: number) => /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]

describe.skipIf(process.platform !== 'linux')('a holder that nobody reaps', () => {
  test('is dead once it was killed, and its lock is taken over', async () => {
    const pid = await startUnreapedHolder()
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => holderOf(folder), { timeout: 10_000 }).toBeUndefined()
    expect(stateOf(pid)).toBe('Z')
    const lock = await takeLock(folder)
    expect(stateOf(pid)).toBe('Z')
    expect(await holderOf(folder)).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  test('is waited for while it is being killed', async () => {
    const pid = await startUnreapedHolder()
    process.kill(pid, 'SIGKILL')
    const lock = await takeLock(folder, { waitMs: 10_000, say: () => {} })
    expect(await holderOf(folder)).toMatchObject({ pid: process.pid })
    await lock.release()
  })

  test('is refused while it lives', async () => {
    const pid = await startUnreapedHolder()
    await expect(takeLock(folder)).rejects.toThrow(`in use by process ${pid}`)
  })
})

test('a holder that ends a little later is waited for, with a message', async () => {
  const first = await takeLock(folder)
  const said: string[] = []
  const say = (line: string) => {
    said.push(line)
    void first.release()
  }
  const second = await takeLock(folder, { waitMs: 10_000, say })
  expect(said).toEqual([expect.stringContaining(`process ${process.pid}; waiting 10 s for it`)])
  await second.release()
})

test('a holder that does not end is refused after the wait', async () => {
  const lock = await takeLock(folder)
  const began = Date.now()
  const refusal = takeLock(folder, { waitMs: 300, say: () => {} })
  await expect(refusal).rejects.toThrow(FolderInUseError)
  expect(Date.now() - began).toBeGreaterThanOrEqual(300)
  await lock.release()
})
