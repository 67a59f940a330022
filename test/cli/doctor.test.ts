// `fourcorner doctor` on a healthy installation, and on installations with one thing broken.
import { describe, expect, it } from 'vitest'
import { describeFinding } from '../../src/cli/doctor.ts'
import {
  examine,
  type Finding,
  type Joined,
  type Patient,
} from '../../src/cli/examination/examine.ts'
import { formatIdentifier, parseDocumentType, smlName } from '../../src/peppol/index.ts'
import {
  endpoint,
  type Identity,
  information,
  makeLaboratory,
  now,
  processEntry,
  signed,
} from '../peppol/laboratory.ts'

const laboratory = makeLaboratory()
const elsewhere = makeLaboratory()
const month = 30 * 86_400_000
const own = laboratory.accessPoint({ to: new Date(now.getTime() + 3 * month) })
const smp = laboratory.smp()

const participants = ['0242:000001', '0208:0123456749']
const documentType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
)
const process = {
  scheme: 'cenbii-procid-ubl',
  value: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}
const participantOf = (value: string) => ({ scheme: 'iso6523-actorid-upis', value })

const answered = (body: Buffer | string, date = now.toUTCString()) =>
  ({
    kind: 'answered',
    status: 200,
    contentType: 'application/xml',
    etag: undefined,
    date,
    body: Buffer.from(body),
  }) as const

/** An SMP that has registered our participants with the certificate of `identity`. */
function smpWith({ certificate }: Identity, date?: string): Joined['get'] {
  return async (url) => {
    const [value] = participants.filter((one) => url.includes(encodeURIComponent(one)))
    if (value === undefined) return answered('an SMP', date)
    const participant = participantOf(value)
    const parts = { certificate: certificate.raw.toString('base64') }
    const entry = processEntry(process, endpoint(parts))
    if (url.includes('/services/'))
      return answered(signed(information(participant, documentType, entry), smp), date)
    const to = `${url}/services/${encodeURIComponent(formatIdentifier(documentType))}`
    return answered(
      '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/">' +
        '<ParticipantIdentifier xmlns="http://busdox.org/transport/identifiers/1.0/" ' +
        `scheme="${participant.scheme}">${value}</ParticipantIdentifier>` +
        '<ServiceMetadataReferenceCollection>' +
        `<ServiceMetadataReference href="${to}"/>` +
        '</ServiceMetadataReferenceCollection></ServiceGroup>',
      date,
    )
  }
}

function dnsWith(smpUrl: string): Joined['resolveNaptr'] {
  const names = participants.map((one) => smlName(participantOf(one), 'sml.example'))
  const record = { order: 1, preference: 1, flags: 'U', service: 'Meta:SMP', replacement: '' }
  return async (name) =>
    names.includes(name)
      ? { kind: 'records', records: [{ ...record, regexp: `!.*!${smpUrl}!` }] }
      : { kind: 'no-such-name' }
}

const failed = { kind: 'failed', reason: 'tls-failed', detail: 'self-signed certificate' } as const

const joined: Joined = {
  network: laboratory.network,
  certificate: own.certificate,
  others: {},
  resolveNaptr: dnsWith('https://smp.example'),
  get: smpWith(own),
  getSigned: async () => answered(''),
  revocationOf: async () => 'good',
}

const patient = (change: Partial<Patient> = {}, network: Partial<Joined> = {}): Patient => ({
  askDatabase: async () => ({ name: 'the database answers', participants: ['0208:0123456749'] }),
  join: async () => ({ ...joined, ...network }),
  disk: async () => ({ folder: '/data', freeBytes: 1_000_000_000, leastBytes: 50_000_000 }),
  alteredRules: () => [],
  now: () => now,
  ...change,
})

async function findingsOf(given: Patient): Promise<Finding[]> {
  const found: Finding[] = []
  for await (const finding of examine(given)) found.push(finding)
  return found
}

/** What is not well. Every such line must have a remedy. */
async function complaintsOf(given: Patient): Promise<Record<string, string>> {
  const complaints = (await findingsOf(given)).filter(({ outcome }) => outcome !== 'ok')
  for (const { remedy } of complaints) expect(remedy).toMatch(/\w/)
  return Object.fromEntries(
    complaints.map(({ check, outcome, detail }) => [check, `${outcome}: ${detail}`]),
  )
}

