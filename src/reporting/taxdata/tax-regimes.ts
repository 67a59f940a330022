// The regimes of tax reporting: what each wants to be told of, as which type of document, and by
// whose clock. How a report is built is beside it.
import {
  documentTypeOf,
  formatIdentifier,
  parseDocumentType,
  parseProcess,
} from '../../peppol/index.ts'
import { emirates } from './emirates.ts'
import type { Regime, TaxDataFacts } from './regime.ts'
import { slovakia } from './slovakia.ts'

export type TaxRegime = {
  title: string
  /** The type of its reports, with its scheme. */
  documentTypeId: string
  /** Whether it wants to be told of documents of that type. */
  isReported(documentTypeId: string): boolean
  /** What it can be told: not every regime knows all of them. */
  types: readonly TaxDataFacts['type'][]
  /** The day of a moment there, YYYY-MM-DD. */
  dayOf(moment: Date): string
  /** Whether its reports name the tax authority. */
  namesAuthority: boolean
  /** Buyers that stand for one who is not on the network: what goes to them is only reported. */
  noBuyers: readonly string[]
  /** How long documents and reports are to be kept; absent: not established. */
  retentionYears?: number
}

/** A regime that cannot be switched on, and why. */
type RegimeThatIsOff = Pick<TaxRegime, 'title' | 'documentTypeId'> & { off: string }

/** The process of all these reports. */
export const taxReportingProcess = parseProcess('urn:peppol:taxreporting')

const bis = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc'

/** One row for each regime (Peppol code lists 9.7). */
export const taxRegimes = {
  ae: rowOf(emirates, {
    title: 'United Arab Emirates',
    customizationIds: ['urn:peppol:pint:billing-1@ae-1', 'urn:peppol:pint:selfbilling-1@ae-1'],
    // Deemed supply, a buyer outside, an export.
    noBuyers: ['0235:9900000097', '0235:9900000098', '0235:9900000099'],
  }),
  // Invoices in the syntax CII are not among them: their elements are not on its list.
  sk: rowOf(slovakia, {
    title: 'Slovakia',
    customizationIds: [`${bis}:billing:3.0`, `${bis}:selfbilling:3.0`],
    noBuyers: [],
    retentionYears: 10,
  }),
  om: offRow('om', 'Oman', '1.0.1'),
  vida: offRow('vida', 'ViDA pilot', '1.1.0'),
}

/** Whether no access point receives for it: it stands for a buyer who is not on the network. */
export function isNoBuyer(participant: string): boolean {
  return Object.values(taxRegimes).some(
    (regime) => 'noBuyers' in regime && regime.noBuyers.includes(participant),
  )
}

export type TaxRegimeName = keyof typeof taxRegimes

type Row = Pick<TaxRegime, 'title' | 'noBuyers' | 'retentionYears'> & {
  /** Invoices and credit notes of UBL with these are reported. */
  customizationIds: readonly string[]
}

function rowOf(regime: Regime, { customizationIds, ...row }: Row): TaxRegime {
  const reported = new Set(customizationIds.flatMap(typesOf))
  return {
    ...row,
    documentTypeId: reportType(regime.namespace, regime.customizationId),
    isReported: (documentTypeId) => reported.has(withoutScheme(documentTypeId)),
    types: Object.keys(regime.types) as TaxDataFacts['type'][],
    dayOf: (moment) => regime.clock(moment)[0],
    namesAuthority: regime.rules.authority !== undefined,
  }
}

function offRow(name: string, title: string, version: string): RegimeThatIsOff {
  return {
    title,
    documentTypeId: reportType(
      `urn:peppol:schema:${name}-taxdata:1.0`,
      `urn:peppol:taxdata:${name}-1`,
    ),
    off:
      `reports for '${name}' are not built, as no rule set of their version in force ` +
      `(${version}) can be installed that would check them`,
  }
}

function reportType(namespace: string, customizationId: string): string {
  return formatIdentifier(parseDocumentType(`${namespace}::TaxData##${customizationId}::1.0`))
}

function typesOf(customizationId: string): string[] {
  return ['Invoice', 'CreditNote'].map((root) => {
    const namespace = `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`
    return documentTypeOf({ namespace, root, customizationId }).value
  })
}

// The scheme says how a type is looked up, not what the document is.
function withoutScheme(documentTypeId: string): string {
  return parseDocumentType(documentTypeId).value
}
