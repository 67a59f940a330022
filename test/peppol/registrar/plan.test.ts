// The registrar's plan, situation by situation: which steps, which refusals, and that nothing is
// left to do once the steps are done.
import { describe, expect, it } from 'vitest'
import {
  type Actual,
  formatIdentifier,
  type Plan,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../../src/peppol/index.ts'
import {
  afterStep,
  at,
  billing,
  certificates,
  endpoint,
  here,
  invoice,
  ourUrl,
  pint,
  pintProcess,
  planOf,
  processOf,
  type rules,
  services,
  smpUrl,
  type Wanted,
  wanted,
} from './model.ts'

const otherUrl = 'https://other.example/as4'
const otherProcess = parseProcess('urn:www.cenbii.eu:profile:bii05:ver2.0')
const bdxr = { ...endpoint(), transportProfile: 'bdxr-transport-ebms3-as4-v1p0', url: otherUrl }
const right = services(invoice, [processOf(billing, endpoint())])
const withEndpoints = (...endpoints: ReturnType<typeof endpoint>[]) =>
  here([services(invoice, [processOf(billing, ...endpoints)])])
const elsewhere = 'https://smp.elsewhere.example'
const ours = here([right]).group!
const both = {
  services: [
    { documentType: invoice, process: billing },
    { documentType: invoice, process: otherProcess },
  ],
}
const twoTypes = {
  services: [...wanted.services, { documentType: pint, process: pintProcess }],
}
const endpointOf = (change: Partial<Wanted['endpoint']>) => ({
  endpoint: { ...wanted.endpoint, ...change },
})

type Situation = {
  actual: Actual
  wanted?: Partial<Wanted>
  rules?: Partial<typeof rules>
  /** The steps: `put` is of the invoice. */
  steps?: string[]
  /** Codes of refusals. */
  refusals?: string[]
  unknown?: string[]
}

const put = ['put invoice']
const situations: [string, Situation][] = [
  // Who serves it: DNS, and the group at our SMP.
  ['nobody, no group', { actual: {}, steps: ['create with SML', ...put] }],
  ['nobody, our group', { actual: { group: ours }, steps: ['wait'] }],
  [
    'nobody, our group without types',
    { actual: { group: { ...ours, documentTypes: [], types: [] } }, steps: ['wait', ...put] },
  ],
  [
    "nobody, another user's group",
    { actual: { group: { ...ours, isOurs: false } }, refusals: ['group.of-another-user'] },
  ],
  ['our SMP, no group', { actual: { dns: smpUrl }, steps: ['create alone', ...put] }],
  ['our SMP, our group, all as wanted', { actual: here([right]) }],
  ['our SMP, our group, no type', { actual: here([]), steps: put }],
  [
    "our SMP, another user's group",
    { actual: here([right], false), refusals: ['group.of-another-user'] },
  ],
  ['another SMP, no group', { actual: { dns: elsewhere }, refusals: ['registered-elsewhere'] }],
  [
    'another SMP, our group that was taken over',
    { actual: { dns: elsewhere, group: ours }, rules: { isTaken: true }, steps: ['wait'] },
  ],
  [
    'another SMP, our empty group that was taken over',
    {
      actual: { dns: elsewhere, group: { ...ours, documentTypes: [], types: [] } },
      rules: { isTaken: true },
      steps: ['wait', ...put],
    },
  ],
  [
    'another SMP, no group yet of what is to be taken over',
    {
      actual: { dns: elsewhere },
      rules: { isTaken: true },
      refusals: ['registered-elsewhere'],
    },
  ],
  [
    "another SMP, another user's group of what is to be taken over",
    {
      actual: { dns: elsewhere, group: { ...ours, isOurs: false } },
      rules: { isTaken: true },
      refusals: ['registered-elsewhere'],
    },
  ],
  ['another SMP, our group', { actual: { dns: elsewhere, group: ours }, refusals: ['moved-away'] }],
  [
    "another SMP, another user's group",
    {
      actual: { dns: elsewhere, group: { ...ours, isOurs: false } },
      refusals: ['registered-elsewhere'],
    },
  ],
  ['our SMP by http', { actual: { ...here([right]), dns: 'http://smp.example' } }],
  [
    'our SMP by its public name',
    {
      actual: { ...here([right]), dns: 'https://public.example/smp' },
      rules: { smpHosts: ['smp.internal:8443', 'public.example'] },
    },
  ],
  [
    'another port of our host',
    { actual: { ...here([right]), dns: 'https://smp.example:444' }, refusals: ['moved-away'] },
  ],
  // Our endpoint.
  [
    'a former URL',
    { actual: withEndpoints(endpoint({ url: 'https://old.example/as4' })), steps: put },
  ],
  [
    'an unknown URL',
    { actual: withEndpoints(endpoint({ url: otherUrl })), refusals: ['endpoint.of-another'] },
  ],
  [
    'an unknown URL, which is to be replaced',
    { actual: withEndpoints(endpoint({ url: otherUrl })), rules: { replace: true }, steps: put },
  ],
  ['no URL', { actual: withEndpoints(endpoint({ url: '' })), refusals: ['endpoint.of-another'] }],
  ['our host in capitals', { actual: withEndpoints(endpoint({ url: 'HTTPS://AP.example/as4' })) }],
  [
    'another path of our host',
    { actual: withEndpoints(endpoint({ url: `${ourUrl}/` })), refusals: ['endpoint.of-another'] },
  ],
  ['another certificate', { actual: withEndpoints(endpoint({}, certificates.other)), steps: put }],
  [
    'an expired certificate',
    { actual: withEndpoints(endpoint({}, certificates.expired)), steps: put },
  ],
  ['no certificate', { actual: withEndpoints(endpoint({ certificate: 'nonsense' })), steps: put }],
  [
    'the certificate as PEM',
    {
      actual: withEndpoints(endpoint({ certificate: certificates.own.toString() })),
    },
  ],
  [
    'an activation in the future',
    { actual: withEndpoints(endpoint({ activatesAt: at(3).toISOString() })), steps: put },
  ],
  [
    'an expiration before that of the certificate',
    { actual: withEndpoints(endpoint({ expiresAt: at(3).toISOString() })), steps: put },
  ],
  [
    'the same instants in another zone',
    {
      actual: withEndpoints(endpoint({ activatesAt: inZone(certificates.own.validFrom) })),
    },
  ],
  [
    'no dates',
    {
      actual: withEndpoints(
        (({ activatesAt: _, expiresAt: __, ...rest }) => rest as ReturnType<typeof endpoint>)(
          endpoint(),
        ),
      ),
      steps: put,
    },
  ],
  [
    'a date that is none',
    { actual: withEndpoints(endpoint({ expiresAt: '2028-10-01' })), steps: put },
  ],
  ['another description', { actual: withEndpoints(endpoint({ description: 'x' })) }],
  [
    'our endpoint twice',
    { actual: withEndpoints(endpoint(), endpoint({}, certificates.earlier)), steps: put },
  ],
  [
    "ours beside another access point's",
    {
      actual: withEndpoints(endpoint(), endpoint({ url: otherUrl })),
      refusals: ['endpoint.of-another'],
    },
  ],
  [
    "ours beside another access point's, which is to be replaced",
    {
      actual: withEndpoints(endpoint(), endpoint({ url: otherUrl })),
      rules: { replace: true },
      steps: put,
    },
  ],
  // What is beside it in the entry.
  ['another profile beside ours', { actual: withEndpoints(endpoint(), bdxr) }],
  ['another profile alone', { actual: withEndpoints(bdxr), steps: put }],
  [
    'a process that is not wanted',
    {
      actual: here([
        services(invoice, [
          processOf(billing, endpoint()),
          processOf(otherProcess, endpoint({ url: otherUrl })),
        ]),
      ]),
    },
  ],
  [
    "two processes of which one is another's, ours right",
    {
      actual: here([
        services(invoice, [
          processOf(billing, endpoint()),
          processOf(otherProcess, endpoint({ url: otherUrl })),
        ]),
      ]),
      wanted: both,
      refusals: ['endpoint.of-another'],
    },
  ],
  [
    "two processes of which one is another's, ours old",
    {
      actual: here([
        services(invoice, [
          processOf(billing, endpoint({}, certificates.other)),
          processOf(otherProcess, endpoint({ url: otherUrl })),
        ]),
      ]),
      wanted: both,
      steps: put,
      refusals: ['endpoint.of-another'],
    },
  ],
  ['one of two processes is missing', { actual: here([right]), wanted: both, steps: put }],
  [
    'an extension, all as wanted',
    {
      actual: here([services(invoice, [processOf(billing, endpoint())], { extensions: ['<x/>'] })]),
    },
  ],
  [
    'an extension, an old certificate',
    {
      actual: here([
        services(invoice, [processOf(billing, endpoint({}, certificates.other))], {
          extensions: ['<x/>'],
        }),
      ]),
      steps: put,
    },
  ],
  [
    'a part that is not modelled, all as wanted',
    {
      actual: here([
        services(invoice, [processOf(billing, endpoint())], { unmodelled: ['Process/Zone'] }),
      ]),
    },
  ],
  [
    'a part that is not modelled, an old certificate',
    {
      actual: here([
        services(invoice, [processOf(billing, endpoint({}, certificates.other))], {
          unmodelled: ['Process/Zone'],
        }),
      ]),
      refusals: ['type.not-modelled'],
    },
  ],
  // Types.
  [
    'a redirect',
    {
      actual: here([{ documentType: invoice, kind: 'redirect', href: elsewhere }]),
      refusals: ['type.redirected'],
    },
  ],
  [
    'a redirect of one type, another one missing',
    {
      actual: here([{ documentType: invoice, kind: 'redirect', href: elsewhere }]),
      wanted: twoTypes,
      steps: ['put pint'],
      refusals: ['type.redirected'],
    },
  ],
  ['one of two types is missing', { actual: here([right]), wanted: twoTypes, steps: ['put pint'] }],
  [
    'a type that we do not know',
    {
      actual: here([right, services(pint, [])]),
      unknown: [formatIdentifier(pint)],
    },
  ],
  [
    'a type in other letters is another type',
    {
      actual: here([
        services(parseDocumentType(invoice.value.replace('Invoice##', 'INVOICE##')), []),
      ]),
      steps: put,
      unknown: [`${invoice.scheme}::${invoice.value.replace('Invoice##', 'INVOICE##')}`],
    },
  ],
  [
    'nothing wanted, an entry there',
    {
      actual: here([right]),
      wanted: { services: [] },
      unknown: [formatIdentifier(invoice)],
    },
  ],
  ['nothing wanted, no entry', { actual: {}, wanted: { services: [] } }],
  // What an SMP would take, and senders would not.
  [
    'our certificate has expired',
    {
      actual: here([right]),
      wanted: endpointOf({ certificate: certificates.expired }),
      refusals: ['certificate.not-valid'],
    },
  ],
  [
    'our certificate is not valid yet',
    {
      actual: {},
      wanted: endpointOf({ certificate: certificates.early }),
      refusals: ['certificate.not-valid'],
    },
  ],
  [
    'our URL is plain http',
    {
      actual: {},
      wanted: endpointOf({ url: 'http://ap.example/as4' }),
      refusals: ['endpoint.not-https'],
    },
  ],
  [
    'our URL is plain http, in a laboratory',
    {
      actual: {},
      wanted: endpointOf({ url: 'http://ap.example/as4' }),
      rules: { plainHttpAllowed: true },
      steps: ['create with SML', ...put],
    },
  ],
  [
    'a participant with a wrong check digit',
    {
      actual: {},
      wanted: { participant: parseParticipant('0208:0123456740') },
      refusals: ['participant.invalid'],
    },
  ],
  [
    'two faults at once',
    {
      actual: { dns: elsewhere },
      wanted: endpointOf({ certificate: certificates.expired }),
      refusals: ['certificate.not-valid', 'registered-elsewhere'],
    },
  ],
]

function inZone(date: string): string {
  const later = new Date(Date.parse(date) + 2 * 3_600_000)
  return later.toISOString().replace('.000Z', '+02:00')
}

function stepsOf({ steps }: Plan): string[] {
  return steps.map((step) => {
    if (step.step === 'wait-for-dns') return 'wait'
    if (step.step === 'create-group') return step.inSml ? 'create with SML' : 'create alone'
    return step.documentType === pint ? 'put pint' : 'put invoice'
  })
}

describe('a plan', () => {
  it('is tried in forty situations and more', () => {
    expect(situations.length).toBeGreaterThanOrEqual(40)
    expect(new Set(situations.map(([name]) => name)).size).toBe(situations.length)
  })

  it.each(situations)('%s', (_, { actual, wanted: change, rules: other, ...expected }) => {
    const plan = planOf(actual, change, other)
    expect({
      steps: stepsOf(plan),
      refusals: plan.refusals.map(({ code }) => code),
      unknown: plan.unknown,
    }).toEqual({ steps: [], refusals: [], unknown: [], ...expected })
    for (const { reasons } of plan.steps) expect(reasons.length).toBeGreaterThan(0)
    const sentences = [
      ...plan.steps.flatMap(({ reasons }) => reasons),
      ...plan.refusals.map(({ detail }) => detail),
    ]
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z'].*\.$/)
  })

  it.each(situations)('leaves nothing to do: %s', (_, { actual, wanted: change, rules: other }) => {
    const first = planOf(actual, change, other)
    const then = first.steps.reduce(afterStep, actual)
    const second = planOf(then, change, other)
    expect(second.steps).toEqual([])
    // Steps neither solve nor add a refusal.
    expect(second.refusals).toEqual(first.refusals)
  })

  it.each(situations)('changes nothing that it was given: %s', (_, { actual, wanted: change }) => {
    const before = structuredClone(actual)
    planOf(actual, change)
    planOf(actual, change, { replace: true })
    expect(actual).toEqual(before)
  })
})

describe('what is written', () => {
  const processesIn = (actual: Actual, change: Partial<Wanted> = {}, replace = false) => {
    const [step] = planOf(actual, change, { replace }).steps
    if (step?.step !== 'put-type') throw new Error('nothing is written')
    return step
  }

  it('is ours with our URL, certificate and its dates, and keeps all else of the endpoint', () => {
    const old = endpoint(
      {
        url: 'https://old.example/as4',
        minimumAuthenticationLevel: '2',
        informationUrl: 'https://example.com/info',
        extensions: ['<x/>'],
      },
      certificates.other,
    )
    const { processes } = processesIn(withEndpoints(old))
    expect(processes[0]!.endpoints).toEqual([
      {
        ...old,
        url: ourUrl,
        certificate: certificates.own.raw.toString('base64'),
        activatesAt: at(-10).toISOString(),
        expiresAt: at(100).toISOString(),
      },
    ])
  })

  it('is new with the description and the contact of the settings', () => {
    expect(processesIn(here([])).processes[0]!.endpoints).toMatchObject([
      {
        transportProfile: 'peppol-transport-as4-v2_0',
        businessLevelSignature: 'false',
        description: 'Access point',
        contactUrl: 'https://example.com',
      },
    ])
  })

  it('keeps other processes, other profiles and every extension as they were read', () => {
    const foreign = processOf(otherProcess, endpoint({ url: otherUrl, activatesAt: 'odd' }))
    const own = {
      ...processOf(billing, endpoint({}, certificates.other), bdxr),
      extensions: ['<p/>'],
    }
    const actual = here([services(invoice, [foreign, own], { extensions: ['<t/>'] })])
    const { processes, extensions } = processesIn(actual, both)
    expect(extensions).toEqual(['<t/>'])
    expect(processes[0]).toEqual(foreign)
    expect(processes[1]!.extensions).toEqual(['<p/>'])
    expect(processes[1]!.endpoints[1]).toEqual(bdxr)
    expect(processes).toHaveLength(2)
  })

  it('goes after all that is written, where it is left over and may be removed', () => {
    const actual = here([])
    const there = { ...actual.group!, documentTypes: [pint], leftOver: [pint] }
    const plan = planOf({ ...actual, group: there })
    expect(plan.steps.map(({ step }) => step)).toEqual(['put-type', 'delete-type'])
    expect(plan.unknown).toEqual([])
    const kept = planOf({ ...actual, group: { ...there, leftOver: [] } })
    expect(kept.steps.map(({ step }) => step)).toEqual(['put-type'])
    expect(kept.unknown).toHaveLength(1)
    // Without the participant's place nothing is removed either.
    const theirs = planOf({ ...actual, group: { ...there, isOurs: false } })
    expect(theirs.steps).toEqual([])
  })

  it('has no other access point in a process that is replaced, and theirs elsewhere', () => {
    const theirs = endpoint({ url: otherUrl })
    const actual = here([
      services(invoice, [processOf(billing, theirs), processOf(otherProcess, theirs)]),
    ])
    const { processes, reasons } = processesIn(actual, {}, true)
    expect(processes.map(({ endpoints }) => endpoints.map(({ url }) => url))).toEqual([
      [ourUrl],
      [otherUrl],
    ])
    expect(reasons).toContain(
      `Process ${billing.value}: It leads to another access point, ${otherUrl}, which is replaced.`,
    )
  })
})
