// Invoices of a given size, and SBDs around them, with characters beyond ASCII wherever allowed.
import { sha256 } from '../../../src/crypto/index.ts'
import {
  buildSbd,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../../src/peppol/index.ts'

const sender = '9915:a'
const receiver = '9915:b'

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd'
const customization = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
export const documentType = `busdox-docid-qns::${ubl}:Invoice-2::Invoice##${customization}::2.1`
const profile = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
export const processId = `cenbii-procid-ubl::${profile}`

/**
 * An invoice of about `bytes` bytes. It does not add up, which the message layer does not
 * care about.
 */
export function invoice(bytes: number): string {
  const head =
    `<cbc:CustomizationID>${customization}</cbc:CustomizationID>` +
    `<cbc:ProfileID>${profile}</cbc:ProfileID><cbc:ID>RE-größe-Ω</cbc:ID>` +
    `<cbc:Note>${note}</cbc:Note>`
  const count = Math.max(0, Math.ceil((bytes - 700) / Buffer.byteLength(invoiceLine(0))))
  const lines = Array.from({ length: count }, (_, at) => invoiceLine(at))
  return (
    `<Invoice xmlns="${ubl}:Invoice-2" xmlns:cac="${ubl}:CommonAggregateComponents-2" ` +
    `xmlns:cbc="${ubl}:CommonBasicComponents-2">${head}${lines.join('')}</Invoice>`
  )
}

/** Characters of one to four bytes in UTF-8, and those that canonical XML escapes. */
const note = 'Größe 5 €, 数量 7, Ω &amp; 𝄞 – "zwölf" &gt; elf, żółć'

// No two lines are alike: above 10 MB, what compresses a hundredfold is refused as a bomb.
function invoiceLine(at: number): string {
  const [article, amount] = [
    sha256(String(at)).toString('hex', 0, 6),
    `${(at * 7919) % 100_000}.${10 + (at % 90)}`,
  ]
  return `
  <cac:InvoiceLine>
    <cbc:ID>${at + 1}</cbc:ID>
    <cbc:InvoicedQuantity unitCode="C62">${(at % 97) + 1}</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="EUR">${amount}</cbc:LineExtensionAmount>
    <cac:Item>
      <cbc:Name>Größe ${article}</cbc:Name>
      <cac:ClassifiedTaxCategory>
        <cbc:ID>S</cbc:ID>
        <cbc:Percent>20</cbc:Percent>
      </cac:ClassifiedTaxCategory>
    </cac:Item>
    <cac:Price>
      <cbc:PriceAmount currencyID="EUR">${amount}</cbc:PriceAmount>
    </cac:Price>
  </cac:InvoiceLine>`
}

type SbdOptions = { instance?: string; to?: string; documentType?: string; processId?: string }

/**
 * phase4's side replaces `INSTANCE` in the instance identifier with something new for each message.
 */
export function sbdOf(document: string, options: SbdOptions = {}): Buffer {
  return buildSbd(
    {
      sender: parseParticipant(sender),
      receiver: parseParticipant(options.to ?? receiver),
      documentType: parseDocumentType(options.documentType ?? documentType),
      process: parseProcess(options.processId ?? processId),
      countryC1: 'AT',
      instanceIdentifier: options.instance ?? 'größe-Ω-𝄞-INSTANCE',
      createdAt: new Date('2026-11-21T10:00:00Z'),
    },
    Buffer.from(document),
  )
}
