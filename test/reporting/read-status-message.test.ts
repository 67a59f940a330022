// What others write is read leniently: what we need is found, what we need not may be wrong.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildMls, readStatusMessage, type StatusMessage } from '../../src/reporting/index.ts'
import { XmlError } from '../../src/xml/index.ts'
import { describeWithOfficialDocuments, readOfficial } from '../official-documents.ts'
import { accepted, rejected } from './mls.ts'

const noon = new Date('2025-03-11T12:00:00Z')
const common = {
  kind: 'mls',
  id: 'MLS-ID123',
  issuedAt: noon,
  sender: { scheme: '0242', id: '123456' },
  receiver: { scheme: '0242', id: '234567' },
  documentId: '90f14eff-3705-4869-ad3c-caae270a234e',
  issues: [],
}
const lineOf = (number: number) =>
  `/Catalogue/cac:CatalogueLine[${number}]/cac:Item[1]/cac:ClassifiedTaxCategory[1]/cbc:ID[1]`
const broken = {
  line: lineOf(3),
  text: expect.stringMatching(/^Validation gives error \[CL-T77-R002\].* code list$/),
  reason: 'BV',
}
const warned = { line: lineOf(3), text: expect.stringMatching(/just a warning$/), reason: 'BW' }
const refused = { ...common, code: 'RE', description: 'Rejected due to validation errors' }

const samples: [name: string, says: object][] = [
  ['AB', { ...common, code: 'AB' }],
  ['AB2', { ...common, code: 'AB', issuedAt: new Date('2025-03-11T11:00:00Z') }],
  [
    'AB3',
    {
      ...common,
      code: 'AB',
      description: 'Can have something here as well',
      sender: { scheme: '0242', id: '123456-MLS.ANYTHING' },
      receiver: { scheme: '0242', id: '234567-mls.P12345.99' },
    },
  ],
  ['AP', { ...common, code: 'AP' }],
  ['RE', { ...refused, issues: [broken] }],
  ['RE2', { ...refused, issues: [broken, warned] }],
  ['RE3', { ...refused, issues: [broken, warned] }],
  ['RE4', { ...refused, issues: [broken, { ...broken, line: lineOf(4) }] }],
]

describeWithOfficialDocuments('the official samples of MLS', () => {
  it.each(samples)('%s says what it says', (name, says) => {
    const read = readStatusMessage(readOfficial(`mls/MessageLevelStatus_Example_${name}.xml`))
    expect(read).toEqual(says)
  })
})

const ours = buildMls(rejected).toString()
const edited = (from: string | RegExp, to: string, text = ours) => {
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  return readStatusMessage(Buffer.from(changed))
}

describe('of a Message Level Status', () => {
  const before: StatusMessage = readStatusMessage(Buffer.from(ours))!
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name)))

  it('the endpoint may be malformed, or missing', () => {
    expect(edited('>001110<', '>000152_c2c3<')).toEqual({
      ...before,
      sender: { scheme: '0242', id: '000152_c2c3' },
    })
    expect(edited(' schemeID="0242"', '')).toEqual({ ...before, sender: { id: '001110' } })
    expect(edited(/<cac:SenderParty>.*<\/cac:SenderParty>/, '')).toEqual(without('sender'))
    expect(edited(/<cbc:EndpointID.*?<\/cbc:EndpointID>/, '')).toEqual(without('sender'))
  })

  it('an acceptance may have a description', () => {
    const text = buildMls({ ...accepted, description: 'Delivered' })
    expect(readStatusMessage(text)).toMatchObject({ code: 'AP', description: 'Delivered' })
  })

  it('dates and times may be padded, without zone, wrong or missing', () => {
    const at = (moment: string) => ({ ...before, issuedAt: new Date(moment) })
    expect(edited('2026-11-21', '\n 2026-11-21 ')).toEqual(before)
    expect(edited('2026-11-21', '2026-11-21Z')).toEqual(before)
    expect(edited('10:05:02.953Z', '10:05:02')).toEqual(at('2026-11-21T10:05:02Z'))
    expect(edited('10:05:02.953Z', '10:05:02+02:00')).toEqual(at('2026-11-21T08:05:02Z'))
    expect(edited(/<cbc:IssueTime>.*<\/cbc:IssueTime>/, '')).toEqual(at('2026-11-21T00:00:00Z'))
    expect(edited(/<cbc:IssueDate>.*<\/cbc:IssueDate>/, '')).toEqual(without('issuedAt'))
    expect(edited('2026-11-21', '21.11.2026')).toEqual(without('issuedAt'))
    expect(edited('10:05:02.953Z', 'noon')).toEqual(without('issuedAt'))
  })

  it('its own identifier, its profile and what explains it may be missing', () => {
    expect(edited(/<cbc:ID>.*?<\/cbc:ID>/, '')).toEqual(without('id'))
    expect(edited(/<cbc:ProfileID>.*<\/cbc:ProfileID>/, '')).toEqual(before)
    expect(edited('Refused for what it says', ' ')).toEqual(without('description'))
    expect(edited(/<cac:LineResponse>.*<\/cac:LineResponse>/, '')).toEqual({
      ...before,
      issues: [],
    })
    expect(edited(/<cac:LineReference>.*<\/cac:LineReference>/, '')).toMatchObject({
      issues: [{ line: 'NA', text: 'Too long', reason: 'BV' }],
    })
    expect(edited(/<cac:Status>.*<\/cac:Status>/, '')).toMatchObject({
      issues: [{ line: '/Invoice[1]/cbc:ID[1]', text: 'Too long' }],
    })
    expect(edited('>BV<', '>ZZ<')).toMatchObject({ issues: [{ reason: 'ZZ' }] })
    expect(edited('Too long', '')).toMatchObject({ issues: [{ text: '', reason: 'BV' }] })
  })

  it('a description in several languages is read as several lines', () => {
    const description = '<cbc:Description>Refused for what it says</cbc:Description>'
    expect(edited(description, `${description}${description}`)).toMatchObject({
      description: 'Refused for what it says\nRefused for what it says',
    })
  })

  const reference = /<cac:DocumentReference>.*<\/cac:DocumentReference>/
  it.each([
    ['the reference is missing', reference, '', 'has no DocumentReference'],
    ['there are two', reference, '$&$&', 'has several DocumentReference'],
    ['it is empty', />90f14eff[^<]*</, '> <', 'The ID of the DocumentReference is empty'],
    ['its ID is missing', reference, '<cac:DocumentReference/>', 'has no ID'],
    ['the code is missing', /<cbc:ResponseCode>RE<\/cbc:ResponseCode>/, '', 'no ResponseCode'],
    ['there are two', '<cbc:ResponseCode>RE</cbc:ResponseCode>', '$&$&', 'several ResponseCode'],
    ['it is empty', '>RE<', '><', "The status '' is not AP, AB or RE"],
    ['it is another one', '>RE<', '>re<', "The status 're' is not AP, AB or RE"],
    ['it is one of an invoice', '>RE<', '>PD<', "The status 'PD' is not AP, AB or RE"],
    ['the response is missing', /<cac:DocumentResponse>.*<\/cac:DocumentResponse>/, '', 'no Doc'],
    ['there are two', /<cac:DocumentResponse>.*<\/cac:DocumentResponse>/, '$&$&', 'several Doc'],
  ])('nothing is made up when %s', (_, from, to, message) => {
    expect(() => edited(from, to)).toThrow(message)
  })
})

