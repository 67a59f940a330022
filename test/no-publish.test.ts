// A gateway in its sandbox whose registrations are not published by themselves: what `participant
// plan` says before and after they are written to the sandbox's SMP, and what lookups find.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type App, startApp } from '../src/app.ts'
import { lookupCommand } from '../src/cli/lookup.ts'
import { readConfig } from '../src/config/config.ts'
import { linesIn, runCommand, runParticipant } from './cli/run-participant.ts'
import { freePort } from './free-port.ts'
import { copyKeysTo } from './sandbox/shared.ts'
import { ask, groupBody, groupPath } from './sandbox/smp-client.ts'
import { temporaryFolder, testDatabase } from './store/database.ts'

const silent = { info() {}, warn() {}, error() {} }
const database = await testDatabase()
const laboratory = await temporaryFolder()
const id = '9915:ours'

type Started = { app: App; settings: Record<string, string> }

async function start(
  options: { publish?: boolean },
  dataDir?: string,
  port?: number,
): Promise<Started> {
  const folder = dataDir ?? mkdtempSync(join(laboratory, 'gateway-'))
  if (dataDir === undefined) {
    await database.empty()
    await copyKeysTo(join(folder, 'sandbox', 'pki'))
  }
  const settings = {
    ...{ DATA_DIR: folder, DATABASE_URL: database.url },
    PORT: `${port ?? (await freePort())}`,
  }
  const app = await startApp(readConfig(settings), silent, () => {}, options)
  onTestFinished(() => app.stop())
  return { app, settings }
}

/** What `fourcorner lookup` finds: whether all is well, and the endpoint. */
async function lookedUp(
  { settings }: Started,
  participant: string,
): Promise<{ ok: boolean; endpoint?: string }> {
  const [{ ok, steps }] = linesIn(
    await runCommand(lookupCommand(), `${participant} --json`, settings),
  )
  const found = steps.find(({ step }: { step: string }) => step === 'endpoint')
  return { ok, endpoint: found?.detail }
}

it('differs until it is applied, and is then found', async () => {
  const started = await start({ publish: false })
  const { app, settings } = started
  await runParticipant(`add ${id} --types invoice,pint-eu`, settings)
  expect((await lookedUp(started, id)).ok).toBe(false)
  const before = await runParticipant('plan', settings)
  // What answers to our own messages are sent to is registered, too.
  const create = { step: 'create-group', inSml: true }
  expect([before.code, linesIn(before)]).toMatchObject([
    1,
    [
      { participant: expect.stringMatching(/^0242:/), steps: [create, {}] },
      { participant: id, steps: [create, {}, {}, {}, {}, {}] },
    ],
  ])
  const applied = await runParticipant('apply --yes', settings)
  const done = { outcome: 'published' }
  expect([applied.code, linesIn(applied)]).toMatchObject([0, [done, done]])
  const after = await runParticipant('plan', settings)
  const nothing = { steps: [], refusals: [], unknown: [] }
  expect([after.code, linesIn(after)]).toMatchObject([0, [nothing, nothing]])
  expect(await lookedUp(started, id)).toEqual({ ok: true, endpoint: app.as4Url })
  app.sandbox!.setSmp({ isWritable: false })
  const readOnly = await runParticipant('plan', settings)
  expect([readOnly.code, readOnly.err]).toEqual([0, expect.stringContaining('REST')])
  app.sandbox!.setSmp({ isWritable: true, answers: 'none' })
  expect((await runParticipant('plan', settings)).code).toBe(2)
})

it('is published and withdrawn by the running gateway when the API is asked', async () => {
  const { app, settings } = await start({ publish: false })
  await runParticipant(`add ${id} --types invoice`, settings)
  const headers = { 'x-api-token': app.firstToken! }
  const url = `/api/v1/registrations/${id}`
  const state = async () =>
    (await app.server.inject({ url: `${url}/publication`, headers })).json().state
  const asked = await app.server.inject({ method: 'POST', url: `${url}/publish`, headers })
  expect(asked.statusCode).toBe(202)
  await expect.poll(state, { timeout: 20_000 }).toBe('published')
  const withdrawal = `${url}/publication?confirm=${id}`
  await app.server.inject({ method: 'DELETE', url: withdrawal, headers })
  await expect.poll(state, { timeout: 20_000 }).toBe('withdrawn')
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

it('is published without a step in a folder from before the SMP kept entries', async () => {
  const before = await start({})
  await runParticipant(`add ${id} --types invoice`, before.settings)
  await before.app.stop()
  for (const name of ['smp', 'sml'])
    rmSync(join(before.settings.DATA_DIR!, 'sandbox', name), { recursive: true })
  const after = await start({}, before.settings.DATA_DIR)
  expect(await lookedUp(after, id)).toEqual({ ok: true, endpoint: after.app.as4Url })
  const said = await runParticipant('plan', after.settings)
  expect([said.code, linesIn(said).map(({ steps }) => steps)]).toEqual([0, [[], []]])
})

it('is as the gateway has it, whatever was written while that did not publish', async () => {
  const before = await start({ publish: false })
  await runParticipant(`add ${id} --types invoice`, before.settings)
  await runParticipant('apply --yes', before.settings)
  // While the first one has its port, no other is the same.
  const otherPort = await freePort()
  await before.app.stop()
  const after = await start({}, before.settings.DATA_DIR, otherPort)
  expect(after.app.as4Url).not.toBe(before.app.as4Url)
  expect(await lookedUp(after, id)).toEqual({ ok: true, endpoint: after.app.as4Url })
  expect((await runParticipant('plan', after.settings)).code).toBe(0)
  // Nothing is to be withdrawn by hand where the gateway does that by itself.
  expect((await runParticipant(`remove ${id}`, after.settings)).code).toBe(0)
})
