// `fourcorner participant apply` that is killed again and again while it writes 300 participants,
// each time as soon as the SMP has one more group: the next run begins with that, and the last one
// ends with all entries right.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, watch } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { formatIdentifier } from '../../src/peppol/index.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { defaultServices } from '../../src/sandbox/participants.ts'
import { openStore, type Store } from '../../src/store/index.ts'
import { ask, basic, groupPath } from '../sandbox/smp-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-killed-'))
// The database is the embedded one of the folder.
const settings = { DATABASE_URL: '', DATA_DIR: folder, AS4_URL: 'http://127.0.0.1:8089/as4' }
const ids = Array.from({ length: 300 }, (_, at) => `9915:k${String(at).padStart(3, '0')}`)
const types = [
  ...new Set(defaultServices().map(({ documentType }) => formatIdentifier(documentType))),
].slice(0, 2)
let store: Store
let sandbox: Sandbox

beforeAll(async () => {
  store = await openStore({ dataDir: folder })
  const tenant = { id: crypto.randomUUID(), name: 'default', participants: ['*'] }
  const by = { actor: 'test', at: new Date() }
  await store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
  const publishedBy = 'us' as const
  for (const participant of ids) {
    const registration = { id: crypto.randomUUID(), participant, tenantId: tenant.id }
    const facts = { documentTypes: types, createdAt: by.at, byOperator: true, publishedBy }
    await store.addRegistration({ ...registration, ...facts }, by)
  }
  sandbox = await startSandbox({ dataDir: folder, receivers: [], limits: limits.reception })
})

afterAll(async () => {
  await sandbox.close()
  await store.close()
  rmSync(folder, { recursive: true })
})

/** How many types the SMP has of each participant that it has. */
async function typesInSmp(): Promise<Map<string, number>> {
  const { url, user, token } = sandbox.settings.smp!
  const { text } = await ask(`${url}/list/${user}`, 'GET', { as: basic(user, token) })
  const own = [...text.matchAll(/%3A%3A([^"]*)"/g)].map(([, name]) => decodeURIComponent(name!))
  const counts = new Map<string, number>()
  for (const participant of own) {
    const group = await ask(url + groupPath(participant), 'GET')
    counts.set(participant, group.text.match(/ServiceMetadataReference href/g)?.length ?? 0)
  }
  return counts
}

function start(words: string): ChildProcess {
  const argv = ['dist/cli/index.js', 'participant', ...words.split(' '), '--json']
  const env = { ...process.env, ...settings }
  return spawn(process.execPath, argv, { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

type Line = { participant: string; outcome?: string; steps?: object[] }

async function linesOf(child: ChildProcess): Promise<Line[]> {
  const lines: Line[] = []
  for await (const line of createInterface({ input: child.stdout! })) lines.push(JSON.parse(line))
  return lines
}

/** Resolves when the SMP has that many groups; rejects when the process that makes them ends. */
function groupsAre(count: number, by: ChildProcess): Promise<void> {
  const entries = join(folder, 'sandbox', 'smp')
  return new Promise((resolve, reject) => {
    by.once('exit', (code) => reject(new Error(`It ended with ${code} before`)))
    const watcher = watch(entries, () => {
      if (readdirSync(entries).filter((name) => name.endsWith('.json')).length < count) return
      watcher.close()
      resolve()
    })
  })
}

it('ends with all entries right, and begins with the one that has no types', async () => {
  let bare: string[] = []
  for (const count of [1, 50, 100, 150]) {
    const begun = start('apply --yes --all')
    const said = linesOf(begun)
    await groupsAre(count, begun)
    begun.kill('SIGKILL')
    await once(begun, 'close')
    const [first] = await said
    if (bare.length > 0) expect([first?.participant]).toEqual(bare)
    const there = await typesInSmp()
    expect(there.size).toBe(count)
    bare = [...there].filter(([, found]) => found < types.length).map(([one]) => one)
    expect(bare).toHaveLength(1)
  }
  const last = start('apply --yes --all')
  const said = linesOf(last)
  const [code] = await once(last, 'close')
  const lines = await said
  expect(lines[0]?.participant).toBe(bare[0])
  expect([code, new Set(lines.map(({ outcome }) => outcome))]).toEqual([0, new Set(['published'])])
  expect([...(await typesInSmp()).values()]).toEqual(ids.map(() => types.length))
  const planned = start('plan')
  const plan = linesOf(planned)
  expect((await once(planned, 'close'))[0]).toBe(0)
  expect((await plan).map(({ steps }) => steps?.length)).toEqual(ids.map(() => 0))
})
