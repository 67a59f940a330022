// `fourcorner participant plan` against the sandbox's SMP and DNS, over HTTP and UDP: what differs,
// in words and as JSON, and the exit code that a script reads.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { participantCommand } from '../../src/cli/participant.ts'
import { describePlan } from '../../src/cli/publication/describe-plan.ts'
import { exitCodeOf } from '../../src/cli/publication/plan.ts'
import { servicesOf } from '../../src/core/network/registrations.ts'
import { documentTypeOf, formatIdentifier } from '../../src/peppol/index.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { startOtherSmp } from '../sandbox/other-smp.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import { testDatabase } from '../store/database.ts'

const { store, url: databaseUrl } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-plan-'))
const as4Url = 'http://127.0.0.1:8089/as4'
/** Registered here, and not published. */
const hidden = new Set<string>()
let sandbox: Sandbox

beforeAll(async () => {
  const tenant = { id: crypto.randomUUID(), name: 'default', participants: ['*'] }
  const by = { actor: 'test', at: new Date() }
  await store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
  ;({ sandbox } = await startSandboxIn(folder))
  sandbox.publish({
    url: as4Url,
    certificate: () => sandbox.settings.keys.certificate,
    participants: async () =>
      (await store.registeredParticipants()).filter((one) => !hidden.has(one)),
    servicesOf: async (one) => (hidden.has(one) ? undefined : servicesOf({ store }, one)),
  })
})

afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

type Said = { out: string; err: string; code: unknown }

/** Runs `participant …` with these settings. */
async function run(
  words: string,
  { terminal = false, settings = {} }: { terminal?: boolean; settings?: object } = {},
): Promise<Said> {
  const given = { DATABASE_URL: databaseUrl, DATA_DIR: folder, AS4_URL: as4Url, ...settings }
  vi.unstubAllEnvs()
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  for (const one of [out, err]) one.mockClear()
  const { isTTY } = process.stdout
  process.stdout.isTTY = terminal
  process.exitCode = undefined
  try {
    await participantCommand().parseAsync(words.split(' '), { from: 'user' })
  } finally {
    process.stdout.isTTY = isTTY
  }
  const code = process.exitCode
  process.exitCode = undefined
  return { out: out.mock.calls.join(''), err: err.mock.calls.join(''), code }
}

const linesOf = ({ out }: Said) =>
  out.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
const stepNames = (line: { steps: { step: string }[] }) => line.steps.map(({ step }) => step)
const codes = (line: { refusals: { code: string }[] }) => [
  ...new Set(line.refusals.map(({ code }) => code)),
]
const id = '9930:de123456788'

describe('what is published as it is registered', () => {
  beforeAll(async () => {
    await run(`add ${id} --types invoice,pint-eu`)
    await run('add 0192:987654325')
  })

  it('has no difference', async () => {
    const said = await run('plan')
    expect(said.code).toBe(0)
    const smp = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)
    const nothing = { steps: [], refusals: [], notes: [], unknown: [] }
    expect(linesOf(said)).toEqual([
      { participant: id, smp, ...nothing },
      { participant: '0192:987654325', smp, ...nothing },
    ])
    expect(said.err).toBe('')
  })

  it('has one when our URL has changed, and every type is written', async () => {
    const settings = { AS4_URL: 'http://127.0.0.1:9000/as4', AS4_FORMER_URLS: as4Url }
    const said = await run(`plan ${id}`, { settings })
    expect(said.code).toBe(1)
    const [line] = linesOf(said)
    expect(new Set(stepNames(line))).toEqual(new Set(['put-type']))
    const types = (await servicesOf({ store }, id))!.map((one) =>
      formatIdentifier(one.documentType),
    )
    expect(line.steps.map((one: { documentType: string }) => one.documentType)).toEqual([
      ...new Set(types),
    ])
    expect(line.steps[0].reasons[0]).toContain(`Its URL is our former one, ${as4Url}`)
  })

  it("is another's when its URL never was ours, until it is to be replaced", async () => {
    const settings = { AS4_URL: 'http://127.0.0.1:9000/as4' }
    const refused = await run(`plan ${id}`, { settings })
    expect(refused.code).toBe(1)
    expect(stepNames(linesOf(refused)[0])).toEqual([])
    expect(codes(linesOf(refused)[0])).toEqual(['endpoint.of-another'])
    const [taken] = linesOf(await run(`plan --replace ${id} -- ${id}`, { settings }))
    expect(codes(taken)).toEqual([])
    expect(taken.steps.length).toBeGreaterThan(0)
    const other = await run(`plan --replace 9915:other -- ${id}`, { settings })
    expect(codes(linesOf(other)[0])).toEqual(['endpoint.of-another'])
  })

  it('stays in the SMP when it is no longer registered here', async () => {
    const left = '9915:left-over'
    sandbox.publish({
      url: as4Url,
      certificate: () => sandbox.settings.keys.certificate,
      participants: async () => [left],
      servicesOf: async () => undefined,
    })
    const said = await run('plan')
    expect(said.code).toBe(0)
    expect(linesOf(said).at(-1)).toMatchObject({
      participant: left,
      steps: [],
      notes: [{ code: 'not-registered-here' }],
    })
  })
})