const node = {
  ...{ id: '1', name: 'one:8080', version: '1.0.0', network: 'test', seatId: 'POP000001' },
  ...{ keys: ['ab'.repeat(32)], secretsKey: 'cd'.repeat(32), seenSecondsAgo: 2.4 },
}

it.each([
  [undefined, undefined],
  ['missing', /^warning: SECRETS_KEY_FILE is not set.*\n.*openssl rand -hex 32 > FILE/],
  ['other', /^warning: .* another key .*\n.*Put that key back/],
] as const)('says of a secrets key that is %s what to do', async (secretsKeyFault, said) => {
  const database = { name: 'the database answers', participants: [], secretsKeyFault }
  const findings = await findingsOf(patient({ askDatabase: async () => database }))
  const found = findings.find(({ check }) => check === 'secrets key')!
  if (said) expect(`${found.outcome}: ${found.detail}\n${found.remedy}`).toMatch(said)
  else expect(found).toMatchObject({ outcome: 'ok' })
})

it('lists the nodes of the database, and says in what they differ', async () => {
  const found = { name: 'the database answers', participants: [], nodes: [node] }
  const rows = async (nodes: (typeof node)[]) => {
    const findings: Finding[] = []
    const askDatabase = async () => ({ ...found, nodes })
    for await (const finding of examine(patient({ askDatabase }))) findings.push(finding)
    return findings.find(({ check }) => check === 'nodes')
  }
  expect(await rows([node])).toEqual({
    ...{ check: 'nodes', outcome: 'ok' },
    detail: 'one:8080  1.0.0  test  POP000001  keys abababab  secrets key cdcdcdcd  seen 2 s ago',
  })
  const other = { ...node, id: '2', name: 'two:8080', version: '1.1.0' }
  expect(await rows([node, other])).toMatchObject({
    outcome: 'warning',
    remedy: 'The node two:8080 runs version 1.1.0, and this one 1.0.0.',
  })
  expect(await rows([])).toBeUndefined()
})

it('says that sending is paused', async () => {
  const paused = ['Sending is paused since 2026-11-28 10:00 UTC by night shift: 4 documents wait.']
  const askDatabase = async () => ({ name: 'the database answers', participants: [], paused })
  expect(await complaintsOf(patient({ askDatabase }))).toMatchObject({
    sending: `warning: ${paused[0]}`,
  })
})

it('says for whom statuses wait that nothing is registered for', async () => {
  const unresolved = [{ receiver: '0242:000009', statuses: 3 }]
  const askDatabase = async () => ({ name: 'the database answers', participants: [], unresolved })
  expect(await complaintsOf(patient({ askDatabase }))).toMatchObject({
    statuses: expect.stringMatching(/^warning: .*3 for 0242:000009$/),
  })
  expect(await complaintsOf(patient())).not.toHaveProperty('statuses')
})

it('says whose customers have to be identified anew, from 60 days before on', async () => {
  const recorded = {
    recordedAt: new Date(0),
    recordedBy: 'test',
    checked: 'Extract',
    checkedBy: 'An',
  }
  const one = { ...recorded, checkedOn: '2026-01-10', reference: 'KYC-1' }
  const day = (days: number) =>
    new Date(patient().now().getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10)
  const named = (dueOn: string) => ({ ...one, participant: `9915:${dueOn}`, dueOn })
  const asked = (identifications: ReturnType<typeof named>[]) =>
    complaintsOf(
      patient({
        askDatabase: async () => ({ name: 'the database', participants: [], identifications }),
      }),
    )
  const [overdue, due, valid] = [-1, 59, 61].map((days) => named(day(days)))
  const { identification } = await asked([overdue!, due!, valid!])
  expect(identification).toMatch(/^warning: /)
  expect(identification).toContain(overdue!.participant)
  expect(identification).toContain(due!.participant)
  expect(identification).not.toContain(valid!.participant)
  expect(await asked([valid!])).not.toHaveProperty('identification')
})

