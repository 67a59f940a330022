// What SMPs and DNS answer, mutated: a lookup finds the endpoint that was signed, or fails with a
// code of its own. Never another endpoint, and never an error that we did not mean.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  type GetOutcome,
  lookup,
  NetworkError,
  type NetworkFailureCode,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../src/peppol/index.ts'
import { judgeNaptr } from '../../src/peppol/sml.ts'
import { metadataUrl } from '../../src/peppol/smp.ts'
import { readServiceGroup } from '../../src/peppol/smp-group.ts'
import { parseXml, type XmlElement } from '../../src/xml/index.ts'
import {
  endpoint,
  information,
  makeLaboratory,
  now,
  processEntry,
  signed,
} from '../peppol/laboratory.ts'
import { pick, type Random, randomOf, readCount, readSeed } from './random.ts'

const laboratory = makeLaboratory()
const smp = laboratory.smp()
const accessPoint = laboratory.accessPoint()
const certificate = accessPoint.certificate.raw.toString('base64')
const participant = parseParticipant('9915:receiver')
const process = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const documentType = parseDocumentType('urn:a::Invoice##urn:b::2.1')
const wanted = { participant, documentType, process }
const url = metadataUrl('https://smp.example', wanted)
const evil = 'https://evil.example/as4'

const metadata = signed(
  information(
    participant,
    documentType,
    processEntry({ ...process, value: 'urn:other' }, endpoint({ certificate, url: evil })),
    processEntry(
      process,
      endpoint({ certificate, url: evil, expiration: '2026-01-01T00:00:00Z' }),
      endpoint({ certificate, url: evil, profile: 'peppol-transport-as4-v1_0' }),
      endpoint({ certificate }),
    ),
  ),
  smp,
).toString()

const pieces = [
  ...['<', '>', '/', '&', '"', "'", '=', ' ', '#', '\0', '\n', 'é', '<!--', '-->', '<!-- x -->'],
  ...['<![CDATA[', ']]>', '<?x y?>', '<!DOCTYPE x>', '&#x41;', '&lt;', '&x;', ' xmlns=""', '<x/>'],
  ...[' xmlns="urn:x"', '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"/>', ' URI="#x"'],
  ...['<Redirect href="https://evil.example/"/>', '<XPath>/</XPath>', 'sha1', 'AAAA', '2020', '*'],
]

function elementsOf(element: XmlElement): XmlElement[] {
  const inner = element.children.filter((node) => node.kind === 'element')
  return [element, ...inner.flatMap(elementsOf)]
}

/** Moves, repeats, drops or swaps elements of the original, or changes its text anywhere. */
function mutant(original: string, elements: XmlElement[], random: Random): string {
  if (random(2) === 0) return textMutant(original, random)
  const [one, other] = [pick(random, elements), pick(random, elements)]
  const source = original.slice(one.start, one.end)
  const inside = original.indexOf('>', other.start) + 1
  const to = pick(random, [other.start, inside, other.end])
  const moved = original.slice(0, to) + source + original.slice(to)
  switch (random(4)) {
    case 0:
      return original.slice(0, one.start) + original.slice(one.end)
    case 1:
      return original.replace(source, original.slice(other.start, other.end))
    case 2:
      return textMutant(moved, random)
    default:
      return moved
  }
}

function textMutant(text: string, random: Random): string {
  const at = random(text.length + 1)
  const length = 1 + random(20)
  switch (random(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length)
    case 1:
      return text.slice(0, at) + pick(random, pieces) + text.slice(at)
    case 2:
      return text.slice(0, at) + pick(random, pieces) + text.slice(at + length)
    default:
      return text.slice(0, at) + String.fromCharCode(32 + random(95)) + text.slice(at + 1)
  }
}

const records = [{ order: 1, preference: 1, flags: 'U', service: 'Meta:SMP', replacement: '' }]