describe('what is not published', () => {
  const nowhere = '9915:nowhere'

  beforeAll(async () => {
    hidden.add(nowhere).add('9915:fourcorner')
    await run(`add ${nowhere} --types invoice`)
    await run('add 9915:fourcorner --types invoice')
  })

  it('gets a group first, and then its types', async () => {
    const said = await run(`plan ${nowhere.toUpperCase().replace('NOWHERE', 'NoWhere')}`)
    expect(said.code).toBe(1)
    const [line] = linesOf(said)
    expect(line.participant).toBe(nowhere)
    expect(line.smp).toBeUndefined()
    expect(stepNames(line)).toEqual(['create-group', 'put-type'])
    expect(line.steps[0].inSml).toBe(true)
    expect(line.steps[1].documentType).toBe(
      formatIdentifier(
        documentTypeOf({
          namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
          root: 'Invoice',
          customizationId:
            'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
        }),
      ),
    )
  })

  it("is refused where the SMP has it as another user's", async () => {
    const said = await run('plan 9915:fourcorner')
    expect([said.code, codes(linesOf(said)[0])]).toEqual([1, ['group.of-another-user']])
  })

  it('is shown on a terminal with each reason', async () => {
    const said = await run(`plan ${nowhere} 9915:fourcorner ${id}`, { terminal: true })
    expect(said.out.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'SMP')).toMatch(
      new RegExp(
        [
          '^9915:nowhere  2 steps; DNS names no SMP',
          '  create the group in the SMP, and list it in DNS',
          '    DNS names no SMP, and the SMP has no group\\.',
          '  write BIS Billing UBL Invoice V3, busdox-docid-qns::.*',
          '    The SMP does not have it yet\\.',
          '9915:fourcorner  1 refusal; DNS names SMP',
          '  refused: group\\.of-another-user',
          '    The SMP has the group, .*',
          '(  note: the SMP also has .* It stays\\.\n)+' +
            '9930:de123456788  no difference; DNS names SMP\n$',
        ].join('\n'),
      ),
    )
    expect(said.code).toBe(1)
  })
})