const inNetwork = (name: Joined['network']['name']) => ({ ...laboratory.network, name })

it.each([
  ['2027-02-27T23:59:59Z', 'production', '0242:000001', 'warning'],
  ['2027-02-28T00:00:00Z', 'production', '0242:000001', 'failed'],
  ['2027-02-28T00:00:00Z', 'test', '0242:000001', 'failed'],
  ['2027-02-28T00:00:00Z', 'custom', '0242:000001', 'warning'],
  ['2027-02-28T00:00:00Z', 'production', '0208:0123456749', 'warning'],
] as const)('on %s in %s, says of %s that is not registered: %s', async (...row) => {
  const [day, name, missing, outcome] = row
  const unnamed = smlName(participantOf(missing), 'sml.example')
  const resolveNaptr: Joined['resolveNaptr'] = async (name) =>
    name === unnamed ? { kind: 'no-such-name' } : joined.resolveNaptr(name)
  const network = inNetwork(name)
  const found = await findingsOf(patient({ now: () => new Date(day) }, { network, resolveNaptr }))
  expect(found.find(({ check }) => check === 'own SMP entry')).toMatchObject({
    ...{ outcome, detail: expect.stringContaining(missing) },
  })
})

it.each([
  ['production', 'another', 'failed'],
  ['test', 'another', 'failed'],
  ['custom', 'another', 'warning'],
  ['production', 'previous', 'warning'],
  ['production', 'next', 'warning'],
] as const)('in %s, says of an entry with %s certificate: %s', async (name, which, outcome) => {
  const entry = laboratory.accessPoint({ commonName: 'POP000009' })
  const others = which === 'another' ? {} : { [which]: entry.certificate }
  const network = inNetwork(name)
  const found = await findingsOf(patient({}, { network, get: smpWith(entry), others }))
  expect(found.find(({ check }) => check === 'own SMP entry')).toMatchObject({ outcome })
})

it('looks at our own entry once, and at twenty participants at most', async () => {
  const many = Array.from({ length: 30 }, (_, at) => `9915:p${at}`)
  const asked: string[] = []
  const resolveNaptr: Joined['resolveNaptr'] = async (name) => {
    asked.push(name)
    return joined.resolveNaptr(name)
  }
  const askDatabase = async () => ({
    ...{ name: 'the database answers', participants: ['0242:000001', ...many] },
  })
  await findingsOf(patient({ askDatabase }, { resolveNaptr }))
  const names = ['0242:000001', ...many].map((one) => smlName(participantOf(one), 'sml.example'))
  expect(asked.filter((name) => names.includes(name))).toEqual(names.slice(0, 20))
})

