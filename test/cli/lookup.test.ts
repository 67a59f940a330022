// `fourcorner lookup`: each step in order, and the step at which it fails, with its remedy.
import { describe, expect, it } from 'vitest'
import { describeLookup, inJson } from '../../src/cli/lookup.ts'
import { type LookupTrace, traceLookup } from '../../src/core/network/trace-lookup.ts'
import { participantExample } from '../../src/http/reference/examples.ts'
import type { LookupNeeds } from '../../src/peppol/index.ts'
import { defaultServices } from '../../src/sandbox/participants.ts'
import { sharedSimulation } from '../sandbox/shared.ts'

const usual = new Set(defaultServices().map(({ documentType }) => documentType.value))

const simulation = await sharedSimulation()
const participant = participantExample.id
const answered = (status: number, body = '') =>
  ({ kind: 'answered', status, contentType: undefined, body: Buffer.from(body) }) as const

/** On a clock that moves a second whenever the network is asked. */
function trace(
  change: Partial<LookupNeeds> = {},
  asked: Parameters<typeof traceLookup>[1] = { participant },
): Promise<LookupTrace> {
  let seconds = 0
  const slowly =
    <A extends unknown[], R>(ask: (...asked: A) => R) =>
    (...asked: A): R => {
      seconds += 1
      return ask(...asked)
    }
  const { network, resolveNaptr, get, revocationOf } = { ...simulation, ...change }
  const needs = {
    network,
    resolveNaptr: slowly(resolveNaptr),
    get: slowly(get),
    revocationOf,
    now: () => new Date(),
    clock: () => seconds * 1000,
  }
  return traceLookup(needs, asked)
}

const ok = (found: LookupTrace) =>
  found.steps.filter(({ outcome }) => outcome === 'ok').map(({ step }) => step)

describe('a lookup', () => {
  it('shows every step, and how long those took that asked the network', async () => {
    const { steps, documentTypes } = await trace()
    expect(steps.map(({ step, outcome, millis }) => [step, outcome, millis])).toEqual([
      ['identifier', 'ok', undefined],
      ['SML name', 'ok', undefined],
      ['DNS', 'ok', 1000],
      ['SMP', 'ok', 1000],
      ['document type', 'ok', undefined],
      ['metadata', 'ok', 1000],
      ['signature', 'ok', 0],
      ['redirect', 'ok', undefined],
      ['endpoint', 'ok', undefined],
      ['certificate', 'ok', undefined],
      ['revocation', 'ok', 0],
    ])
    expect(steps.map(({ detail }) => detail)).toEqual([
      `iso6523-actorid-upis::${participant}`,
      expect.stringMatching(/^[a-z2-7]{52}\.iso6523-actorid-upis\.participant\.sml/),
      'the SMP is http://smp.simulation.test',
      `lists ${usual.size} document types`,
      expect.stringMatching(/^BIS Billing UBL Invoice V3: busdox-docid-qns::/),
      expect.stringMatching(/^\d+ processes$/),
      'by PSP900001',
      'none',
      'http://access-point.simulation.test/as4',
      expect.stringMatching(/^POP900002, valid until 20/),
      'neither the SMP nor the access point was revoked',
    ])
    expect(documentTypes).toHaveLength(usual.size)
  })

  it('is of the document type that is named', async () => {
    const documentType = participantExample.accepts.replaceAll('Invoice', 'CreditNote')
    const { steps } = await trace({}, { participant, documentType })
    expect(steps.find(({ step }) => step === 'document type')?.detail).toContain('Credit Note')
    expect(steps.every(({ outcome }) => outcome === 'ok')).toBe(true)
  })

  it('asks for nobody at a wrong address', async () => {
    for (const asked of [{ participant: 'me' }, { participant, documentType: 'invoice' }])
      expect((await trace({}, asked)).steps).toEqual([
        expect.objectContaining({ step: 'identifier', code: 'identifier.invalid' }),
      ])
  })
})

