import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderInUseError, openStore, type Store } from '../../../src/store/index.ts'
import { copyTemplate } from '../database.ts'
import { newAccept, newFile, newTenant, start } from '../records.ts'

let folder: string
const closing: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fourcorner-test-'))
})

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await rm(folder, { recursive: true })
})

/** Starts holder.ts on the folder; `lines` yields its output, line by line. */
function startHolder(documents: number) {
  const script = fileURLToPath(new URL('./holder.ts', import.meta.url))
  const options = ['--liftoff-only', '--import', 'tsx']
  const child = spawn(process.execPath, [...options, script, folder, String(documents)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  closing.push(kill)
  return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator](), kill }
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const { value, done } = await lines.next()
  if (done) throw new Error('The process ended')
  return value
}

async function open(
  options: { beside?: boolean } = {},
  say?: (line: string) => void,
): Promise<Store> {
  const store = await openStore({ dataDir: folder, ...options }, say)
  closing.push(() => store.close())
  return store
}

test('a second process is refused by name, can work beside the first, and notices its end', {
  timeout: 60_000,
}, async () => {
  await copyTemplate(folder)
  const { child, lines, kill } = startHolder(0)
  const tenantId = (await nextLine(lines)).replace('open ', '')
  const refusal = openStore({ dataDir: folder })
  await expect(refusal).rejects.toThrow(FolderInUseError)
  await expect(refusal).rejects.toThrow(`in use by process ${child.pid}`)

  const store = await open({ beside: true })
  expect(await newTenant(store)).toBe(tenantId)
  expect(await store.acceptDocument(newAccept(tenantId))).toEqual({ kind: 'stored' })
  expect(await store.isReady()).toBe(true)

  await kill()
  expect(await store.isReady()).toBe(false)
  const alone = await open({ beside: true })
  expect(await alone.backlog()).toBe(1)
  await expect(openStore({ dataDir: folder })).rejects.toThrow(`in use by process ${process.pid}`)
})

test('what a killed process had stored survives, and its lock is taken over', {
  timeout: 60_000,
}, async () => {
  await copyTemplate(folder)
  const { lines, kill } = startHolder(1000)
  const tenantId = (await nextLine(lines)).replace('open ', '')
  const ids: string[] = []
  while (ids.length < 40) ids.push(await nextLine(lines))
  await kill()
  for (let line = await lines.next(); !line.done; line = await lines.next()) ids.push(line.value)
  expect(ids.length).toBeLessThan(4000)

  const store = await open()
  for (const id of ids) {
    expect(await store.documentById(tenantId, id)).toMatchObject({ id, status: 'accepted' })
    expect(await store.auditOf(id)).toHaveLength(1)
    const [file] = await store.filesOf(id)
    expect(await store.readFile(file?.id ?? '')).toHaveLength(20_000)
  }
  expect(await store.backlog()).toBeGreaterThanOrEqual(ids.length)
})

test('a half-made database is made anew, and another start finds it', {
  timeout: 60_000,
}, async () => {
  await mkdir(join(folder, 'postgres.new', 'base'), { recursive: true })
  await writeFile(join(folder, 'postgres.new', 'PG_VERSION'), '18\n')
  const said: string[] = []
  const store = await openStore({ dataDir: folder }, (line) => said.push(line))
  await newTenant(store)
  expect((await readdir(folder)).sort()).toEqual(['lock.1', 'postgres', 'socket'])
  expect(said.join('\n')).toContain('Applied migrations: 0001_documents.sql')
  await store.close()
  expect(await readdir(folder)).toEqual(['postgres'])

  const again = await open({}, (line) => said.push(line))
  const { bavail, bsize } = await statfs(folder)
  // Others write to that disk at the same time.
  expect(Math.abs((await again.diskFreeBytes())! - bavail * bsize)).toBeLessThan(500_000_000)
  const other = { id: randomUUID(), name: 'main', participants: [], now: start }
  expect((await again.ensureTenant(other)).id).not.toBe(other.id)
  expect(said.filter((line) => line.startsWith('Applied'))).toHaveLength(1)
})

test('a database that panics is reported, and another start has everything that was stored', {
  timeout: 60_000,
}, async () => {
  await copyTemplate(folder)
  const store = await openStore({ dataDir: folder })
  const tenantId = await newTenant(store)
  const accept = newAccept(tenantId)
  expect(await store.acceptDocument(accept)).toEqual({ kind: 'stored' })

  // As on a full disk, there is no room for the write-ahead log: more is written than fits into its
  // existing segments.
  const [wal, kept] = [join(folder, 'postgres', 'pg_wal'), join(folder, 'kept')]
  await cp(wal, kept, { recursive: true })
  await rm(wal, { recursive: true })
  const large = { ...newAccept(tenantId), files: [newFile({ bytes: randomBytes(20_000_000) })] }
  await expect(store.acceptDocument(large)).rejects.toThrow('pg_wal')
  expect(await store.lost).toContain('pg_wal')
  expect(await store.isReady()).toBe(false)
  await store.close()

  await rename(kept, wal)
  const again = await open()
  expect(await again.documentById(tenantId, accept.document.id)).toMatchObject({
    status: 'accepted',
  })
  expect(await again.backlog()).toBe(1)
})
