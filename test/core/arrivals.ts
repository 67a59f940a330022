// Messages from another access point to a gateway: built, signed and encrypted as in reality.
import { type As4Request, buildUserMessage } from '../../src/as4/index.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import { registerServiceProvider } from '../../src/core/identity/service-provider.ts'
import { answerArrival } from '../../src/core/receive/answer-arrival.ts'
import { openArrival } from '../../src/core/receive/open-arrival.ts'
import { receive } from '../../src/core/receive/receive.ts'
import type { KeyProvider } from '../../src/crypto/index.ts'
import {
  buildSbd,
  formatIdentifier,
  type MlsType,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  type SbdHeader,
} from '../../src/peppol/index.ts'
import type { As4Answer } from '../../src/reception/index.ts'
import { openTestGateway } from './test-gateway.ts'

export const receiver = '0208:0685660237'
const invoiceType =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017' +
  '#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'

export type Sending = {
  messageId?: string
  instanceIdentifier?: string
  content?: Buffer
  sender?: string
  receiver?: string
  documentType?: string
  process?: string
  mlsType?: MlsType
  mlsTo?: SbdHeader['mlsTo']
  /** By the sender's clock: eb:Timestamp, and the creation time of the SBDH. */
  sentAt?: Date
  createdAt?: Date
  /** Whose message it is: the second access point of the sandbox, unless given. */
  keys?: KeyProvider
}

/** A small invoice: what is read of one, and nothing else. */
export function invoiceNamed(number: string): Buffer {
  return Buffer.from(
    `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
      xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
      xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
      <cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
      <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
      <cbc:ID>${number}</cbc:ID><cbc:IssueDate>2026-11-21</cbc:IssueDate>
      <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
      <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
      <cac:AccountingSupplierParty><cac:Party>
        <cbc:EndpointID schemeID="0192">987654325</cbc:EndpointID>
        <cac:PostalAddress><cac:Country><cbc:IdentificationCode>NO</cbc:IdentificationCode>
        </cac:Country></cac:PostalAddress>
      </cac:Party></cac:AccountingSupplierParty>
      <cac:AccountingCustomerParty><cac:Party>
        <cbc:EndpointID schemeID="0208">0685660237</cbc:EndpointID>
      </cac:Party></cac:AccountingCustomerParty>
      <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="EUR">121.00</cbc:PayableAmount>
      </cac:LegalMonetaryTotal></Invoice>`,
  )
}

/** Call it at the top of a test file, with a top-level await. */
export async function openReceivingGateway() {
  const test = await openTestGateway()
  const { gateway, caller, receiverKeys } = test

  /** Registers the receiver and the gateway itself; the tables are emptied before each test. */
  async function register(documentTypes: string[] = []): Promise<void> {
    await registerServiceProvider(gateway)
    const registration = {
      ...{ id: gateway.newId(), participant: receiver, tenantId: caller.tenant.id, documentTypes },
      ...{ country: 'BE', endUser: 'customer-17', createdAt: gateway.now(), byOperator: true },
    }
    await gateway.store.addRegistration(registration, { actor: 'test', at: gateway.now() })
  }

  async function messageOf(sending: Sending): Promise<As4Request> {
    const at = sending.sentAt ?? gateway.now()
    const { keys = receiverKeys, content = invoiceNamed('F-1') } = sending
    const header: SbdHeader = {
      sender: parseParticipant(sending.sender ?? '0192:987654325'),
      receiver: parseParticipant(sending.receiver ?? receiver),
      documentType: parseDocumentType(sending.documentType ?? invoiceType),
      process: parseProcess(sending.process ?? 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'),
      countryC1: 'NO',
      instanceIdentifier: sending.instanceIdentifier ?? gateway.newId(),
      createdAt: sending.createdAt ?? at,
      ...(sending.mlsType ? { mlsType: sending.mlsType } : {}),
      ...(sending.mlsTo ? { mlsTo: sending.mlsTo } : {}),
    }
    const messageId = sending.messageId ?? `${gateway.newId()}@ap.example`
    const { contentType, body } = await buildUserMessage(
      {
        ...{ messageId, conversationId: messageId, timestamp: at },
        service: { type: header.process.scheme, value: header.process.value },
        action: formatIdentifier(header.documentType),
        ...{ originalSender: header.sender, finalRecipient: header.receiver },
        ...{ payload: buildSbd(header, content), contentId: 'payload@ap.example' },
      },
      keys,
      gateway.peppolAccess.keys.certificate,
    )
    return { contentType, body }
  }

  return {
    ...test,
    register,
    messageOf,
    send: async (sending: Sending = {}, on: Gateway = gateway): Promise<As4Answer> =>
      receive(on, await messageOf(sending)),
    /** What the inbound worker does with all that is due now; returns how many it took up. */
    async work(on: Gateway = gateway): Promise<number> {
      const { store, now } = on
      const claims = await store.claimInbound({
        ...{ owner: 'test', now: now(), leaseMs: 60_000, limit: 100 },
      })
      for (const claim of claims)
        if (claim.document.status === 'received') await openArrival(on, claim)
        else await answerArrival(on, claim)
      return claims.length
    },
    inbound: async () => {
      const query = { direction: ['inbound' as const], sort: 'createdAt' as const, limit: 200 }
      return (await gateway.store.listDocuments(caller.tenant.id, query)).documents
    },
  }
}