describe('a step that fails is the last one', () => {
  const withMetadata =
    (answer: (body: string) => string): LookupNeeds['get'] =>
    async (url) => {
      const found = await simulation.get(url)
      return found.kind === 'answered' && url.includes('/services/')
        ? answered(200, answer(found.body.toString()))
        : found
    }
  const revoked =
    (name: string): LookupNeeds['revocationOf'] =>
    async (certificate) =>
      certificate.subject.includes(name) ? 'revoked' : 'good'

  it.each<[string, string, Partial<LookupNeeds>]>([
    ['DNS', 'receiver.not-registered', { resolveNaptr: async () => ({ kind: 'no-such-name' }) }],
    [
      'DNS',
      'lookup.dns-failed',
      { resolveNaptr: async () => ({ kind: 'failed', detail: 'SERVFAIL' }) },
    ],
    ['SMP', 'receiver.not-registered', { get: async () => answered(404) }],
    ['SMP', 'lookup.smp-unreachable', { get: async () => answered(503) }],
    ['SMP', 'lookup.smp-invalid', { get: async () => answered(200, '<html/>') }],
    [
      'metadata',
      'receiver.document-type-unsupported',
      { get: async (url) => (url.includes('/services/') ? answered(404) : simulation.get(url)) },
    ],
    ['metadata', 'lookup.smp-invalid', { get: withMetadata(() => '<html/>') }],
    [
      'signature',
      'lookup.smp-signature-invalid',
      { get: withMetadata((body) => body.replace('access-point.', 'elsewhere.')) },
    ],
    ['signature', 'lookup.smp-signature-invalid', { revocationOf: revoked('PSP900001') }],
    [
      'certificate',
      'certificate.untrusted',
      {
        network: {
          ...simulation.network,
          trust: { ...simulation.network.trust, accessPointIssuers: [] },
        },
      },
    ],
    ['revocation', 'certificate.revoked', { revocationOf: revoked('POP900002') }],
    ['revocation', 'certificate.revocation-unavailable', { revocationOf: async () => 'unknown' }],
  ])('%s: %s', async (step, code, change) => {
    const found = await trace(change)
    expect(found.steps.at(-1)).toMatchObject({ step, outcome: 'failed', code })
    expect(found.steps.at(-1)?.remedy).toMatch(/\w/)
    expect(ok(found)).toHaveLength(found.steps.length - 1)
  })
})

describe('the output', () => {
  it('in words has one line for each step, and what to do about the one that failed', async () => {
    const found = await trace({ resolveNaptr: async () => ({ kind: 'no-such-name' }) })
    expect(describeLookup({ participant, network: 'sandbox', ...found }).split('\n')).toEqual([
      `${participant} on the network sandbox`,
      expect.stringMatching(/^ {2}identifier {4}ok {5}iso6523/),
      expect.stringMatching(/^ {2}SML name {6}ok {5}/),
      expect.stringMatching(/^ {2}DNS {11}failed receiver\.not-registered: /),
      expect.stringMatching(/^ {23}Check the participant/),
    ])
  })

  it('in JSON is one line with everything, and says whether all is well', async () => {
    const good = inJson({ participant, network: 'sandbox', ...(await trace()) })
    expect(good).not.toContain('\n')
    expect(JSON.parse(good)).toMatchObject({
      participant,
      ok: true,
      documentTypes: expect.arrayContaining([
        { id: expect.any(String), name: 'BIS Billing UBL Invoice V3' },
      ]),
    })
    const bad = inJson({
      participant,
      network: 'sandbox',
      ...(await trace({ get: async () => answered(404) })),
    })
    expect(JSON.parse(bad)).toMatchObject({ ok: false })
  })

  it('never passes on what would move a cursor', async () => {
    const get = async () => answered(200, '<a>\u009b31m</a>')
    const found = await trace({ get, resolveNaptr: simulation.resolveNaptr })
    const shown = describeLookup({ participant: 'x\u001b[2J', network: 'sandbox', ...found })
    for (const control of ['\u001b', '\u009b']) expect(shown).not.toContain(control)
  })
})
