// What strangers may send to be validated: each gets a finding, within the time and memory that
// the test run allows.

import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openValidator } from '../../src/validation/index.ts'

const validator = await openValidator({
  engine: 'compiled',
  pack: 'own',
  limits: limits.validation,
})
afterAll(() => validator.close())

const invoice = readFileSync('test/fixtures/billing/invoice-usual.out.xml', 'utf8')
const lol = Array.from(
  { length: 9 },
  (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`,
).join('')

function judge(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return validator.validate(bytes, { layers: 'all' })
}

function inInvoice(content: string): string {
  return invoice.replace('<cbc:IssueDate>', `${content}<cbc:IssueDate>`)
}

/**
 * The invoice with that many copies of its first line, each with its own number; their sum is
 * wrong, which is intended.
 */
function withLines(count: number): string {
  const [line] = /<cac:InvoiceLine>.*?<\/cac:InvoiceLine>/s.exec(invoice)!
  const lines = Array.from({ length: count }, (_, n) =>
    line.replace(/<cbc:ID>.*?</, `<cbc:ID>${n + 100}<`),
  )
  return invoice.replace(line, lines.join('\n'))
}

const megabyte = 1_000_000

function manyAttributes(count: number): string {
  return Array.from({ length: count }, (_, n) => `a${n}="1"`).join(' ')
}

describe('bytes that are not a document', () => {
  const cases: [string, () => string | Uint8Array, string][] = [
    ['nothing', () => '', 'syntax.malformed'],
    ['a byte order mark and nothing else', () => '\ufeff', 'syntax.malformed'],
    ['white space', () => ' '.repeat(megabyte), 'syntax.malformed'],
    ['JSON', () => '{"number": "1"}', 'syntax.malformed'],
    ['half a document', () => invoice.slice(0, invoice.length / 2), 'syntax.malformed'],
    [
      'bytes that are not UTF-8',
      () => Buffer.from(invoice.replace('Matti', 'M\u00e4tti'), 'latin1'),
      'syntax.encoding',
    ],
    ['UTF-16', () => Buffer.from(invoice, 'utf16le'), 'syntax.encoding'],
    [
      'a DOCTYPE',
      () => invoice.replace('<Invoice', '<!DOCTYPE Invoice><Invoice'),
      'syntax.forbidden',
    ],
    [
      'an entity bomb',
      () => `<!DOCTYPE a [<!ENTITY l0 "lol">${lol}]><a>&l9;</a>`,
      'syntax.forbidden',
    ],
    [
      'an entity that refers to a file',
      () => '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
      'syntax.forbidden',
    ],
    ['200 levels', () => `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, 'syntax.limit'],
    ['100,000 levels', () => '<a>'.repeat(100_000), 'syntax.limit'],
    ['2 million elements', () => `<a>${'<b/>'.repeat(2_000_000)}</a>`, 'syntax.limit'],
    [
      'another root',
      () => '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>',
      'structure.unknown-root',
    ],
    ['a root in no namespace', () => '<Invoice/>', 'structure.unknown-root'],
  ]
  it.each(cases)('%s', async (_, content, rule) => {
    const { valid, findings } = await judge(content())
    expect({ valid, findings }).toMatchObject({
      valid: false,
      findings: [{ rule, severity: 'error' }],
    })
  })
})

describe('excessive documents', () => {
  const cases: [string, () => string, string][] = [
    [
      '50,000 attributes',
      () => inInvoice(`<cbc:UUID ${manyAttributes(50_000)}>1</cbc:UUID>`),
      'structure.too-many',
    ],
    ['50,000 unknown elements', () => inInvoice('<cbc:No/>'.repeat(50_000)), 'structure.too-many'],
    [
      '50,000 misplaced elements',
      () => inInvoice('<cac:TaxTotal/><cbc:Note/>'.repeat(25_000)),
      'structure.too-many',
    ],
    [
      'a date of 5 million characters',
      () => invoice.replace('>2026-11-21<', `>${'2'.repeat(5 * megabyte)}<`),
      'structure.invalid-value',
    ],
    [
      'an amount of 5 million digits',
      () => invoice.replace('>1388.25<', `>${'9'.repeat(5 * megabyte)}x<`),
      'structure.invalid-value',
    ],
    [
      'an attachment of 15 MB that is not Base64',
      () =>
        invoice.replace(
          '<cac:ProjectReference>',
          `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment>` +
            `<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" ` +
            `filename="a.pdf">${'A'.repeat(15 * megabyte)}?</cbc:EmbeddedDocumentBinaryObject>` +
            `</cac:Attachment></cac:AdditionalDocumentReference><cac:ProjectReference>`,
        ),
      'structure.invalid-value',
    ],
    [
      'a name of a million letters',
      () => inInvoice(`<cbc:${'N'.repeat(megabyte)}/>`),
      'structure.unexpected-element',
    ],
    ['1,000 lines that do not add up', () => withLines(1_000), 'BR-CO-10'],
  ]
  it.each(cases)(
    '%s',
    async (_, content, rule) => {
      const { valid, findings } = await judge(content())
      expect(valid).toBe(false)
      expect(findings.map((finding) => finding.rule)).toContain(rule)
      expect(Math.max(...findings.map(({ message }) => message.length))).toBeLessThan(10_000)
    },
    60_000,
  )
})

describe('large valid documents', () => {
  it('pass: an attachment of 12 MB', async () => {
    const attachment =
      `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment>` +
      `<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" ` +
      `filename="a.pdf">${'AAAA'.repeat(3 * megabyte)}</cbc:EmbeddedDocumentBinaryObject>` +
      `</cac:Attachment></cac:AdditionalDocumentReference>`
    const { findings } = await judge(
      invoice.replace('<cac:ProjectReference>', `${attachment}<cac:ProjectReference>`),
    )
    expect(findings).toEqual([])
  }, 60_000)
})