describe('a healthy installation', () => {
  it('is well in every line, in this order', async () => {
    const findings = await findingsOf(patient())
    expect(findings.map(({ check, outcome }) => `${check}: ${outcome}`)).toEqual([
      'database: ok',
      'clock: ok',
      'keystore: ok',
      'chain: ok',
      'revocation: ok',
      'DNS: ok',
      'own SMP entry: ok',
      'SMP by https: ok',
      'outgoing TLS: ok',
      'disk: ok',
      'rules: ok',
    ])
    expect(findings.every(({ remedy }) => remedy === undefined)).toBe(true)
    expect(findings.find(({ check }) => check === 'own SMP entry')?.detail).toBe(
      '0242:000001, 0208:0123456749: registered with our certificate',
    )
  })

  it('is told of rules that are not what was installed, or whose manifest is broken', async () => {
    const altered = () => ['compiled/a.js is not what was installed']
    expect(await complaintsOf(patient({ alteredRules: altered }))).toEqual({
      rules: 'failed: compiled/a.js is not what was installed',
    })
    const broken = () => {
      throw new Error('manifest.json is not valid')
    }
    expect(await complaintsOf(patient({ alteredRules: broken }))).toEqual({
      rules: 'failed: manifest.json is not valid',
    })
  })

  it('is warned of what belongs to tenants that do not exist', async () => {
    const orphans = [{ tenantId: '0192', documents: 8, webhooks: 2 }]
    const found = { name: 'the database answers', participants: [], orphans }
    expect(await complaintsOf(patient({ askDatabase: async () => found }))).toMatchObject({
      database:
        'warning: the database answers; it holds what belongs to tenants that do not exist: ' +
        '8 documents and 2 webhooks of 0192',
    })
  })

  it('of a laboratory need not use https', async () => {
    const network = { ...laboratory.network, plainHttpAllowed: true }
    const findings = await findingsOf(
      patient({}, { network, resolveNaptr: dnsWith('http://127.0.0.1:1') }),
    )
    expect(findings.every(({ outcome }) => outcome === 'ok')).toBe(true)
    expect(findings.map(({ check }) => check)).not.toContain('outgoing TLS')
  })

  it('may sign with a new certificate while the old one is about to end', async () => {
    const previous = laboratory.accessPoint({ to: new Date(now.getTime() + month / 2) })
    const others = { previous: previous.certificate }
    expect(await complaintsOf(patient({}, { others }))).toEqual({})
    const [keystore] = (await findingsOf(patient({}, { others }))).filter(
      ({ check }) => check === 'keystore',
    )
    expect(keystore?.detail).toMatch(/valid until 2027.*; the previous one decrypts until 2026-12/)
  })

  it('may have an old certificate that is about to end when the next one is there', async () => {
    const ending = laboratory.accessPoint({ to: new Date(now.getTime() + month / 2) })
    const change = { certificate: ending.certificate, get: smpWith(ending) }
    const others = { next: own.certificate }
    expect(await complaintsOf(patient({}, { ...change, others }))).toEqual({})
  })
})

