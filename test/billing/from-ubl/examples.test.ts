import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  completeDocument,
  convertUbl,
  documentModel,
  toUbl,
  type Unmapped,
} from '../../../src/billing/index.ts'
import type { BillingDocument } from '../../../src/billing/model/document.ts'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../../official-documents.ts'
import { contentOf } from '../content.ts'
import { fixture, fixtureNames } from '../fixtures.ts'

function converted(ubl: Buffer) {
  const read = convertUbl(ubl)
  if (read.kind !== 'read') throw new Error(`not read: ${read.kind}`)
  return read
}

/** The same document after UBL → JSON → UBL, with the model checking the JSON on the way. */
function throughJson(ubl: Buffer): Buffer {
  const { of, document } = converted(ubl)
  const accepted = documentModel(of).parse(JSON.parse(JSON.stringify(document)))
  const { document: complete, inconsistencies } = completeDocument(of, accepted)
  expect(inconsistencies).toEqual([])
  return toUbl(of, complete)
}

const exampleNames = officialFiles('billing').map((file) => path.basename(file))
const exampleBytes = (name: string) => readOfficial(`billing/${name}`)

const isOfCen = (name: string) => name.startsWith('cen-')

/**
 * An official example that is invalid by its own rules: it has the trading name of a company where
 * the rules want its legal name.
 */
const wrongExample = 'nat-GR-base-example-TaxRepresentative.xml'
const bisExamples = exampleNames.filter((name) => !isOfCen(name) && name !== wrongExample)

describeWithOfficialDocuments('the official examples of BIS Billing', () => {
  test('exist', () => {
    expect(bisExamples.length).toBeGreaterThanOrEqual(12)
  })

  test.each(bisExamples)('%s: UBL → JSON → UBL keeps its content', (name) => {
    const ubl = exampleBytes(name)
    const { unmapped } = converted(ubl)
    const lost = new Set(unmapped.map(lineOf))
    expect(contentOf(throughJson(ubl))).toEqual(contentOf(ubl).filter((line) => !lost.has(line)))
    expect(unmapped.map(lineOf)).toEqual(unmappedOf[name] ?? [])
  })

  test(`${wrongExample} gives a JSON that is refused where the example is wrong`, () => {
    const { of, document, unmapped } = converted(exampleBytes(wrongExample))
    expect(unmapped).toEqual([])
    const faults = documentModel(of)
      .safeParse(document)
      .error?.issues.map(({ path }) => path.join('/'))
    expect(faults).toEqual(['seller/name'])
  })

  test(`${wrongExample}: UBL → JSON → UBL keeps its content if the JSON is not checked`, () => {
    const ubl = exampleBytes(wrongExample)
    const { of, document } = converted(ubl)
    const { document: complete } = completeDocument(of, document as unknown as BillingDocument)
    expect(contentOf(toUbl(of, complete))).toEqual(contentOf(ubl))
  })

  test('lose a value that is removed from the JSON on the way', () => {
    const ubl = exampleBytes('base-example.xml')
    const { of, document } = converted(ubl)
    const accepted = documentModel(of).parse({ ...document, paymentTerms: undefined })
    const written = toUbl(of, completeDocument(of, accepted).document)
    const missing = contentOf(ubl).filter((line) => !contentOf(written).includes(line))
    expect(missing).toEqual(['/Invoice/PaymentTerms/Note = Payment within 10 days, 2% discount'])
  })
})

/** What the examples contain beyond the standard, as path and text. */
const unmappedOf: Record<string, string[]> = {
  'nat-Norwegian-example-1.xml': Array.from(
    { length: 4 },
    () => '/Invoice/InvoiceLine/Item/ClassifiedTaxCategory/ID/@schemeID = UNCL5305',
  ),
}

function lineOf({ xpath, text }: Unmapped): string {
  return `${xpath.replace(/\[[0-9]+\]/g, '')} = ${text.trim()}`
}

