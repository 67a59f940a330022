// The chaos run in a country with a fifth corner: invoices of PINT AE, and a tenant who reports
// what it sends and what it receives.
import { randomUUID } from 'node:crypto'
import { parseDocumentType, parseProcess } from '../../src/peppol/index.ts'
import type { GatewayProcess } from '../e2e/gateway-process.ts'
import {
  invoiceXml,
  otherParticipant,
  ownParticipant,
  type Spoken,
  sendingParticipant,
} from './peer.ts'

const customizationId = 'urn:peppol:pint:billing-1@ae-1'
const process = 'urn:peppol:bis:billing'

export const emirati: Spoken = {
  documentType: parseDocumentType(
    'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
      `${customizationId}::2.1`,
  ),
  process: parseProcess(process),
  invoice: (number, receiver) =>
    Buffer.from(
      invoiceXml(number, receiver)
        .toString()
        .replace('</cbc:ID>', `</cbc:ID><cbc:UUID>${randomUUID()}</cbc:UUID>`)
        .replace(/(<cbc:CustomizationID>)[^<]*/, `$1${customizationId}`)
        .replace(/(<cbc:ProfileID>)[^<]*/, `$1${process}`),
    ),
}

/** As a caller submits one. */
export function emiratiBody(number: string): { mediaType: string; text: string } {
  const text = emirati.invoice(number, otherParticipant).toString()
  return { mediaType: 'application/xml', text }
}

/** The number of one invoice in ten ends so: without lines it is reported as invalid. */
const invalidEnd = '5'

export function sendsInvalid({ invoice, ...spoken }: Spoken): Spoken {
  const isInvalid = (number: string) => number.endsWith(invalidEnd)
  return {
    ...{ ...spoken, isInvalid },
    invoice(number, receiver) {
      const whole = invoice(number, receiver)
      if (!isInvalid(number)) return whole
      return Buffer.from(whole.toString().replace(/<cac:InvoiceLine>.*<\/cac:InvoiceLine>/s, ''))
    },
  }
}

/** From now on the tenant reports both ways. */
export async function reportFrom(gateway: GatewayProcess): Promise<void> {
  const { id } = (await (await gateway.call('/api/v1/tenant')).json()) as { id: string }
  const participants = [sendingParticipant, ownParticipant].map((one) => `${one.scheme}:${one.id}`)
  const entry = { regime: 'ae', participants, receiver: '0242:900000-TAX_AE', from: '2026-01-01' }
  const answer = await gateway.call(`/api/v1/tenants/${id}`, {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ participants, taxReporting: [entry] }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
}
