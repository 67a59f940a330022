// Everything that can be wrong with a receiver, met by a document on its way: its own failure code,
// whether it is tried again as the table of failures says, and a sentence for the operator.
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { failureCodes } from '../../src/core/failure-codes.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import { openNet } from '../../src/net/index.ts'
import {
  type GetOutcome,
  type NaptrOutcome,
  type NetworkFailureCode,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  type RevocationOf,
} from '../../src/peppol/index.ts'
import { listenHttp } from '../net/listen.ts'
import { g3TestLeaf } from '../peppol/g3-leaf.ts'
import {
  type EndpointParts,
  endpoint,
  information,
  makeLaboratory,
  now,
  processEntry,
  redirect,
  signed,
} from '../peppol/laboratory.ts'
import { openTestGateway } from './test-gateway.ts'

const { gateway, submit, attempt } = await openTestGateway()
const { network, accessPoint, smp } = makeLaboratory()
const signer = smp()
const elsewhere = makeLaboratory()

const dripping = await listenHttp((_, response) => {
  response.write('<SignedServiceMetadata>')
  const drip = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(drip))
})
const excessive = await listenHttp((_, response) => response.end(Buffer.alloc(20_000, 'a')))
const net = openNet({
  dnsServers: [],
  plainHttpAllowed: true,
  limits: { ...limits.sending, getTotalMs: 300, answerBytesMax: 10_000 },
})
afterAll(() => Promise.all([net.close(), dripping.close(), excessive.close()]))

const participant = parseParticipant('0192:987654325')
const documentType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
    'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
)
const billing = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const base = 'https://smp.example'
const certificate = accessPoint().certificate
const base64 = (one: { raw: Buffer }) => one.raw.toString('base64')

const metadata = (parts: EndpointParts = {}, who = participant, by = signer) => {
  const entry = processEntry(billing, endpoint({ certificate: base64(certificate), ...parts }))
  return signed(information(who, documentType, entry), by)
}
const page = (body: Buffer | string, status = 200, contentType = 'text/xml'): GetOutcome => ({
  kind: 'answered',
  status,
  contentType,
  body: Buffer.from(body),
})
const of = (order: Parameters<typeof accessPoint>[0]) => ({
  answer: page(metadata({ certificate: base64(accessPoint(order).certificate) })),
})
const hour = 3_600_000
const later = { from: new Date(now.getTime() + hour) }
const before = { to: new Date(now.getTime() - hour) }

type World = {
  dns?: NaptrOutcome
  answer?: GetOutcome | ((url: string) => GetOutcome | Promise<GetOutcome>)
  revocationOf?: RevocationOf
}

/** A gateway at the laboratory's time, for which the network is as `world` says. */
function gatewayIn({ dns, answer = page(metadata()), revocationOf }: World): Gateway {
  const regexp = `!.*!${base}!`
  const naptr = { order: 1, preference: 1, flags: 'U', service: 'Meta:SMP', replacement: '' }
  const peppolAccess = {
    ...gateway.peppolAccess,
    network,
    endpoints: new Map(),
    revocationOf: revocationOf ?? (async () => 'good' as const),
    resolveNaptr: async () => dns ?? { kind: 'records' as const, records: [{ ...naptr, regexp }] },
    get: async (url: string) => (typeof answer === 'function' ? answer(url) : answer),
    post: async () => ({
      kind: 'failed' as const,
      reason: 'connect-failed' as const,
      detail: 'nobody is there',
      bodySent: false,
    }),
  }
  return { ...gateway, peppolAccess, now: () => now }
}

async function meet(world: World) {
  const on = gatewayIn(world)
  await submit({}, on)
  const document = await attempt(on)
  const [last] = (await gateway.store.attemptsOf(document.id)).slice(-1)
  return { document, code: last?.outcome, detail: last?.detail }
}

const uid = signer.certificate.subject.split('\n').reverse().join(',')
const naptr = (regexp: string): NaptrOutcome => ({
  kind: 'records',
  records: [{ order: 1, preference: 1, flags: 'U', service: 'Meta:SMP', regexp, replacement: '' }],
})

