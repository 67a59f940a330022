// How a participant takes a document type: for which processes, where to, and who has signed it.
import { describe, expect, it } from 'vitest'
import {
  findOffer,
  type GetOutcome,
  parseDocumentType,
  parseParticipant,
} from '../../src/peppol/index.ts'
import { metadataUrl } from '../../src/peppol/smp.ts'
import {
  type EndpointParts,
  endpoint,
  information,
  makeLaboratory,
  now,
  processEntry,
  redirect,
  signed,
} from './laboratory.ts'

const laboratory = makeLaboratory()
const smp = laboratory.smp()
const other = laboratory.smp({ commonName: 'PSP000002' })
const certificate = laboratory.accessPoint().certificate.raw.toString('base64')
const base = 'https://smp.example'
const participant = parseParticipant('9915:receiver')
const syntax = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##'
const family = parseDocumentType(`${syntax}urn:peppol:pint:billing-1*::2.1`)
const japanese = parseDocumentType(`${syntax}urn:peppol:pint:billing-1@jp-1::2.1`)
const at = (documentType: typeof family) => metadataUrl(base, { participant, documentType })
const process = (value: string) => ({ scheme: 'cenbii-procid-ubl', value })
const entry = (value: string, ...endpoints: EndpointParts[]) =>
  processEntry(process(value), ...endpoints.map((parts) => endpoint({ certificate, ...parts })))

function find(documentType: typeof family, site: Record<string, Buffer>) {
  const asked: string[] = []
  const offer = findOffer(
    {
      network: laboratory.network,
      now: () => now,
      revocationOf: async () => 'good',
      async get(url): Promise<GetOutcome> {
        asked.push(url)
        const body = site[url]
        const status = body ? 200 : 404
        return {
          kind: 'answered',
          status,
          contentType: 'text/xml',
          body: body ?? Buffer.alloc(0),
        }
      },
    },
    base,
    { participant, documentType },
  )
  return { offer, asked }
}

const metadata = (...entries: string[]) => signed(information(participant, family, ...entries), smp)

describe('an offer', () => {
  it('is of the processes that are open now, with the endpoint of the first', async () => {
    const closed = { expiration: '2026-11-21T11:59:59Z', url: 'https://closed.example/' }
    const body = metadata(
      entry('urn:closed', closed),
      entry('urn:other-transport', { profile: 'peppol-transport-as4-v1_0' }),
      entry('urn:open', closed, { url: 'https://open.example/' }),
      entry('urn:also-open', { url: 'https://also.example/' }),
    )
    const found = await find(family, { [at(family)]: body }).offer
    expect(found.processes.map(({ value }) => value)).toEqual(['urn:open', 'urn:also-open'])
    expect(found.url).toBe('https://open.example/')
    expect(found.signers.map(({ subject }) => subject)).toEqual([smp.certificate.subject])
    expect(found.redirectedTo).toBeUndefined()
  })

  it('of a type that is covered by a family names the family', async () => {
    const site = { [at(family)]: metadata(entry('urn:open', {})) }
    const { offer, asked } = find(japanese, site)
    expect((await offer).documentType).toEqual(family)
    expect(asked).toHaveLength(3)
  })

  it('of a family itself is asked for by its own name alone', async () => {
    const none = find(family, {})
    await expect(none.offer).rejects.toMatchObject({ code: 'receiver.document-type-unsupported' })
    expect(none.asked).toEqual([at(family)])
  })

  it('after a redirect is signed by both', async () => {
    const href = 'https://other.example/metadata'
    const uid = other.certificate.subject.split('\n').reverse().join(',').replace('y, I', 'y\\, I')
    const site = {
      [at(family)]: signed(redirect(href, uid), smp),
      [href]: signed(information(participant, family, entry('urn:open', {})), other),
    }
    const found = await find(family, site).offer
    expect(found.redirectedTo).toBe(href)
    expect(found.signers.map(({ subject }) => subject)).toEqual([
      smp.certificate.subject,
      other.certificate.subject,
    ])
  })

  it.each<[string, string[], string]>([
    ['no process', [], 'receiver.document-type-unsupported'],
    [
      'no open endpoint',
      [entry('urn:a', { activation: '2027-01-01T00:00:00Z' })],
      'receiver.document-type-unsupported',
    ],
    ['no certificate', [entry('urn:a', { certificate: '' })], 'lookup.smp-invalid'],
  ])('is none with %s', async (_, entries, code) => {
    const { offer } = find(family, { [at(family)]: metadata(...entries) })
    await expect(offer).rejects.toMatchObject({ code })
  })

  it('names a hundred processes and no more', async () => {
    const entries = Array.from({ length: 101 }, (_, at) => entry(`urn:process-${at}`, {}))
    const found = await find(family, { [at(family)]: metadata(...entries) }).offer
    expect(found.processes).toHaveLength(100)
  })
})