describe('of other messages', () => {
  const invoiceResponse = readFileSync('test/fixtures/pdf/invoice-response.xml', 'utf8')
  const toMlr = ours
    .replace('urn:peppol:edec:mls:1.0', 'urn:fdc:peppol.eu:poacc:trns:mlr:3')
    .replace('>urn:peppol:edec:mls<', '>urn:fdc:peppol.eu:poacc:bis:mlr:3<')

  it('a Message Level Response is read as a status is', () => {
    expect(readStatusMessage(Buffer.from(toMlr))).toEqual({
      ...readStatusMessage(Buffer.from(ours)),
      kind: 'mlr',
    })
    expect(() => edited('>RE<', '>FD<', toMlr)).toThrow("The status 'FD' is not AP, AB or RE")
  })

  it('an Invoice Response is read with reasons, actions and conditions', () => {
    expect(readStatusMessage(Buffer.from(invoiceResponse))).toEqual({
      kind: 'invoice-response',
      id: 'IR-2026-17',
      issuedAt: new Date('2026-11-24T12:00:00Z'),
      note: 'We need the order number before we can go on.',
      sender: { scheme: '0192', id: '987654325' },
      receiver: { scheme: '0208', id: '0123456749' },
      code: 'UQ',
      effectiveDate: '2026-11-24',
      reasons: [
        {
          list: 'OPStatusReason',
          code: 'REF',
          text: 'The purchase order is not named',
          conditions: [{ attribute: 'BT-13', description: '4711' }],
        },
        { list: 'OPStatusAction', code: 'PIN', conditions: [] },
      ],
      documentId: 'F-2026-1',
      documentIssueDate: '2026-11-21',
      documentTypeCode: '380',
    })
  })

  it('an Invoice Response may say less, but not leave open what it says', () => {
    const less = edited(
      /<cac:Status>.*<\/cac:Status>/s,
      '<cac:Status><cac:Condition/></cac:Status>',
      invoiceResponse,
    )
    expect(less).toMatchObject({ code: 'UQ', reasons: [{ conditions: [{}] }] })
    const reference = /<cac:DocumentReference>.*<\/cac:DocumentReference>/
    expect(() => edited(reference, '', invoiceResponse)).toThrow('has no DocumentReference')
    expect(() => edited('>UQ<', '>constructor<', invoiceResponse)).toThrow(
      "The status 'constructor' is not one of an Invoice Response",
    )
  })

  it('what is no status message is left alone', () => {
    const other = edited('urn:peppol:edec:mls:1.0', 'urn:fdc:peppol.eu:poacc:trns:other:3')
    expect(other).toBeUndefined()
    expect(edited('urn:peppol:edec:mls:1.0', 'urn:peppol:edec:mls:1.0.1')).toBeUndefined()
    expect(edited(/<cbc:CustomizationID>.*<\/cbc:CustomizationID>/, '')).toBeUndefined()
    expect(edited(/ApplicationResponse-2/, 'ApplicationResponse-3')).toBeUndefined()
    expect(readStatusMessage(Buffer.from('<a/>'))).toBeUndefined()
  })

  it('what is not XML that we take is refused as such', () => {
    for (const text of ['', 'AP', '<!DOCTYPE a><a/>', ours.slice(0, -1)])
      expect(() => readStatusMessage(Buffer.from(text))).toThrow(XmlError)
  })
})
