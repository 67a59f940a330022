// Where and how values appear on a sheet: faults found by looking at every sample.
import { describe, expect, it } from 'vitest'
import type { Block } from '../../src/pdf/sheet.ts'
import { invoiceOf, invoiceWith } from './documents.ts'
import { sheetOf, textOf } from './sheet-text.ts'

const allowance = (indicator: string, amount: string, more = '') =>
  `<cac:AllowanceCharge>` +
  `<cbc:ChargeIndicator>${indicator}</cbc:ChargeIndicator>${more}` +
  `<cbc:Amount>${amount}</cbc:Amount></cac:AllowanceCharge>`

function tableOf(content: string): Extract<Block, { kind: 'table' }> {
  const table = sheetOf(invoiceWith(content)).blocks.find((block) => block.kind === 'table')
  if (!table) throw new Error('There is no table')
  return table
}

describe('allowances and charges', () => {
  it.each([
    ['true', '25.00', 'Charge', '+25.00'],
    ['1', '25.00', 'Charge', '+25.00'],
    ['true', '-25.00', 'Charge', '-25.00'],
    ['false', '25.00', 'Allowance', '-25.00'],
    ['0', '25.00', 'Allowance', '-25.00'],
    ['false', '-25.00', 'Allowance', '+25.00'],
    ['true', '0.00', 'Charge', '0.00'],
    ['false', '0', 'Allowance', '0'],
    ['false', '0.01', 'Allowance', '-0.01'],
    ['maybe', '25.00', 'Allowance or charge (maybe)', '25.00'],
  ])('with the indicator %s and the amount %s are: %s, %s', (indicator, amount, name, printed) => {
    const [row] = tableOf(allowance(indicator, amount)).rows
    expect(row!.map(({ text }) => text)).toEqual([name, printed])
  })

  it('have columns for what at least one of them states', () => {
    const rate = '<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>'
    const labels = (content: string) => tableOf(content).columns.map(({ label }) => label)
    expect(labels(allowance('true', '1.00'))).toEqual(['Reason', 'Amount'])
    const { rows } = tableOf(allowance('true', '1.00') + allowance('true', '2.00', rate))
    expect(labels(allowance('true', '1.00') + allowance('true', '2.00', rate))).toEqual([
      'Reason',
      'Percentage',
      'Amount',
    ])
    expect(rows.map((row) => row.map(({ text }) => text))).toEqual([
      ['Charge', '', '+1.00'],
      ['Charge', '10\u00a0%', '+2.00'],
    ])
  })
})

describe('a category of tax without a rate', () => {
  it('is on the first line of its cell', () => {
    const line = (category: string) =>
      tableOf(
        `<cac:InvoiceLine><cbc:ID>1</cbc:ID><cac:Item>` +
          `<cac:ClassifiedTaxCategory>${category}</cac:ClassifiedTaxCategory></cac:Item>` +
          `</cac:InvoiceLine>`,
      ).rows[0]![4]
    expect(line('<cbc:ID>O</cbc:ID>')).toEqual({ text: 'O', details: [] })
    expect(line('<cbc:ID>S</cbc:ID><cbc:Percent>21</cbc:Percent>')).toEqual({
      text: '21\u00a0%',
      details: ['S'],
    })
  })
})

describe('means of payment', () => {
  const means = (code: string, name = '') =>
    `<cac:PaymentMeans><cbc:PaymentMeansCode${name}>${code}</cbc:PaymentMeansCode>` +
    `</cac:PaymentMeans>`
  const printed = (content: string) => {
    const block = sheetOf(invoiceWith(content)).blocks.find(({ kind }) => kind === 'payment')
    return block?.kind === 'payment'
      ? block.means.map((facts) => facts.map(({ value }) => value))
      : []
  }

  it('are separate lists', () => {
    expect(printed(means('10') + means('30')).map((facts) => facts.length)).toEqual([1, 1])
  })

  it('are named once where the document uses our name, in its own spelling', () => {
    const bare = ([facts]: string[][]) =>
      facts!.map((value) => value.replace(/[\u2068\u2069]/g, ''))
    expect(bare(printed(means('30', ' name="Credit Transfer"')))).toEqual(['30 · Credit Transfer'])
    expect(bare(printed(means('30', ' name="By bank"')))).toEqual([
      '30 · Credit transfer · By bank',
    ])
  })
})

