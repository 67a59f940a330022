// `fourcorner participant plan` against a real phoss SMP: what it reads there, whose it takes it to
// be, and that nothing differs in what was written as it says.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { formatIdentifier, parseParticipant, smlName } from '../../../src/peppol/index.ts'
import { type DnsListener, listenForDns } from '../../../src/sandbox/dns-listener.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts'
import { readPki } from '../../../src/sandbox/pki-folder.ts'
import { openStore, type Store } from '../../../src/store/index.ts'
import { linesIn, runParticipant } from '../../cli/run-participant.ts'
import { keystoreOf, password } from '../as4/laboratory.ts'
import { buildPeer, other, owner, type Phoss, startPhoss, whyNoPeer } from './peer.ts'

const missing = whyNoPeer()
const zone = 'participant.sml.phoss.test'
const as4Url = 'https://ap.example/as4'
const id = '9915:fourcorner'

const namespaces =
  'xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
  'xmlns:i="http://busdox.org/transport/identifiers/1.0/" ' +
  'xmlns:a="http://www.w3.org/2005/08/addressing"'
const split = (text: string) => [
  text.slice(0, text.indexOf('::')),
  text.slice(text.indexOf('::') + 2),
]
const identifier = (name: string, text: string) =>
  `<i:${name} scheme="${split(text)[0]}">${split(text)[1]}</i:${name}>`
const full = (participant: string) => formatIdentifier(parseParticipant(participant))
const pathOf = (participant: string) => `/${encodeURIComponent(full(participant))}`
const encode = (text: string) => encodeURIComponent(text).replace('*', '%2A')

type Service = {
  documentType: string
  process: string
  endpoint: { url: string; certificate: string; activatesAt: string; expiresAt: string }
}

