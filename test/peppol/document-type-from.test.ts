import { describe, expect, test } from 'vitest'
import {
  documentTypeFrom,
  documentTypeName,
  IdentifierError,
  ownDutyOf,
  parseDocumentType,
  rootOfType,
} from '../../src/peppol/index.ts'

const ubl = (root: string) => ({
  namespace: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
  root,
})

describe('the document type of what a document says', () => {
  test.each([
    ['Order', 'urn:fdc:peppol.eu:poacc:trns:order:3', '2.1'],
    ['OrderChange', 'urn:fdc:peppol.eu:poacc:trns:order_change:3', '2.3'],
    ['OrderCancellation', 'urn:fdc:peppol.eu:poacc:trns:order_cancellation:3', '2.3'],
    ['OrderResponse', 'urn:fdc:peppol.eu:poacc:trns:order_response:3', '2.1'],
    ['OrderResponse', 'urn:fdc:peppol.eu:poacc:trns:order_response_advanced:3', '2.3'],
    ['DespatchAdvice', 'urn:fdc:peppol.eu:poacc:trns:despatch_advice:3', '2.1'],
    ['DespatchAdvice', 'urn:fdc:peppol.eu:logistics:trns:advanced_despatch_advice:1', '2.1'],
    ['Waybill', 'urn:fdc:peppol.eu:logistics:trns:waybill:1', '2.3'],
    ['Tender', 'urn:fdc:peppol.eu:prac:trns:t005:1.2', '2.2'],
    ['Catalogue', 'urn:fdc:peppol.eu:poacc:trns:catalogue:3', '2.1'],
  ])('%s of %s has the version %s', (root, customizationId, version) => {
    expect(documentTypeFrom({ ...ubl(root), customizationId })).toEqual({
      scheme: 'busdox-docid-qns',
      value: `${ubl(root).namespace}::${root}##${customizationId}::${version}`,
    })
  })

  test('of PINT has the scheme of families', () => {
    const customizationId = 'urn:peppol:pint:billing-1@ae-1'
    expect(documentTypeFrom({ ...ubl('Invoice'), customizationId })?.scheme).toBe(
      'peppol-doctype-wildcard',
    )
  })

  test('of tax data has the version of its schema', () => {
    const namespace = 'urn:peppol:schema:om-taxdata:1.0'
    const customizationId = 'urn:peppol:taxdata:om-1'
    expect(documentTypeFrom({ namespace, root: 'TaxData', customizationId })?.value).toBe(
      `${namespace}::TaxData##${customizationId}::1.0`,
    )
  })

  const cii = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100'
  const core = 'urn:cen.eu:en16931:2017'
  const reminder =
    `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0` +
    '#conformant#urn:fdc:anskaffelser.no:2019:ehf:reminder:3.0'

  test.each([
    [ubl('Invoice').namespace, 'Invoice', reminder, '2.2'],
    [ubl('Invoice').namespace, 'Invoice', `${reminder}:own`, '2.1'],
    [cii, 'CrossIndustryInvoice', core, 'D16B'],
    [cii, 'CrossIndustryInvoice', `${core}#compliant#urn:peppol:france:billing:cius:1.0`, 'D22B'],
    [
      ubl('TransportExecutionPlan').namespace,
      'TransportExecutionPlan',
      'urn:fdc:peppol.eu:logistics:trns:transport_execution_plan:1',
      '2.4',
    ],
  ])(
    'has the version of the code list: %s, %s, %s',
    (namespace, root, customizationId, version) => {
      expect(documentTypeFrom({ namespace, root, customizationId })).toEqual({
        scheme: 'busdox-docid-qns',
        value: `${namespace}::${root}##${customizationId}::${version}`,
      })
    },
  )

  test('follows from nothing else', () => {
    const stated = { namespace: cii, root: 'CrossIndustryInvoice', customizationId: 'c' }
    expect(documentTypeFrom(stated)).toBeUndefined()
    expect(() => documentTypeFrom({ ...ubl('Order'), customizationId: 'a b' })).toThrow(
      IdentifierError,
    )
  })
})

describe('what access points send in their own name', () => {
  test.each([
    ['ApplicationResponse', 'urn:peppol:edec:mls:1.0', 'MLS'],
    ['ApplicationResponse', 'urn:fdc:peppol.eu:poacc:trns:mlr:3', 'MLR'],
    ['TransactionStatisticsReport', '', 'TSR'],
    ['EndUserStatisticsReport', 'whatever', 'EUSR'],
  ])('is a %s of "%s": %s', (root, customizationId, short) => {
    expect(ownDutyOf({ root, customizationId })).toContain(`(${short})`)
  })

  test.each([
    ['ApplicationResponse', 'urn:fdc:peppol.eu:poacc:trns:invoice_response:3'],
    ['Order', 'urn:peppol:edec:mls:1.0'],
  ])('is no %s of %s', (root, customizationId) => {
    expect(ownDutyOf({ root, customizationId })).toBeUndefined()
  })
})

describe('the type of a file that is not XML', () => {
  const facturX =
    'urn:peppol:doctype:pdf+xml##urn:cen.eu:en16931:2017#conformant#' +
    'urn:peppol:france:billing:Factur-X:1.0::D22B'

  test.each([
    [facturX, 'France Factur-X'],
    ['urn:peppol:doctype:edifact:ORDERS##eb2b::0', 'EDIFACT Order - eB2B Extension'],
    [
      'urn:peppol:doctype:bilateral##eb2b:invoice::0',
      'Bilaterally agreed Invoice - eB2B Extension',
    ],
  ])('%s has a name and no root element', (text, name) => {
    const type = parseDocumentType(text)
    expect(type).toEqual({ scheme: 'busdox-docid-qns', value: text })
    expect(documentTypeName(type)).toBe(name)
    expect(rootOfType(type)).toBeUndefined()
  })

  test.each([
    'urn:peppol:doctype:##a::0',
    'urn:peppol:doctype##a::0',
    'urn:peppol:doctype:x:##a::0',
    'urn:peppol:doctype:pdf+xml##::0',
    'urn:peppol:doctype:pdf+xml##a::',
    'urn:peppol:doctype:pdf+xml',
    'urn:other:pdf+xml##a::0',
  ])('%s is none', (text) => {
    expect(() => parseDocumentType(text)).toThrow(IdentifierError)
  })
})
