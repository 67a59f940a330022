import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginStore, FolderInUseError, openStore, type Store } from '../../../src/store/index.ts'
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
function startHolder() {
  const script = fileURLToPath(new URL('./holder.ts', import.meta.url))
  const options = ['--liftoff-only', '--import', 'tsx']
  const child = spawn(process.execPath, [...options, script, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
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

test('a second process is refused by name, can work beside the first, and outlives it', {
  timeout: 180_000,
}, async () => {
  await copyTemplate(folder)
  const { child, lines, kill } = startHolder()
  const tenantId = (await nextLine(lines)).replace('open ', '')
  const refusal = openStore({ dataDir: folder })
  await expect(refusal).rejects.toThrow(FolderInUseError)
  await expect(refusal).rejects.toThrow(`in use by process ${child.pid}`)

  const beside = await open({ beside: true })
  expect(await newTenant(beside)).toBe(tenantId)
  const own = newAccept(tenantId)
  expect(await beside.acceptDocument(own)).toEqual({ kind: 'stored' })
  expect(await beside.isReady()).toBe(true)

  child.stdin.write('store\n')
  const ids: string[] = []
  while (ids.length < 20) ids.push(await nextLine(lines))
  await kill()
  for (let line = await lines.next(); !line.done; line = await lines.next()) ids.push(line.value)
  expect(await beside.isReady()).toBe(false)

  // It takes over the lock, with everything that the killed process had stored.
  const alone = await open({ beside: true })
  for (const id of ids) {
    expect(await alone.documentById(tenantId, id)).toMatchObject({ id, status: 'accepted' })
    expect(await alone.auditOf(id)).toHaveLength(1)
    const [file] = await alone.filesOf(id)
    expect(await alone.readFile(id, file?.id ?? '')).toHaveLength(20_000)
  }
  expect(await alone.documentById(tenantId, own.document.id)).toMatchObject({ status: 'accepted' })
  expect((await alone.backlog()).get(tenantId)).toBeGreaterThanOrEqual(ids.length + 1)
  await expect(openStore({ dataDir: folder })).rejects.toThrow(`in use by process ${process.pid}`)
})

test('a half-made database is made anew, and another start finds it', {
  timeout: 180_000,
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
  const other = {
    id: randomUUID(),
    name: 'main',
    participants: [],
    duplicates: 'warn' as const,
  }
  expect((await again.ensureTenant(other, { actor: 'test', at: start })).id).not.toBe(other.id)
  expect(said.filter((line) => line.startsWith('Applied'))).toHaveLength(1)
})

test('the folder is ours before the database is open, and nobody’s once that has failed', {
  timeout: 180_000,
}, async () => {
  await copyTemplate(folder)
  const { store, opened } = await beginStore({ dataDir: folder })
  await expect(beginStore({ dataDir: folder })).rejects.toThrow(FolderInUseError)
  await opened
  await newTenant(store)
  await store.close()

  await rm(join(folder, 'postgres', 'global', 'pg_control'))
  const broken = await beginStore({ dataDir: folder })
  await expect(broken.opened).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['postgres'])
})

test('what is closed while it opens can be opened again', { timeout: 180_000 }, async () => {
  await copyTemplate(folder)
  const { store, opened } = await beginStore({ dataDir: folder })
  await store.close()
  await expect(opened).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['postgres'])
  await newTenant(await open())
})

test('a database that panics is reported, and another start has everything that was stored', {
  timeout: 180_000,
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
  expect((await again.backlog()).get(tenantId)).toBe(1)
})
