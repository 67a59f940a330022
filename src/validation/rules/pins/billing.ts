// The rules of Peppol BIS: billing, self-billing and what follows the award of a contract; and the
// monthly reports of access points.
import type { PinnedRuleSet } from '../pin.ts'

const folderOf = (release: string) => `external/schematron/openpeppol/${release}/xslt`

/** The rules of one release for billing. */
function billingRelease(release: {
  folder: string
  cen: string
  peppol: string
  validFrom: string
}): PinnedRuleSet[] {
  const { folder, validFrom } = release
  const base = folderOf(folder)
  return [
    {
      id: 'en16931',
      title: 'EN 16931, UBL syntax',
      version: release.cen,
      validFrom,
      entries: [`${base}/CEN-EN16931-UBL.xslt`],
    },
    {
      id: 'peppol-billing',
      title: 'Peppol BIS Billing',
      version: release.peppol,
      validFrom,
      entries: [`${base}/PEPPOL-EN16931-UBL.xslt`],
    },
  ]
}

function selfBillingRelease(
  folder: string,
  version: string,
  validFrom: string,
  note?: string,
): PinnedRuleSet {
  return {
    id: 'peppol-selfbilling',
    title: 'Peppol BIS Self-Billing',
    version,
    validFrom,
    entries: [`${folderOf(folder)}/PEPPOL-EN16931-UBL-SB.xslt`],
    ...(note ? { note } : {}),
  }
}

/** Transactions beyond billing: number, id, title. */
const transactions = [
  ['T01', 'peppol-order', 'Order'],
  ['T16', 'peppol-despatch-advice', 'Despatch Advice'],
  ['T19', 'peppol-catalogue', 'Catalogue'],
  ['T58', 'peppol-catalogue-response', 'Catalogue Response'],
  ['T71', 'peppol-mlr', 'Message Level Response'],
  ['T76', 'peppol-order-response', 'Order Response'],
  ['T77', 'peppol-punch-out', 'Punch Out'],
  ['T110', 'peppol-order-agreement', 'Order Agreement'],
  ['T111', 'peppol-invoice-response', 'Invoice Response'],
  ['T114', 'peppol-order-change', 'Order Change'],
  ['T115', 'peppol-order-cancellation', 'Order Cancellation'],
  ['T116', 'peppol-order-response-advanced', 'Order Response Advanced'],
] as const

const postAward = transactions.map(
  ([number, id, title]): PinnedRuleSet => ({
    id,
    title: `Peppol ${title}`,
    version: '3.0.17',
    validFrom: '2026-08-17',
    entries: [`${folderOf('2026.5')}/PEPPOLBIS-${number}.xslt`],
  }),
)

function report(id: string, title: string, version: string, name: string): PinnedRuleSet {
  const folder = `external/schematron/reporting/${id}/${version}/xslt`
  return {
    id: `peppol-${id}`,
    title: `Peppol ${title}`,
    version,
    validFrom: '2026-01-01',
    entries: [`${folder}/peppol-${name}-statistics-reporting-${version}.xslt`],
  }
}

export const billing: readonly PinnedRuleSet[] = [
  ...billingRelease({
    folder: '2025.11',
    cen: '1.3.15',
    peppol: '3.0.20',
    validFrom: '2026-02-23',
  }),
  ...billingRelease({ folder: '2026.5', cen: '1.3.16', peppol: '3.0.21', validFrom: '2026-08-17' }),
  selfBillingRelease(
    '2026.3',
    '3.0.1',
    '2026-03-01',
    "The package's name for it; the file itself still says 3.0.0.",
  ),
  selfBillingRelease('2026.5', '3.0.2', '2026-08-17'),
  ...postAward,
  report('tsr', 'Transaction Statistics Report', '1.0.5', 'transaction'),
  report('eusr', 'End User Statistics Report', '1.1.5', 'end-user'),
]