test('mutated metadata leads to the endpoint that was signed, or nowhere', async () => {
  const seed = readSeed('service metadata')
  const count = readCount(100_000) / 10
  const elements = elementsOf(parseXml(Buffer.from(metadata)).root)
  const counts = new Map<NetworkFailureCode | 'found', number>()
  for (let index = 0; index < count; index++) {
    const body = Buffer.from(mutant(metadata, elements, randomOf(seed, index)))
    const about = `metadata ${index} (FUZZ_SEED=${seed})\n${body}`
    const get = async (address: string): Promise<GetOutcome> =>
      address === url
        ? { kind: 'answered', status: 200, contentType: undefined, body }
        : { kind: 'failed', reason: 'connect-failed', detail: address }
    const found = await lookup(
      {
        network: laboratory.network,
        resolveNaptr: async () => ({
          kind: 'records',
          records: records.map((one) => ({ ...one, regexp: '!.*!https://smp.example!' })),
        }),
        get,
        revocationOf: async () => 'good',
        now: () => now,
      },
      wanted,
    ).catch((error: unknown) => error)
    if (found instanceof Error && !(found instanceof NetworkError))
      throw new Error(about, { cause: found })
    if (!(found instanceof NetworkError))
      expect(found, about).toMatchObject({
        url: 'https://ap.example/as4',
        certificate: { fingerprint256: accessPoint.certificate.fingerprint256 },
      })
    const ending = found instanceof NetworkError ? found.code : 'found'
    counts.set(ending, (counts.get(ending) ?? 0) + 1)
    if (index % 100 === 0) await turn()
  }
  console.log(`${count} service metadata:`, Object.fromEntries(counts))
  for (const ending of ['found', 'lookup.smp-invalid', 'lookup.smp-signature-invalid'] as const)
    expect(counts.get(ending), ending).toBeGreaterThan(count / 1000)
  expect([...counts.keys()].sort()).toEqual(
    ['found', 'lookup.smp-invalid', 'lookup.smp-signature-invalid'].sort(),
  )
})

test('a mutated service group lists document types, or cannot be used', async () => {
  const seed = readSeed('service groups')
  const count = readCount(100_000) / 5
  const references = ['urn:a::Invoice##urn:b::2.1', 'urn:a::Invoice##urn:peppol:pint:c*::2.1'].map(
    (type) =>
      `<ServiceMetadataReference href="https://smp.example/x/services/${encodeURIComponent(type)}"/>`,
  )
  const original =
    '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
    'xmlns:ids="http://busdox.org/transport/identifiers/1.0/"><ids:ParticipantIdentifier ' +
    'scheme="iso6523-actorid-upis">9915:receiver</ids:ParticipantIdentifier>' +
    `<ServiceMetadataReferenceCollection>${references.join('')}` +
    '</ServiceMetadataReferenceCollection></ServiceGroup>'
  const elements = elementsOf(parseXml(Buffer.from(original)).root)
  const counts = { read: 0, refused: 0 }
  for (let index = 0; index < count; index++) {
    const body = Buffer.from(mutant(original, elements, randomOf(seed, index)))
    try {
      readServiceGroup(body, participant)
      counts.read++
    } catch (error) {
      const about = `group ${index} (FUZZ_SEED=${seed})\n${body}`
      expect((error as NetworkError).code, about).toBe('lookup.smp-invalid')
      counts.refused++
    }
    if (index % 500 === 0) await turn()
  }
  console.log(`${count} service groups:`, counts)
  for (const [kind, reached] of Object.entries(counts))
    expect(reached, kind).toBeGreaterThan(count / 1000)
})

test('a mutated DNS record names an SMP by http, or cannot be used', async () => {
  const seed = readSeed('DNS records')
  const count = readCount(100_000)
  const originals = ['!.*!https://smp.example/base!', '!^.*$!http://smp.example!i']
  const counts = { read: 0, refused: 0 }
  for (let index = 0; index < count; index++) {
    const random = randomOf(seed, index)
    const regexp = textMutant(pick(random, originals), random)
    const about = `record ${index} (FUZZ_SEED=${seed}): ${regexp}`
    try {
      const found = judgeNaptr(
        { kind: 'records', records: records.map((one) => ({ ...one, regexp })) },
        participant,
      )
      const { protocol, username, password, search, hash } = new URL(found)
      expect(['http:', 'https:'], about).toContain(protocol)
      expect([username, password, search, hash].join(''), about).toBe('')
      counts.read++
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error
      expect(error.code, about).toBe('lookup.record-invalid')
      counts.refused++
    }
    if (index % 1000 === 0) await turn()
  }
  console.log(`${count} DNS records:`, counts)
  for (const [kind, reached] of Object.entries(counts))
    expect(reached, kind).toBeGreaterThan(count / 1000)
})