describe('what is registered elsewhere', () => {
  const theirs = '0208:0987654394'
  const unreadable = '9915:left-over'
  const token = 'our-token'
  const owner = { user: 'gateway', token }
  let ours: Awaited<ReturnType<typeof startOtherSmp>>
  const settings = () => {
    const file = join(folder, 'our-token')
    writeFileSync(file, token)
    const named = { SMP_USER: owner.user, SMP_TOKEN_FILE: file }
    return { ...named, SMP_URL: ours.url, SMP_CONTACT_URL: 'https://example.com' }
  }

  beforeAll(async () => {
    // An SMP that has nothing, while DNS names that of the sandbox.
    ours = await startOtherSmp(sandbox, { dataDir: folder, users: [owner] })
    hidden.add(theirs).add(unreadable)
    await run(`add ${theirs} --types invoice`)
    await run(`add ${unreadable} --types invoice`)
  })

  afterAll(() => ours.close())

  it('names SMP, access point and what to send to the customer', async () => {
    const said = await run(`plan ${theirs}`, { settings: settings() })
    const [line] = linesOf(said)
    expect([said.code, stepNames(line), codes(line)]).toEqual([1, [], ['registered-elsewhere']])
    const holder = { organisation: 'Fourcorner Sandbox', country: 'BE' }
    expect(line.elsewhere).toEqual({
      smp: sandbox.settings.smp!.url,
      publisher: { ...holder, id: 'PSP900001' },
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/as4$/),
      accessPoint: { ...holder, id: 'POP900002' },
      sentence:
        `${theirs} is registered in Peppol by another provider (Fourcorner Sandbox, BE, access ` +
        'point POP900002). Ask that provider for a migration key, or to remove the registration.',
    })
    const text = await run(`plan ${theirs}`, { settings: settings(), terminal: true })
    expect(text.out).toMatch(/\n {2}its SMP is of: Fourcorner Sandbox, BE, PSP900001\n/)
    expect(text.out).toMatch(
      /\n {2}its access point is: .*POP900002, http.*\n {2}for the customer: /,
    )
  })

  it('names the SMP alone when that says nothing', async () => {
    const [line] = linesOf(await run(`plan ${unreadable}`, { settings: settings() }))
    const smp = sandbox.settings.smp!.url
    expect(line.elsewhere).toEqual({
      smp,
      sentence: expect.stringContaining(`at another provider (SMP ${smp})`),
    })
  })
})

describe('what cannot be read', () => {
  const token = 'a-token-that-is-secret'
  const tokenFile = join(folder, 'token')
  const smp = (url: string) => ({
    ...{ SMP_URL: url, SMP_USER: 'gateway', SMP_TOKEN_FILE: tokenFile },
    SMP_CONTACT_URL: 'https://example.com',
  })

  it('is a participant that is neither here nor there', async () => {
    const said = await run(`plan 9915:unheard-of ${id}`)
    expect(said.code).toBe(2)
    expect(linesOf(said)).toMatchObject([
      { participant: '9915:unheard-of', failure: { code: 'registration.not-found' } },
      { participant: id, steps: [] },
    ])
    expect((await run('plan nonsense')).code).toBe(2)
  })

  it('is an SMP that refuses the token, which is not repeated', async () => {
    writeFileSync(tokenFile, `${token}\n`)
    const said = await run('plan', { settings: smp(sandbox.settings.smp!.url) })
    expect(said).toMatchObject({ code: 2, out: '' })
    expect(said.err).toMatch(/^The SMP refuses our credentials with HTTP status 403: .*SMP_USER/)
    expect(said.err).not.toContain(token)
    writeFileSync(tokenFile, `${sandbox.settings.smp!.token}\n`)
    expect((await run(`plan ${id}`, { settings: smp(sandbox.settings.smp!.url) })).code).toBe(0)
    const other = { ...smp(sandbox.settings.smp!.url), SMP_USER: 'other' }
    expect((await run('plan', { settings: other })).code).toBe(2)
  })

  it('is an SMP that is not there', async () => {
    const said = await run('plan', { settings: smp('http://127.0.0.1:1') })
    expect([said.code, said.out]).toEqual([2, ''])
    expect(said.err).toMatch(/^The SMP could not be asked: /)
  })

  it('is everything without a file, or without our own URL', async () => {
    rmSync(tokenFile, { force: true })
    const fileless = await run('plan', { settings: smp(sandbox.settings.smp!.url) })
    expect([fileless.code, fileless.err]).toEqual([2, expect.stringContaining(tokenFile)])
    const urlless = await run('plan', { settings: { AS4_URL: '', PORT: '0' } })
    expect([urlless.code, urlless.err]).toEqual([2, expect.stringMatching(/^Set AS4_URL first/)])
  })

  it('is one participant, and the others are read', () => {
    const failure = { code: 'lookup.dns-failed', detail: 'no \u001b[2J answer' }
    const plan = { participant: id, steps: [], refusals: [], unknown: [], notes: [], failure }
    expect(exitCodeOf(plan)).toBe(2)
    expect(describePlan(plan)).toBe(
      `${id}  could not be read\n  not read: lookup.dns-failed\n    no [U+001B][2J answer`,
    )
  })
})