describe.skipIf(missing)(`a plan and phoss SMP${missing ? ` (${missing})` : ''}`, () => {
  let folder: string
  let sandbox: Sandbox
  let phoss: Phoss
  let dns: DnsListener
  let store: Store
  let environment: Record<string, string>
  const listed = new Set<string>()

  beforeAll(async () => {
    buildPeer()
    folder = mkdtempSync(join(tmpdir(), 'fourcorner-phoss-'))
    // Its authorities publish their lists while it runs.
    sandbox = await startSandbox({ dataDir: folder, receivers: [], limits: limits.reception })
    const pki = readPki(join(folder, 'sandbox', 'pki'))
    const file = (name: string, content: string | Buffer) => {
      writeFileSync(join(folder, name), content)
      return join(folder, name)
    }
    const chain = (issuer: 'smp-ca' | 'access-point-ca') => [pki[issuer], pki.root]
    phoss = await startPhoss(
      join(folder, 'phoss'),
      file('smp.p12', keystoreOf(pki.smp, chain('smp-ca'))),
    )
    dns = await listenForDns('127.0.0.1', {
      ...{ zone, smpOf: (name) => (listed.has(name) ? phoss.url : undefined) },
    })
    environment = {
      ...{ PEPPOL_NETWORK: 'custom', SML_ZONE: zone, DNS_SERVERS: dns.server },
      ...{ DATA_DIR: join(folder, 'data'), AS4_URL: as4Url, OUTBOUND_ALLOW_INSECURE: 'true' },
      TRUST_ROOTS_FILE: file('root.pem', String(pki.root.certificate)),
      ACCESS_POINT_CA_FILE: file('ap-ca.pem', String(pki['access-point-ca'].certificate)),
      SMP_CA_FILE: file('smp-ca.pem', String(pki['smp-ca'].certificate)),
      AS4_KEYSTORE_FILE: file('ap.p12', keystoreOf(pki.gateway, chain('access-point-ca'))),
      AS4_KEYSTORE_PASSWORD_FILE: file('password', password),
      ...{ SMP_URL: phoss.url, SMP_USER: 'owner', SMP_CONTACT_URL: 'https://example.com' },
      SMP_PASSWORD_FILE: file('smp-password', 'secret-1\n'),
      SMP_TOKEN_FILE: '',
    }
    store = await openStore({ dataDir: environment.DATA_DIR! })
    const tenant = { id: crypto.randomUUID(), name: 'default', participants: ['*'] }
    const by = { actor: 'test', at: new Date() }
    await store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
    await run(`add ${id} --types invoice,pint-eu`)
  })

  afterAll(async () => {
    await store?.close()
    await phoss?.stop()
    await dns?.close()
    await sandbox?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  /** Runs `fourcorner participant …` with the settings above and these. */
  const run = (words: string, change: Record<string, string> = {}) =>
    runParticipant(words, { ...environment, ...change })
  const list = (participant: string) => listed.add(smlName(parseParticipant(participant), zone))

  const putGroup = (participant: string, as = owner) =>
    phoss.put(
      pathOf(participant),
      `<ServiceGroup ${namespaces}>${identifier('ParticipantIdentifier', full(participant))}` +
        '<ServiceMetadataReferenceCollection/></ServiceGroup>',
      as,
    )

  const endpointOf = ({ url, certificate, activatesAt, expiresAt }: Service['endpoint']) =>
    '<Endpoint transportProfile="peppol-transport-as4-v2_0">' +
    `<a:EndpointReference><a:Address>${url}</a:Address></a:EndpointReference>` +
    '<RequireBusinessLevelSignature>false</RequireBusinessLevelSignature>' +
    `<ServiceActivationDate>${activatesAt}</ServiceActivationDate>` +
    `<ServiceExpirationDate>${expiresAt}</ServiceExpirationDate>` +
    `<Certificate>${certificate}</Certificate><ServiceDescription>By hand</ServiceDescription>` +
    '<TechnicalContactUrl>https://example.com</TechnicalContactUrl></Endpoint>'

  const putContent = (participant: string, documentType: string, content: string) =>
    phoss.put(
      `${pathOf(participant)}/services/${encode(documentType)}`,
      `<ServiceMetadata ${namespaces}>${content}</ServiceMetadata>`,
    )

  const putType = (participant: string, documentType: string, services: Service[]) => {
    const processes = services.map(
      ({ process, endpoint }) =>
        `<Process>${identifier('ProcessIdentifier', process)}` +
        `<ServiceEndpointList>${endpointOf(endpoint)}</ServiceEndpointList></Process>`,
    )
    return putContent(
      participant,
      documentType,
      `<ServiceInformation>${identifier('ParticipantIdentifier', full(participant))}` +
        `${identifier('DocumentIdentifier', documentType)}` +
        `<ProcessList>${processes.join('')}</ProcessList></ServiceInformation>`,
    )
  }

  /** What is exported, type by type. */
  async function exported(): Promise<[string, Service[]][]> {
    const [{ services }] = linesIn(await run(`export ${id}`))
    const types = new Map<string, Service[]>()
    for (const one of services as Service[])
      types.set(one.documentType, [...(types.get(one.documentType) ?? []), one])
    return [...types]
  }

  it('creates what is in neither, and knows that this SMP has no SML', async () => {
    const said = await run('plan')
    expect(said.code).toBe(1)
    const [line] = linesIn(said)
    expect(line.steps[0]).toMatchObject({ step: 'create-group', inSml: true })
    expect(line.steps.slice(1).map((one: { documentType: string }) => one.documentType)).toEqual(
      (await exported()).map(([documentType]) => documentType),
    )
    expect(said.err).toBe('The SMP has no SML: it lists no one new in DNS.\n')
  })

  it('creates the group alone where DNS names the SMP already', async () => {
    list(id)
    const [line] = linesIn(await run('plan'))
    expect(line.smp).toBe(phoss.url)
    expect(line.steps[0]).toMatchObject({ step: 'create-group', inSml: false })
  })

  it('has no difference once everything is written as it says', async () => {
    expect(await putGroup(id)).toBe(200)
    const types = await exported()
    expect(types.some(([, services]) => services.length > 1)).toBe(true)
    expect(types.some(([documentType]) => documentType.includes('*'))).toBe(true)
    const [[first = '', services = []] = [], ...rest] = types
    for (const [documentType, all] of rest) expect(await putType(id, documentType, all)).toBe(200)
    const before = linesIn(await run('plan'))
    expect(before[0].steps.map((one: { documentType: string }) => one.documentType)).toEqual([
      first,
    ])
    expect(await putType(id, first, services)).toBe(200)
    const said = await run('plan')
    expect([said.code, linesIn(said)[0].steps]).toEqual([0, []])
  })

  it('names what differs in one process, and what has come beside it', async () => {
    const [documentType, services] = (await exported()).find(([, all]) => all.length > 1)!
    const [first, ...others] = services
    const changed = {
      ...first!,
      endpoint: { ...first!.endpoint, expiresAt: '2027-01-01T00:00:00Z' },
    }
    expect(await putType(id, documentType, [changed, ...others])).toBe(200)
    const said = await run(`plan ${id}`)
    expect(said.code).toBe(1)
    expect(linesIn(said)[0].steps).toEqual([
      {
        ...{ step: 'put-type', documentType },
        reasons: [expect.stringContaining('Its expiration date is 2027-01-01T00:00:00Z')],
      },
    ])
    const moved = { ...first!, endpoint: { ...first!.endpoint, url: 'https://other.example/as4' } }
    expect(await putType(id, documentType, [moved, ...others])).toBe(200)
    expect(linesIn(await run(`plan ${id}`))[0]).toMatchObject({
      steps: [],
      refusals: [{ code: 'endpoint.of-another', documentType }],
    })
    const former = { AS4_FORMER_URLS: 'https://other.example/as4' }
    expect(linesIn(await run(`plan ${id}`, former))[0]).toMatchObject({
      steps: [{ step: 'put-type', documentType }],
      refusals: [],
    })
    expect(await putType(id, documentType, services)).toBe(200)
  })

  it('leaves what another user owns, and what is not registered here', async () => {
    expect(await putGroup('9915:theirs', other)).toBe(200)
    expect(await putGroup('9915:left-over')).toBe(200)
    list('9915:theirs')
    await run('add 9915:theirs --types invoice')
    const said = await run('plan')
    expect(said.code).toBe(1)
    expect(linesIn(said)).toMatchObject([
      { participant: id, steps: [], refusals: [] },
      { participant: '9915:theirs', steps: [], refusals: [{ code: 'group.of-another-user' }] },
      { participant: '9915:left-over', steps: [], notes: [{ code: 'not-registered-here' }] },
    ])
  })

  it('refuses a type that the SMP redirects', async () => {
    const redirected = '9915:redirected'
    const [[documentType = ''] = []] = await exported()
    expect(await putGroup(redirected)).toBe(200)
    list(redirected)
    await run(`add ${redirected} --types invoice`)
    const href = 'https://smp.elsewhere.example/x'
    const redirect = `<Redirect href="${href}"><CertificateUID>CN=x</CertificateUID></Redirect>`
    expect(await putContent(redirected, documentType, redirect)).toBe(200)
    const said = await run(`plan ${redirected}`)
    expect(said.code).toBe(1)
    expect(linesIn(said)[0]).toMatchObject({
      steps: [],
      refusals: [{ code: 'type.redirected', documentType, detail: expect.stringContaining(href) }],
    })
  })

  it('finds the same with a token', async () => {
    const token = join(folder, 'token')
    writeFileSync(token, 'token-owner\n')
    const change = { SMP_PASSWORD_FILE: '', SMP_TOKEN_FILE: token }
    const said = await run(`plan ${id}`, change)
    expect([said.code, linesIn(said)[0].steps]).toEqual([0, []])
    // The SMP repeats an unknown token in its answer.
    writeFileSync(token, 'token-unknown\n')
    const refused = await run('plan', change)
    expect(refused).toMatchObject({ code: 2, out: '' })
    expect(refused.err).toMatch(/^The SMP refuses our credentials with HTTP status 403/)
    expect(refused.err).not.toContain('token-unknown')
  })

  it('is refused with a wrong password, and as another user', async () => {
    const wrong = join(folder, 'wrong')
    writeFileSync(wrong, 'secret-2')
    expect((await run('plan', { SMP_PASSWORD_FILE: wrong })).code).toBe(2)
    expect((await run('plan', { SMP_USER: 'unheard-of' })).code).toBe(2)
  })
})
