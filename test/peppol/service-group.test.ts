// What an SMP has registered for a participant, and how it is named for people.
import { describe, expect, it } from 'vitest'
import { documentTypeName } from '../../src/peppol/document-type-name.ts'
import { formatIdentifier, parseDocumentType, parseParticipant } from '../../src/peppol/index.ts'
import { groupUrl, readServiceGroup } from '../../src/peppol/smp-group.ts'

const participant = parseParticipant('9930:de123456788')
const syntax = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##'
const billing = `${syntax}urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1`
const pint = `${syntax}urn:peppol:pint:billing-1*::2.1`
const base = 'https://smp.example/iso6523-actorid-upis%3A%3A9930%3Ade123456788/services'
const href = (documentType: string) => `${base}/${encodeURIComponent(documentType)}`
const reference = (to: string) => `<ServiceMetadataReference href="${to}"/>`

function group(references: string[], who = '9930:DE123456788'): Buffer {
  return Buffer.from(
    '<ServiceGroup xmlns="http://busdox.org/serviceMetadata/publishing/1.0/" ' +
      'xmlns:ids="http://busdox.org/transport/identifiers/1.0/">\n' +
      `<ids:ParticipantIdentifier scheme="iso6523-actorid-upis"> ${who} ` +
      '</ids:ParticipantIdentifier>\n<ServiceMetadataReferenceCollection>' +
      `${references.join('\n')}</ServiceMetadataReferenceCollection></ServiceGroup>`,
  )
}

describe('a service group', () => {
  it('is at the participant of the SMP, in one segment', () => {
    expect(groupUrl('https://smp.example/base', participant)).toBe(
      'https://smp.example/base/iso6523-actorid-upis%3A%3A9930%3Ade123456788',
    )
  })

  it('lists document types in the order of the SMP, each once, wherever they are served', () => {
    const elsewhere = href(`peppol-doctype-wildcard::${pint}`).replace('smp.example', '127.0.0.1')
    const body = group([
      reference(elsewhere),
      reference(href(`busdox-docid-qns::${billing}`)),
      reference(`${href(`busdox-docid-qns::${billing}`)}/`),
    ])
    const { documentTypes, unreadable } = readServiceGroup(body, participant)
    expect(documentTypes.map(formatIdentifier)).toEqual([
      `peppol-doctype-wildcard::${pint}`,
      `busdox-docid-qns::${billing}`,
    ])
    expect(unreadable).toBe(0)
  })

  it('of somebody else is refused, with no more of it than a person reads', () => {
    const refused = (who: string) => () => readServiceGroup(group([], who), participant)
    expect(refused('9930:other')).toThrow(/It speaks of participant '9930:other'\.$/)
    expect(refused('y'.repeat(900_000))).toThrow(/^The SMP's answer .* participant 'y{900,950}…$/)
  })

  it('may list nothing', () => {
    expect(readServiceGroup(group([]), participant)).toEqual({ documentTypes: [], unreadable: 0 })
  })

  it.each([
    ['has no href', '<ServiceMetadataReference/>'],
    ['is of another path', reference('https://smp.example/complete')],
    ['is not percent-encoded as it should be', reference(`${base}/%E0%A4%A`)],
    ['names no document type', reference(`${base}/invoice`)],
    ['names an unknown scheme', reference(href(`a-b-c::${billing}`))],
  ])('counts a reference that %s, and takes the others', (_, broken) => {
    const body = group([broken, reference(href(`busdox-docid-qns::${billing}`))])
    expect(readServiceGroup(body, participant)).toMatchObject({ unreadable: 1 })
    expect(readServiceGroup(body, participant).documentTypes).toHaveLength(1)
  })

  it.each<[string, Buffer]>([
    ['of another participant', group([], '9930:de987654321')],
    ['that is no XML', Buffer.from('<html><br></html>')],
    ['with a DOCTYPE', Buffer.from(`<!DOCTYPE a>${group([])}`)],
    ['that is other XML', Buffer.from('<ServiceGroup xmlns="urn:other"/>')],
    ['without a list', Buffer.from(group([]).toString().replaceAll('Collection', 'List'))],
    ['with 30,000 references', group(Array.from({ length: 30_000 }, () => reference('x')))],
  ])('%s is refused', (_, body) => {
    expect(() => readServiceGroup(body, participant)).toThrow(
      expect.objectContaining({ code: 'lookup.smp-invalid' }),
    )
  })
})

describe('the name of a document type', () => {
  it.each([
    [billing, 'BIS Billing UBL Invoice V3'],
    [billing.replaceAll('Invoice', 'CreditNote'), 'BIS Billing UBL Credit Note V3'],
    [billing.replace(':billing:', ':selfbilling:'), 'BIS Self-Billing UBL Invoice V3'],
    [
      billing
        .replace(
          /^.*##/,
          'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::CrossIndustryInvoice##',
        )
        .replace('2.1', 'D16B'),
      'BIS Billing CII Invoice V3',
    ],
    [pint, 'PINT Invoice v1.0, any variant'],
    [`${syntax}urn:peppol:pint:billing-1@jp-1::2.1`, 'JP PINT Invoice v1.0'],
    [`${syntax}urn:peppol:pint:billing-1@aunz-1*::2.1`, 'A-NZ PINT Invoice v1.0, any variant'],
    [
      'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##' +
        'urn:peppol:edec:mls:1.0::2.1',
      'Message Level Status v1.0',
    ],
    [
      'urn:example::OrderChange##urn:example:order-change::1.0',
      'Order change (urn:example:order-change)',
    ],
    [`${syntax}urn:peppol:pint:billing-1@sg-1@more::2.1`, 'SG PINT Invoice v1.0, a variant'],
    ['urn:peppol:doctype:edifact:INVRPT##other::0', 'edifact INVRPT (other)'],
    [
      `${syntax}${'urn:cen.eu:en16931:2017'.toUpperCase()}::2.1`,
      'Invoice (URN:CEN.EU:EN16931:2017)',
    ],
  ])('%s', (value, name) => {
    expect(documentTypeName(parseDocumentType(value))).toBe(name)
  })
})
