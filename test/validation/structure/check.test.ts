// The structure of UBL by our tables: what was found, what was expected, where it belongs.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { checkStructure } from '../../../src/validation/structure/index.ts'
import type { Finding } from '../../../src/validation/verdict.ts'
import { parseXml } from '../../../src/xml/index.ts'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../../official-documents.ts'

const invoice = readFileSync('test/fixtures/billing/invoice-usual.out.xml', 'utf8')

function check(text: string | Buffer): Finding[] {
  return checkStructure(parseXml(Buffer.from(text), { instructions: 'keep' }))
}

/** The only finding for the invoice with a change. */
function findingOf(find: string, replacement: string): Finding {
  expect(invoice).toContain(find)
  const findings = check(invoice.replace(find, replacement))
  expect(findings).toHaveLength(1)
  return findings[0]!
}

describe('a document with the structure of UBL', () => {
  it.each(['invoice', 'creditNote', 'debitNote'])('passes: the usual %s', (kind) => {
    expect(check(readFileSync(`test/fixtures/billing/${kind}-usual.out.xml`))).toEqual([])
  })

  it('passes with comments, instructions and CDATA between its elements', () => {
    expect(
      check(
        invoice
          .replace('<cbc:ID>', '<!-- a --><?b c?><cbc:ID>')
          .replace('</cbc:ID>', '<![CDATA[]]></cbc:ID>'),
      ),
    ).toEqual([])
  })

  it('passes with white space around a date, a number and a boolean', () => {
    expect(check(invoice.replace(/<cbc:IssueDate>(.*?)</, '<cbc:IssueDate>\n $1 <'))).toEqual([])
  })

  it('passes with an extension of any content of its own', () => {
    expect(check(extended('<x:Own xmlns:x="urn:x" a="b">text<x:More/></x:Own>'))).toEqual([])
  })

  it('passes with schema locations, and with its own type named', () => {
    const instance = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    expect(
      check(
        invoice.replace(
          '<Invoice',
          `<Invoice ${instance} xsi:schemaLocation="a b" xsi:type="InvoiceType"`,
        ),
      ),
    ).toEqual([])
    const typed = `<cbc:ID ${instance} xsi:type="cbc:IDType">`
    expect(check(invoice.replace('<cbc:ID>', typed))).toEqual([])
    expect(
      check(invoice.replace('<cbc:ID>', typed.replace('cbc:IDType', 'cbc:NameType'))),
    ).toHaveLength(1)
  })
})

function extended(content: string): string {
  const extension =
    '<ext:UBLExtensions ' +
    `xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">` +
    `<ext:UBLExtension><ext:ExtensionContent>${content}</ext:ExtensionContent>` +
    `</ext:UBLExtension></ext:UBLExtensions>`
  return invoice.replace(/<cbc:CustomizationID>/, `${extension}$&`)
}

