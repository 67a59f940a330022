// How much of the official samples JSON holds: of each profile, by the values of its documents, an
// element without text being none. What JSON does not hold is named in `unmapped`.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { convertUbl } from '../../../src/billing/index.ts'
import { parseXml, textOf, type XmlElement } from '../../../src/xml/index.ts'
import { describeWithOfficialDocuments, readOfficial } from '../../official-documents.ts'

type Row = { file: string; set: string; kind: string; xsd: string }

/** All that the schema takes, also what breaks a rule. */
function samplesOf(set: string): string[] {
  return readFileSync('../shared/corpus/pint/expectations.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
    .filter((row) => row.set === set && row.kind === 'sample' && row.xsd === 'valid')
    .map(({ file }) => file)
}

/** Texts and attributes, without those that describe the XML. */
function valuesIn(element: XmlElement): number {
  const inner = element.children.filter((node): node is XmlElement => node.kind === 'element')
  const own = element.attributes.filter(({ namespace }) => namespace === '').length
  const isText = inner.length === 0 && textOf(element).trim() !== ''
  return inner.reduce((sum, child) => sum + valuesIn(child), own + (isText ? 1 : 0))
}

function mapped(files: string[]): { share: number; unmapped: string[] } {
  let all = 0
  const unmapped: string[] = []
  for (const file of files) {
    const ubl = readOfficial(`pint/${file}`)
    const read = convertUbl(ubl)
    if (read.kind !== 'read') throw new Error(`${file}: ${read.kind}`)
    all += valuesIn(parseXml(ubl, { instructions: 'keep' }).root)
    const values = read.unmapped.filter(({ text }) => text.trim() !== '')
    unmapped.push(...values.map(({ xpath }) => xpath.replace(/\[[0-9]+\]/g, '')))
  }
  return { share: (100 * (all - unmapped.length)) / all, unmapped }
}

const isExtension = (file: string) =>
  readOfficial(`pint/${file}`).toString().includes(':extension:xrechnung_')

describeWithOfficialDocuments('mapped values of the official samples', () => {
  test.each([
    ['pint-ae', 25],
    ['pint-aunz', 12],
    ['pint-sg', 8],
    ['nlcius-ubl', 53],
  ])('%s: at least 97 percent', (set, count) => {
    const files = samplesOf(set)
    expect(files).toHaveLength(count)
    expect(mapped(files).share).toBeGreaterThanOrEqual(97)
  })

  test('pint-eu: all but the type of a preceding invoice, which EN 16931 does not have', () => {
    expect(mapped(samplesOf('pint-eu')).unmapped).toEqual([
      '/CreditNote/BillingReference/InvoiceDocumentReference/DocumentTypeCode',
    ])
  })

  test('xrechnung: at least 97 percent without the extension', () => {
    const files = samplesOf('xrechnung-ubl').filter((file) => !isExtension(file))
    expect(files).toHaveLength(63)
    expect(mapped(files).share).toBeGreaterThanOrEqual(97)
  })

  test('the extension of XRechnung: all but its own terms is mapped', () => {
    const files = samplesOf('xrechnung-ubl').filter(isExtension)
    expect(files).toHaveLength(9)
    const own = /\/(?:SubInvoiceLine|PrepaidPayment)\//
    expect(mapped(files).unmapped.filter((path) => !own.test(path))).toEqual([])
  })
})
