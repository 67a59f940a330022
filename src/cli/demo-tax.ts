// The demo in a country with a fifth corner: an invoice goes to the second gateway, and both access
// points report it to the tax authority of the sandbox.
import { formatIdentifier } from '../peppol/index.ts'
import type { DemoClient } from './demo-client.ts'
import { deliverInView, inGateway, since } from './demo-delivery.ts'
import { type DemoDocument, documentOf, ownDocuments } from './demo-documents.ts'
import type { Report } from './demo-report.ts'

export const taxedCountries = ['ae', 'sk'] as const
export type TaxedCountry = (typeof taxedCountries)[number]

const documents: Record<TaxedCountry, () => DemoDocument> = {
  ae: () => {
    const document = documentOf('an invoice of the Emirates as JSON', emirati)
    return { ...document, validation: 'false' }
  },
  sk: () => ({ ...ownDocuments()[1], name: 'an invoice as UBL' }),
}

/** True when it was delivered, and both reports were accepted. */
export async function reportInView({
  country,
  client,
  second,
  folder,
  report,
}: {
  country: TaxedCountry
  client: DemoClient
  second: DemoClient
  folder: string
  report: Report
}): Promise<boolean> {
  const begun = performance.now()
  const document = documents[country]()
  const { sender, receiver } = document
  await second.register(receiver.participant, [formatIdentifier(receiver.documentType)])
  await client.reportTo(entryOf(country, sender.participant))
  await second.reportTo(entryOf(country, receiver.participant))
  const documentAt = inGateway(second, report)
  const isDelivered = await deliverInView({ client, document, folder, documentAt, report })
  if (!isDelivered) return false
  const reports = [await client.awaitTaxReport('status'), await second.awaitTaxReport('inbound')]
  for (const told of reports)
    if (told) {
      const { role, status, code, documentId: id } = told
      const said = { role, status, ...(code ? { code } : {}), ...(id ? { id } : {}) }
      report.write({ event: 'reported-to-tax', ...said, millis: since(begun) })
    }
  return reports.every((told) => told?.status === 'accepted')
}

function entryOf(country: TaxedCountry, participant: string) {
  return {
    ...{ regime: country, participants: [participant], from: '2026-01-01' },
    receiver: `0242:900000-TAX_${country.toUpperCase()}`,
    ...(country === 'sk' ? { authority: { id: 'SK', name: 'Finančná správa' } } : {}),
  }
}

const emirati = {
  ...{ profile: 'pint-ae', number: 'DEMO-AE-1', issueDate: '2026-11-21', dueDate: '2026-12-21' },
  currency: 'AED',
  seller: {
    name: 'Al Noor Trading LLC',
    endpoint: '0235:1987654321',
    vatId: '198765432102003',
    legalId: { id: 'CN-1234567' },
    ae: {
      legalIdType: 'tradeLicence',
      legalIdAuthority: 'Department of Economy and Tourism',
    },
    address: { line1: 'Main Street 1', city: 'Dubai', subdivision: 'DXB', country: 'AE' },
  },
  buyer: {
    name: 'Gulf Cycles LLC',
    endpoint: '0235:1345678901',
    vatId: '134567890123003',
    address: { line1: 'Market Square 2', city: 'Abu Dhabi', subdivision: 'AUH', country: 'AE' },
  },
  payment: { meansCode: '10' },
  lines: [
    {
      ...{ name: 'Bicycle bell', description: 'Brass', quantity: 4, unitCode: 'C62' },
      ...{ netPrice: '110.50', vat: { rate: 5 } },
    },
  ],
}
