// Where an official sample and the document that we write of it differ for a known reason.

/** A payment to a third party, which is named as unmapped, is part of the amount due. */
export const isThirdParty = (file: string) => /xrechnung.*ext.*_05\.01a/.test(file)

const row = '/Invoice/TaxTotal/TaxSubtotal'
const code = `${row}/TaxCategory/TaxExemptionReasonCode = `

/** The sample has these amounts in USD, which are named as unmapped. */
const extension = '/Invoice/InvoiceLine/ItemPriceExtension'
const inDirhams = [
  `${extension}/Amount/@currencyID = AED`,
  `${extension}/Amount = 913621.44`,
  `${extension}/TaxTotal/TaxAmount/@currencyID = AED`,
  `${extension}/TaxTotal/TaxAmount = 0.00`,
]

/** What our document has beyond the sample, and what it writes in another form. */
export function differences(file: string): { added?: string[]; changed?: Record<string, string> } {
  if (/pint-ae.*Exports/.test(file)) return { added: inDirhams }
  if (!/nlcius.*ok_full/.test(file)) return {}
  return {
    // An allowance and a charge of this rate cancel each other; the sample has no row for them.
    added: [
      `${row}/TaxableAmount/@currencyID = EUR`,
      `${row}/TaxableAmount = 0.00`,
      `${row}/TaxAmount/@currencyID = EUR`,
      `${row}/TaxAmount = 0.00`,
      `${row}/TaxCategory/ID = S`,
      `${row}/TaxCategory/Percent = 21`,
      `${row}/TaxCategory/TaxScheme/ID = VAT`,
    ],
    changed: { [`${code}vatex-eu-151-1b`]: `${code}VATEX-EU-151-1B` },
  }
}

/** The lines without the last run of them that is equal to these. */
export function without(lines: string[], run: string[]): string[] {
  const start = lines.findLastIndex((_, at) => run.every((line, by) => lines[at + by] === line))
  return run.length === 0 || start < 0 ? lines : lines.toSpliced(start, run.length)
}
