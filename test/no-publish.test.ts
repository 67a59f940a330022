// A gateway in its sandbox whose registrations are not published by themselves: what `participant
// plan` says before and after they are written to the sandbox's SMP, and what lookups find.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { readConfig } from '../src/config/config.ts'
import { linesIn, runParticipant } from './cli/run-participant.ts'
import { freePort } from './free-port.ts'
import { copyKeysTo } from './sandbox/shared.ts'
import { ask, endpointXml, groupBody, groupPath, typeBody, typePath } from './sandbox/smp-client.ts'
import { temporaryFolder, testDatabase } from './store/database.ts'

const silent = { info() {}, warn() {}, error() {} }
const database = await testDatabase()
const laboratory = await temporaryFolder()
const id = '9915:ours'

type Started = { app: App; settings: Record<string, string> }

async function start(options: { publish?: boolean }, dataDir?: string): Promise<Started> {
  const folder = dataDir ?? mkdtempSync(join(laboratory, 'gateway-'))
  if (dataDir === undefined) {
    await database.empty()
    await copyKeysTo(join(folder, 'sandbox', 'pki'))
  }
  const settings = {
    ...{ DATA_DIR: folder, DATABASE_URL: database.url },
    PORT: `${await freePort()}`,
  }
  const app = await startApp(readConfig(settings), silent, () => {}, options)
  onTestFinished(() => app.stop())
  return { app, settings }
}

type Exported = {
  documentType: string
  process: string
  endpoint: { url: string; certificate: string; activatesAt: string; expiresAt: string }
}

/** Writes by hand what `participant export` says. */
async function write({ app, settings }: Started, participant: string): Promise<void> {
  const { url, token } = app.sandbox!.settings.smp!
  const put = async (path: string, body: string) =>
    expect(await ask(url + path, 'PUT', { as: `Bearer ${token}`, body })).toMatchObject({
      status: 200,
    })
  const AS4_URL = `http://127.0.0.1:${settings.PORT}/as4`
  const said = await runParticipant(`export ${participant}`, { ...settings, AS4_URL })
  const [{ services }] = linesIn(said)
  await put(groupPath(participant), groupBody(participant))
  const types = new Map<string, Exported[]>()
  for (const one of services as Exported[])
    types.set(one.documentType, [...(types.get(one.documentType) ?? []), one])
  for (const [type, all] of types) {
    const processes = all.map(({ process, endpoint }): [string, string] => [
      process.slice(process.indexOf('::') + 2),
      endpointXml(endpoint),
    ])
    await put(typePath(participant, type), typeBody(participant, type, processes))
  }
}

it('differs until it is written, and is then found', async () => {
  const started = await start({ publish: false })
  const { settings } = started
  await runParticipant(`add ${id} --types invoice,pint-eu`, settings)
  const before = await runParticipant('plan', settings)
  expect(before.code).toBe(1)
  // What answers to our own messages are sent to is registered, too.
  const create = { step: 'create-group', inSml: true }
  const planned = linesIn(before)
  expect(planned).toMatchObject([
    { participant: expect.stringMatching(/^0242:/), steps: [create, {}] },
    { participant: id, steps: [create, {}, {}, {}, {}, {}] },
  ])
  for (const { participant } of planned) await write(started, participant)
  const after = await runParticipant('plan', settings)
  const nothing = { steps: [], refusals: [], unknown: [] }
  expect([after.code, linesIn(after)]).toMatchObject([0, [nothing, nothing]])
  started.app.sandbox!.setSmp({ isWritable: false })
  const readOnly = await runParticipant('plan', settings)
  expect([readOnly.code, readOnly.err]).toEqual([0, expect.stringContaining('REST')])
  await started.app.sandbox!.close()
  expect((await runParticipant(`plan ${id}`, settings)).code).toBe(2)
})

it('differs in nothing where the sandbox publishes by itself, and nothing else does', async () => {
  const started = await start({})
  const { app, settings } = started
  await runParticipant(`add ${id} --types invoice`, settings)
  const said = await runParticipant('plan', settings)
  expect([said.code, linesIn(said)[0].steps]).toEqual([0, []])
  const { url, token } = app.sandbox!.settings.smp!
  const put = { as: `Bearer ${token}`, body: groupBody(id) }
  expect(await ask(url + groupPath(id), 'PUT', put)).toMatchObject({
    status: 412,
    text: expect.stringContaining('--no-publish'),
  })
})