/**
 * CEN's examples follow EN 16931 but not BIS: these fields they lack or have in another
 * form, and get from us.
 */
const bisFields = {
  specificationId: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
  businessProcess: 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
}
const endpoint = { scheme: '0088', id: '7300010000001' }
const bisPaths = /\/(CustomizationID|ProfileID|EndpointID)( =|\/@)/

function withBisFields(document: object): BillingDocument {
  const { seller, buyer } = document as { seller: object; buyer: object }
  return {
    ...document,
    ...bisFields,
    seller: { ...seller, endpoint },
    buyer: { ...buyer, endpoint },
  } as unknown as BillingDocument
}

const unmappedOfCen: Record<string, string[]> = {
  // An empty element, which BIS forbids.
  'cen-guide-example2.xml': ['/Invoice/InvoiceLine/OrderLineReference/LineID = '],
  'cen-ubl-tc434-example2.xml': ['/Invoice/InvoiceLine/OrderLineReference/LineID = '],
  // A document reference of a line that does not say that it is the invoiced object.
  'cen-ubl-tc434-example5.xml': [
    '/Invoice/InvoiceLine/DocumentReference/ID = Object2',
    '/Invoice/InvoiceLine/DocumentReference/ID = Object2',
  ],
}

/**
 * Their line amounts are not the product of quantity and price (PEPPOL-EN16931-R120), so neither
 * are their totals correct.
 */
const wrongAmountsOfCen = [
  'cen-guide-example1.xml',
  'cen-guide-example2.xml',
  'cen-guide-example3.xml',
  'cen-ubl-tc434-example1.xml',
  'cen-ubl-tc434-example10.xml',
  'cen-ubl-tc434-example2.xml',
  'cen-ubl-tc434-example3.xml',
]
const computedPaths = /\/(LineExtension|Taxable|Tax|TaxExclusive|TaxInclusive|Payable)Amount = /

describeWithOfficialDocuments('the official examples of EN 16931', () => {
  test.each(exampleNames.filter(isOfCen))(
    '%s: UBL → JSON → UBL keeps its content except for what is reported as unmapped',
    (name) => {
      const ubl = exampleBytes(name)
      const { of, document, unmapped } = converted(ubl)
      expect(unmapped.map(lineOf)).toEqual(unmappedOfCen[name] ?? [])
      const { document: complete, inconsistencies } = completeDocument(of, withBisFields(document))
      expect(inconsistencies.length > 0).toBe(wrongAmountsOfCen.includes(name))
      const lost = new Set(unmapped.map(lineOf))
      const kept = (line: string) =>
        !bisPaths.test(line) &&
        !lost.has(line) &&
        !(inconsistencies.length > 0 && computedPaths.test(line))
      const written = contentOf(toUbl(of, complete)).filter(kept)
      expect(written.filter((line, index) => !isRepeated(name, line, written, index))).toEqual(
        contentOf(ubl).filter(kept).map(inWords),
      )
    },
  )

  /**
   * We write the remittance information into every PaymentMeans; this example has it
   * in the first only.
   */
  function isRepeated(name: string, line: string, lines: string[], index: number): boolean {
    const isPaymentId = name === 'cen-ubl-tc434-example1.xml' && line.includes('/PaymentID = ')
    return isPaymentId && lines.indexOf(line) < index
  }

  /** XML Schema also writes false as 0 and true as 1. */
  function inWords(line: string): string {
    return line
      .replace(/(ChargeIndicator = )0$/, '$1false')
      .replace(/(ChargeIndicator = )1$/, '$1true')
  }
})

describe('our own fixtures', () => {
  test.each(fixtureNames)('%s: UBL → JSON → UBL gives the same bytes', (name) => {
    const { golden } = fixture(name)
    expect(throughJson(golden).toString()).toBe(golden.toString())
    expect(converted(golden).unmapped).toEqual([])
  })
})