describe('an installation is told what is wrong with it, and nothing else', () => {
  const rejects = (message: string) => () => Promise.reject(new Error(message))
  const ending = laboratory.accessPoint({ to: new Date(now.getTime() + 20 * 3_600_000) })
  const ended = laboratory.accessPoint({ to: new Date(now.getTime() - 60_000) })
  const coming = laboratory.accessPoint({ from: new Date(now.getTime() + 3_600_000) })
  const stranger = elsewhere.accessPoint({ to: new Date(now.getTime() + 3 * month) })
  const withCertificate = (identity: Identity) => ({
    certificate: identity.certificate,
    get: smpWith(identity),
  })
  const late = (seconds: number) => new Date(now.getTime() + seconds * 1000).toUTCString()
  const withClock = (seconds: number) => ({
    getSigned: async () => answered('', late(seconds)),
    get: smpWith(own, late(seconds)),
  })

  it.each<[string, Partial<Patient>, Partial<Joined>, Record<string, string>]>([
    [
      'the database is away',
      { askDatabase: rejects('connect ECONNREFUSED') },
      {},
      { database: 'failed: connect ECONNREFUSED' },
    ],
    [
      'the keystore cannot be opened',
      { join: rejects('The configuration has 1 fault:\n  AS4_KEYSTORE_FILE: wrong password') },
      {},
      { keystore: 'failed: The configuration has 1 fault:\n  AS4_KEYSTORE_FILE: wrong password' },
    ],
    [
      'the certificate ends soon',
      {},
      withCertificate(ending),
      { keystore: expect.stringMatching(/^warning: .*CN=POP000001, valid until 2026/) },
    ],
    [
      'the certificate has ended',
      {},
      withCertificate(ended),
      {
        keystore: expect.stringMatching(/^failed: /),
        chain: expect.stringMatching(/^failed: .*expired/),
      },
    ],
    [
      'the certificate is of another network',
      {},
      withCertificate(stranger),
      { chain: expect.stringMatching(/^failed: It was not issued by one of the trusted/) },
    ],
    [
      'the next keystore cannot be used',
      {},
      { others: { fault: 'The password is wrong.' } },
      { keystore: 'warning: The password is wrong.' },
    ],
    [
      'the clock is a minute behind',
      {},
      withClock(60),
      { clock: expect.stringMatching(/^warning: .*, 60 s behind another server$/) },
    ],
    [
      'the clock is an hour ahead',
      {},
      withClock(-3600),
      { clock: expect.stringMatching(/^failed: .*, 3600 s ahead of another server$/) },
    ],
    [
      'the certificate was revoked',
      {},
      { revocationOf: async (one) => (one.subject.includes('POP') ? 'revoked' : 'good') },
      { revocation: expect.stringMatching(/^failed: .*revoked/) },
    ],
    [
      'the DNS server does not answer',
      {},
      { resolveNaptr: async () => ({ kind: 'failed', detail: 'it did not answer in time' }) },
      {
        clock: expect.stringContaining('no server has confirmed'),
        DNS: 'failed: sml.example: it did not answer in time',
        'own SMP entry': expect.stringContaining('could not be looked up in DNS'),
        'outgoing TLS': expect.stringMatching(/^warning: not tried/),
      },
    ],
    [
      'the DNS server invents answers',
      {},
      {
        resolveNaptr: async (name) => {
          const known = await joined.resolveNaptr(name)
          const [first] = participants
          return known.kind === 'records'
            ? known
            : joined.resolveNaptr(smlName(participantOf(first!), 'sml.example'))
        },
      },
      { DNS: expect.stringMatching(/^failed: .*does not exist/) },
    ],
    [
      'the SMP names the certificate of another access point',
      {},
      { get: smpWith(laboratory.accessPoint({ commonName: 'POP000009' })) },
      {
        'own SMP entry': expect.stringMatching(
          /^warning: 0242:000001 is registered with another certificate, .*CN=POP000009; 0208/,
        ),
      },
    ],
    [
      'the SMP names the certificate that was in use before',
      {},
      { get: smpWith(ending), others: { previous: ending.certificate } },
      {
        'own SMP entry': expect.stringMatching(
          /^warning: 0242:000001 is registered with the previous certificate, which ends at 2026/,
        ),
      },
    ],
    [
      'the SMP names the next certificate too early',
      {},
      { get: smpWith(coming), others: { next: coming.certificate } },
      {
        'own SMP entry': expect.stringMatching(
          /^warning: 0242:000001 is registered with the next certificate, which is not valid/,
        ),
      },
    ],
    [
      'the SMP is not by https',
      {},
      { resolveNaptr: dnsWith('http://smp.example') },
      {
        'SMP by https': 'failed: http://smp.example is not https',
        'outgoing TLS': expect.stringMatching(/^warning: not tried/),
      },
    ],
    [
      'TLS is intercepted on the way out',
      {},
      { get: async () => failed },
      {
        clock: expect.stringContaining('no server has confirmed'),
        'own SMP entry': expect.stringContaining('self-signed certificate'),
        'outgoing TLS': 'failed: https://smp.example: self-signed certificate',
      },
    ],
    [
      'the disk is full',
      { disk: async () => ({ folder: '/data', freeBytes: 49_000_000, leastBytes: 50_000_000 }) },
      {},
      { disk: 'failed: 49 MB free for /data' },
    ],
    [
      'the disk is nearly full',
      { disk: async () => ({ folder: '/data', freeBytes: 400_000_000, leastBytes: 50_000_000 }) },
      {},
      { disk: 'warning: 400 MB free for /data' },
    ],
    [
      'there is no such folder',
      { disk: rejects('ENOENT: no such file') },
      {},
      { disk: 'failed: ENOENT: no such file' },
    ],
  ])('%s', async (_, change, network, complaints) => {
    expect(await complaintsOf(patient(change, network))).toEqual(complaints)
  })

  it('no server says what time it is', async () => {
    const silent = { getSigned: async () => failed, get: async () => failed }
    expect(await complaintsOf(patient({}, silent))).toMatchObject({
      clock: expect.stringMatching(/^warning: .*no server has confirmed/),
    })
  })
})

it('a line in words is followed by what to do', () => {
  expect(
    describeFinding({
      check: 'keystore',
      outcome: 'failed',
      detail: 'The configuration has 1 fault:\n  a\u001b[2Jb',
      remedy: 'Check the files.',
    }).split('\n'),
  ).toEqual([
    'keystore       failed  The configuration has 1 fault:',
    '                       a[U+001B][2Jb',
    '                       → Check the files.',
  ])
})