describe('content between elements', () => {
  it('is ignored if it says nothing, such as the name of a stylesheet', () => {
    const named = '<?xml-stylesheet type="text/xsl" href="invoice.xsl"?>'
    const bare = invoiceWith('<cbc:ID>N-1</cbc:ID>').toString()
    const styled = Buffer.from(
      bare.replace('<Invoice', `${named}<Invoice`).replace('<cbc:ID>', '<?page break?><cbc:ID>'),
    )
    expect(sheetOf(styled).blocks).toEqual(sheetOf(Buffer.from(bare)).blocks)
  })

  it('is printed as other data if it is text, in every kind of document', () => {
    const bare = invoiceWith('<cbc:ID>N-1</cbc:ID>stray<cac:Item>lost</cac:Item>').toString()
    for (const xml of [bare, bare.replaceAll('Invoice', 'Order')]) {
      const text = textOf(sheetOf(Buffer.from(xml)))
      expect(text).toContain('stray')
      expect(text).toContain('lost')
    }
  })
})

describe('a long number', () => {
  it('is in full in the title, and shortened at the head and foot of each page', () => {
    const number = 'N'.repeat(100)
    const { blocks, heading, footer } = sheetOf(invoiceWith(`<cbc:ID>${number}</cbc:ID>`))
    expect(blocks[0]).toMatchObject({ number })
    for (const text of [heading, footer]) {
      expect(text).toContain(`${'N'.repeat(60)}…`)
      expect(text).not.toContain('N'.repeat(61))
    }
    expect(sheetOf(invoiceWith('<cbc:ID>N-1</cbc:ID>')).heading).toContain('N-1\u2069')
  })
})

describe('the title', () => {
  const titleOf = (code: string, process = '') => {
    const { blocks } = sheetOf(
      invoiceWith(
        `<cbc:ProfileID>${process}</cbc:ProfileID>` +
          `<cbc:InvoiceTypeCode>${code}</cbc:InvoiceTypeCode>`,
      ),
    )
    const title = blocks.find(({ kind }) => kind === 'title')
    return title?.kind === 'title' ? [title.text, ...title.marks] : []
  }

  it('says once that the buyer made the document', () => {
    const selfBilling = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'
    expect(titleOf('389', selfBilling)).toEqual(['Self-billed invoice'])
    expect(titleOf('527', selfBilling)).toEqual(['Self-billed debit note'])
    expect(titleOf('380', selfBilling)).toEqual(['Invoice', 'Self-billed'])
    expect(titleOf('380', 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')).toEqual(['Invoice'])
  })

  it('says so in every specification, also where the code list has one for self-billing', () => {
    expect(titleOf('380', 'urn:peppol:bis:selfbilling')).toEqual(['Invoice', 'Self-billed'])
    expect(titleOf('500')).toEqual(['Invoice', 'Self-billed'])
    const pint = '<cbc:CustomizationID>urn:peppol:pint:selfbilling-1@my-1</cbc:CustomizationID>'
    const [title] = sheetOf(invoiceWith(pint)).blocks
    expect(title).toMatchObject({ kind: 'title', marks: ['Self-billed'] })
  })
})

describe('the author of the file', () => {
  const party = (kind: string, name: string) =>
    `<cac:Accounting${kind}Party><cac:Party><cac:PartyLegalEntity>` +
    `<cbc:RegistrationName>${name}</cbc:RegistrationName>` +
    `</cac:PartyLegalEntity></cac:Party></cac:Accounting${kind}Party>`
  const parties = party('Supplier', 'Alder Works') + party('Customer', 'Birch Stores')
  const code = (value: string) => `<cbc:InvoiceTypeCode>${value}</cbc:InvoiceTypeCode>`

  it('is the seller, and the buyer of a document that the buyer issues', () => {
    expect(sheetOf(invoiceWith(code('380') + parties)).author).toBe('Alder Works')
    expect(sheetOf(invoiceWith(code('389') + parties)).author).toBe('Birch Stores')
  })
})

describe('the head of a column of amounts', () => {
  it('names the currency of the document, if it is one', () => {
    const line = '<cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine>'
    const last = (code: string) =>
      tableOf(`<cbc:DocumentCurrencyCode>${code}</cbc:DocumentCurrencyCode>${line}`).columns.at(-1)!
        .label
    expect(last('EUR')).toBe('Net amount (EUR)')
    expect(last('whatever it may be '.repeat(100))).toBe('Net amount')
  })
})

describe('the location of the schema', () => {
  it('is technical data, not a page of other data', () => {
    const bytes = Buffer.from(
      invoiceOf(1)
        .toString()
        .replace(
          '<Invoice ',
          '<Invoice xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
            'xsi:schemaLocation="urn:x y.xsd" ',
        ),
    )
    const text = textOf(sheetOf(bytes))
    expect(text).toContain('Schema location\nurn:x y.xsd')
    expect(text).not.toContain('Other data')
  })
})
