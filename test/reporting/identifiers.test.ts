import { describe, expect, it } from 'vitest'
import { documentTypeName, formatIdentifier } from '../../src/peppol/index.ts'
import * as reporting from '../../src/reporting/index.ts'

describe('document types and processes', () => {
  const responses = 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2'
  it.each([
    [
      reporting.mlsDocumentType,
      `${responses}::ApplicationResponse##urn:peppol:edec:mls:1.0::2.1`,
      'Message Level Status v1.0',
    ],
    [
      reporting.mlrDocumentType,
      `${responses}::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:mlr:3::2.1`,
      'Message Level Response 3.0',
    ],
    [
      reporting.invoiceResponseDocumentType,
      `${responses}::ApplicationResponse##urn:fdc:peppol.eu:poacc:trns:invoice_response:3::2.1`,
      'Invoice Response 3.0',
    ],
    [
      reporting.transactionReportDocumentType,
      'urn:fdc:peppol:transaction-statistics-report:1.0::TransactionStatisticsReport##' +
        'urn:fdc:peppol.eu:edec:trns:transaction-statistics-reporting:1.0::1.0',
      'Transaction Statistics Report v1.0',
    ],
    [
      reporting.endUserReportDocumentType,
      'urn:fdc:peppol:end-user-statistics-report:1.1::EndUserStatisticsReport##' +
        'urn:fdc:peppol.eu:edec:trns:end-user-statistics-report:1.1::1.1',
      'End User Statistics Report v1.1',
    ],
  ])('are those of the code lists: %s', (documentType, value, name) => {
    expect(formatIdentifier(documentType)).toBe(`busdox-docid-qns::${value}`)
    expect(documentTypeName(documentType)).toBe(name)
  })

  it('have their processes', () => {
    const { mlsProcess, mlrProcess, invoiceResponseProcess, reportingProcess } = reporting
    const processes = [mlsProcess, mlrProcess, invoiceResponseProcess, reportingProcess]
    expect(processes.map(formatIdentifier)).toEqual([
      'cenbii-procid-ubl::urn:peppol:edec:mls',
      'cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:bis:mlr:3',
      'cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:bis:invoice_response:3',
      'cenbii-procid-ubl::urn:fdc:peppol.eu:edec:bis:reporting:1.0',
    ])
  })
})

describe('service providers', () => {
  it('are named by the digits of their seat', () => {
    expect(reporting.serviceProviderId('POP000306')).toBe('000306')
    for (const wrong of ['000306', 'POP00306', 'XOP000306', 'pop000306', 'POP0003060', ''])
      expect(() => reporting.serviceProviderId(wrong)).toThrow('is not a seat id')
  })

  it.each([
    '000306',
    '000306-ABC',
    '000306-abc_9',
    '000306-ABCDEFGHIJKL',
    '000306-A_1.u-n.i_t~1',
    `000306-ABC.${'x'.repeat(24)}`,
  ])('may be called %s', (id) => {
    expect(reporting.isServiceProviderId(id)).toBe(true)
  })

  it.each([
    '',
    '00306',
    '0003060',
    '000306-AB',
    '000306-ABCDEFGHIJKLM',
    '000306_ABC',
    '000306-A-C',
    '000306.ABC',
    '000306-ABC.12',
    `000306-ABC.${'x'.repeat(25)}`,
    '000306-ABC.x x',
    '0242:000306',
    '000306\n',
    '000306-ſabc',
    '000306-\u212aabc',
  ])('may not be called %j', (id) => {
    expect(reporting.isServiceProviderId(id)).toBe(false)
  })
})