describe('a finding on the structure', () => {
  it('has place, line, column, value and the expected value', () => {
    const [before] = invoice.split('<cbc:IssueDate>')
    expect(findingOf('<cbc:IssueDate>', '<cbc:IssueDate>x')).toMatchObject({
      layer: 'structure',
      severity: 'error',
      rule: 'structure.invalid-value',
      xpath: '/Invoice[1]/IssueDate[1]',
      line: before!.split('\n').length,
      column: before!.length - before!.lastIndexOf('\n'),
      value: expect.stringMatching(/^x/),
      expected: 'a date such as 2026-11-21',
      message: expect.stringContaining("cbc:IssueDate must be a date such as 2026-11-21; it is 'x"),
    })
  })

  it('names a missing element, and where it belongs', () => {
    const [, due] = /(<cbc:IssueDate>.*?<\/cbc:IssueDate>)/.exec(invoice)!
    const finding = findingOf(due!, '')
    expect(finding).toMatchObject({
      rule: 'structure.missing-element',
      xpath: '/Invoice[1]',
      expected: 'cbc:IssueDate',
    })
    expect(finding.message).toMatch(/lacks the required cbc:IssueDate, after cbc:ID and before /)
  })

  it('names an element that appears twice', () => {
    const finding = findingOf(
      '</cbc:IssueDate>',
      '</cbc:IssueDate><cbc:IssueDate>2026-11-21</cbc:IssueDate>',
    )
    expect(finding).toMatchObject({
      rule: 'structure.repeated-element',
      xpath: '/Invoice[1]/IssueDate[2]',
    })
  })

  it('names the one element that must move, not all those it has passed', () => {
    const [, id] = /(<cbc:ID>.*?<\/cbc:ID>)/.exec(invoice)!
    const moved = invoice.replace(id!, '').replace('</Invoice>', `${id}</Invoice>`)
    expect(check(moved)).toMatchObject([
      {
        rule: 'structure.misplaced-element',
        message: expect.stringContaining(
          'cbc:ID is in the wrong place: it must be after cbc:ProfileID and before cbc:IssueDate',
        ),
      },
    ])
  })

  it.each([
    ['a similar name', '<cbc:Id>1</cbc:Id>', 'Did you mean cbc:ID?'],
    ['another namespace', '<cac:IssueDate>1</cac:IssueDate>', 'Did you mean cbc:IssueDate?'],
    [
      'a place below',
      '<cbc:EndpointID>1</cbc:EndpointID>',
      'Its nearest place is in Invoice/cac:AccountingSupplierParty/cac:Party.',
    ],
    ['no place', '<cbc:Nonsense>1</cbc:Nonsense>', 'Invoice has no element cbc:Nonsense.'],
    [
      'no place, as it is foreign',
      '<x:ID xmlns:x="urn:x">1</x:ID>',
      'Invoice has no element {urn:x}ID.',
    ],
  ])('names an element that is not allowed there, and %s', (_, element, hint) => {
    const finding = findingOf('<cbc:IssueDate>', `${element}<cbc:IssueDate>`)
    expect(finding.rule).toBe('structure.unexpected-element')
    expect(finding.message).toContain(hint)
    expect(finding.expected).toContain('cbc:IssueDate')
  })

  it('names the nearest place above', () => {
    const finding = findingOf(
      '<cac:PostalAddress>',
      '<cbc:DueDate>2026-11-21</cbc:DueDate><cac:PostalAddress>',
    )
    expect(finding.message).toMatch(
      /cac:Party has no element cbc:DueDate\. Its nearest place is in /,
    )
  })

  it('names text between elements', () => {
    expect(findingOf('<cac:PostalAddress>', 'oops<cac:PostalAddress>')).toMatchObject({
      rule: 'structure.unexpected-text',
      value: 'oops',
    })
  })

  it('names an element inside a value', () => {
    expect(findingOf('<cbc:IssueDate>', '<cbc:IssueDate><cbc:ID/>')).toMatchObject({
      rule: 'structure.unexpected-element',
      xpath: '/Invoice[1]/IssueDate[1]/ID[1]',
    })
  })

  it.each([
    ['that is missing', '<cbc:PayableAmount>', 'structure.missing-attribute', ''],
    [
      'that is unknown',
      '<cbc:PayableAmount currencyID="EUR" currency="EUR">',
      'structure.unexpected-attribute',
      '/@currency',
    ],
    [
      'in a namespace',
      '<cbc:PayableAmount currencyID="EUR" xml:lang="en">',
      'structure.unexpected-attribute',
      '/@lang',
    ],
  ])('names an attribute %s', (_, tag, rule, step) => {
    const finding = findingOf(/<cbc:PayableAmount[^>]*>/.exec(invoice)![0], tag)
    expect(finding).toMatchObject({
      rule,
      xpath: `/Invoice[1]/LegalMonetaryTotal[1]/PayableAmount[1]${step}`,
    })
  })

  it('names an attribute with a wrong value', () => {
    const finding = findingOf('<cbc:CustomizationID>', '<cbc:CustomizationID schemeURI="%">')
    expect(finding).toMatchObject({
      rule: 'structure.invalid-value',
      xpath: '/Invoice[1]/CustomizationID[1]/@schemeURI',
    })
  })

  it('for a root that is no document says nothing about its content', () => {
    expect(check('<Order xmlns="urn:x"><a/></Order>')).toMatchObject([
      {
        rule: 'structure.unknown-root',
        value: '{urn:x}Order',
        xpath: '/Order[1]',
        line: 1,
        column: 1,
      },
    ])
  })

  it('covers UBL inside an extension too', () => {
    const wrong = check(extended('<x:Own xmlns:x="urn:x"><cbc:IssueDate>x</cbc:IssueDate></x:Own>'))
    expect(wrong).toMatchObject([
      {
        rule: 'structure.invalid-value',
        xpath: expect.stringMatching(/Own\[1\]\/IssueDate\[1\]$/),
      },
    ])
  })

  it.each([
    ['nothing', ''],
    ['two elements', '<x:A xmlns:x="urn:x"/><x:B xmlns:x="urn:x"/>'],
    ['text', 'text<x:A xmlns:x="urn:x"/>'],
    ['an element of extensions', '<ext:Other/>'],
  ])('is reported for an extension that contains %s', (_, content) => {
    expect(check(extended(content))).toHaveLength(1)
  })
})

describe('many faults', () => {
  it('are a hundred findings and one that says so', () => {
    const findings = check(
      invoice.replace('<cbc:IssueDate>', `${'<cbc:No/>'.repeat(5000)}<cbc:IssueDate>`),
    )
    expect(findings).toHaveLength(101)
    expect(findings.at(-1)?.rule).toBe('structure.too-many')
  })

  it('are reported in document order', () => {
    const findings = check(invoice.replaceAll(/(<cbc:(?:Tax|Payable)Amount[^>]*>)/g, '$1x'))
    const lines = findings.map(({ line }) => line!)
    expect(lines.length).toBeGreaterThan(2)
    expect(lines).toEqual([...lines].sort((a, b) => a - b))
  })
})

// Both have the supplier before the references, which Xerces and libxml2 refuse as well.
const invalid = ['nat-GR-base-example-TaxRepresentative.xml', 'nat-GR-base-example-correct.xml']

describeWithOfficialDocuments('the official documents', () => {
  it.each([...officialFiles('billing'), ...officialFiles('mls')])('%s', (file) => {
    const isInvalid = invalid.some((name) => file.endsWith(name))
    expect(check(readOfficial(file)).length > 0).toBe(isInvalid)
  })
})