type Row = [fault: string, code: NetworkFailureCode, sentence: RegExp, world: World]
const distrust = /metadata cannot be trusted/
const unusable = /The SMP's answer cannot be used/
const rows: Row[] = [
  [
    'is not in DNS',
    'receiver.not-registered',
    /0192:987654325 is not registered in the network/,
    { dns: { kind: 'no-such-name' } },
  ],
  [
    'is in a DNS that fails',
    'lookup.dns-failed',
    /could not be looked up in DNS: it failed/,
    { dns: { kind: 'failed', detail: 'it failed' } },
  ],
  [
    'is in DNS without a usable SMP',
    'lookup.record-invalid',
    /a record that cannot be used/,
    { dns: naptr('!.*!smp.example!') },
  ],
  [
    'does not take the document type',
    'receiver.document-type-unsupported',
    /does not take document type/,
    { answer: page('', 404) },
  ],
  [
    'has an SMP that is down',
    'lookup.smp-unreachable',
    /HTTP status 503/,
    { answer: page('', 503) },
  ],
  [
    'has an SMP whose answer never ends',
    'lookup.smp-unreachable',
    /could not be asked: Timed out/,
    { answer: () => net.get(dripping.url) },
  ],
  [
    'has an SMP whose answer is too large',
    'lookup.smp-invalid',
    /could not be asked/,
    { answer: () => net.get(excessive.url) },
  ],
  [
    'has an SMP that answers with a page for people',
    'lookup.smp-invalid',
    unusable,
    { answer: page('<!doctype html><title>Welcome</title>', 200, 'text/html') },
  ],
  [
    'has metadata with a DOCTYPE',
    'lookup.smp-invalid',
    unusable,
    { answer: page(`<!DOCTYPE a [<!ENTITY b "c">]>${metadata()}`) },
  ],
  [
    'has metadata about somebody else',
    'lookup.smp-invalid',
    /speaks of participant '0192:123456785'/,
    { answer: page(metadata({}, parseParticipant('0192:123456785'))) },
  ],
  [
    'has metadata that lead round in a circle',
    'lookup.smp-invalid',
    /redirects a second time/,
    { answer: (url) => page(signed(redirect(url, uid), signer)) },
  ],
  [
    'has metadata without a signature',
    'lookup.smp-signature-invalid',
    /There is no signature/,
    {
      answer: page(
        metadata()
          .toString()
          .replace(/<Signature[\s\S]*<\/Signature>/, ''),
      ),
    },
  ],
  [
    'has metadata signed by a stranger',
    'lookup.smp-signature-invalid',
    distrust,
    { answer: page(metadata({}, participant, elsewhere.smp())) },
  ],
  [
    'has metadata signed by an SMP that was revoked',
    'lookup.smp-signature-invalid',
    /has been revoked/,
    { revocationOf: async (one) => (one.subject.includes('PSP000001') ? 'revoked' : 'good') },
  ],
  [
    'has a certificate with noise around its PEM',
    'lookup.smp-invalid',
    /certificate cannot be read/,
    { answer: page(metadata({ certificate: `Bag Attributes\n${certificate}` })) },
  ],
  ['has a certificate that has ended', 'certificate.expired', /expired at/, of(before)],
  [
    'has a certificate before its time',
    'certificate.not-yet-valid',
    /is not valid before/,
    of(later),
  ],
  [
    'has a certificate of another authority',
    'certificate.untrusted',
    /not issued by one of the trusted/,
    { answer: page(metadata({ certificate: base64(elsewhere.accessPoint().certificate) })) },
  ],
  [
    'has a certificate of the test network in a network that is not it',
    'certificate.untrusted',
    /not issued by one of the trusted/,
    { answer: page(metadata({ certificate: g3TestLeaf })) },
  ],
  [
    'has a certificate that names no access point',
    'certificate.seat-mismatch',
    /'Somebody', which is not a seat id/,
    of({ commonName: 'Somebody' }),
  ],
  [
    'has a certificate that was revoked',
    'certificate.revoked',
    /has been revoked/,
    { revocationOf: async (one) => (one.subject.includes('POP000001') ? 'revoked' : 'good') },
  ],
  [
    'has a certificate of which nobody can say whether it was revoked',
    'certificate.revocation-unavailable',
    /cannot be checked now/,
    { revocationOf: async () => 'unknown' },
  ],
]

describe('a receiver that', () => {
  it.each(rows)('%s is %s', async (_, code, sentence, world) => {
    const { document, ...last } = await meet(world)
    expect(last).toEqual({ code, detail: expect.stringMatching(sentence) })
    const { again, retryable } = failureCodes[code]
    expect(document).toMatchObject(
      again === 'give-up'
        ? { status: 'failed', certainty: 'not-sent', failure: { code, retryable } }
        : { status: 'waiting', certainty: 'not-sent', waiting: { reason: again } },
    )
  })

  it('has nothing wrong is found, and only then is anything sent', async () => {
    expect((await meet({})).code).toBe('transport.connect-failed')
    const pem = page(metadata({ certificate: `\n${certificate}\n` }))
    expect((await meet({ answer: pem })).code).toBe('transport.connect-failed')
  })
})

it('every failure of a lookup is among them', () => {
  const ofLookups = Object.keys(failureCodes).filter((code) =>
    /^(receiver|lookup|certificate)\./.test(code),
  )
  expect([...new Set(rows.map(([, code]) => code))].sort()).toEqual(ofLookups.sort())
})
