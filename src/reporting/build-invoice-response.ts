// Invoice Response 3 (T111): what a buyer tells the seller about an invoice.
import { participantFault, participantScheme } from '../peppol/index.ts'
import { trimSpace } from '../xml/index.ts'
import { endpointPart, responsePart } from './application-response.ts'
import { checkRule, isBlank, isDatable, isDay, isIdentifier } from './checks.ts'
import { customizationIds, invoiceResponseProcess } from './identifiers.ts'
import {
  type InvoiceStatusCode,
  invoiceStatuses,
  isAddressScheme,
  isDocumentName,
  type StatusActionCode,
  type StatusReasonCode,
  statusActions,
  statusReasons,
} from './invoice-response-codes.ts'
import { type Part, writeXml } from './write-xml.ts'

type ResponseParty = { endpoint: { scheme: string; id: string }; name: string }

type ResponseContact = {
  name?: string | undefined
  telephone?: string | undefined
  email?: string | undefined
}

/** Why, or what the seller is asked to do; `text` says so in words. */
export type Clarification = (
  | { list: 'OPStatusReason'; code: StatusReasonCode }
  | { list: 'OPStatusAction'; code: StatusActionCode }
) & {
  text?: string | undefined
  /** Which field is meant, such as BT-13, and what it should say. */
  conditions?: readonly { attribute: string; description?: string | undefined }[]
}

export type InvoiceResponse = {
  id: string
  issuedAt: Date
  note?: string | undefined
  /** The buyer. */
  sender: ResponseParty & { contact?: ResponseContact | undefined }
  /** The seller. */
  receiver: ResponseParty
  code: InvoiceStatusCode
  /** The day on which the status came into effect, as YYYY-MM-DD. */
  effectiveDate?: string | undefined
  /** At least one for UQ, CA and RE. */
  clarifications: readonly Clarification[]
  invoice: { number: string; issueDate?: string | undefined; typeCode: string }
}

/**
 * UTF-8 from the root's '<' to its closing '>'. Throws an Error that begins with the rule
 * (PEPPOL-T111-…, PEPPOL-COMMON-…) when the response would break it; characters of texts that XML
 * forbids are replaced, and blank texts left out.
 */
export function buildInvoiceResponse(response: InvoiceResponse): Buffer {
  checkHeader(response)
  checkParty(response.sender, { scheme: 'B00902', name: 'B01401' })
  checkParty(response.receiver, { scheme: 'B02102', name: 'B02601' })
  checkStatus(response)
  for (const clarification of response.clarifications)
    checkClarification(response.code, clarification)
  const { sender, receiver, code, clarifications, effectiveDate, invoice } = response
  const header = {
    customizationId: customizationIds['invoice-response'],
    profileId: invoiceResponseProcess.value,
    id: trimSpace(response.id),
    issuedAt: response.issuedAt,
    note: stated(response.note),
  }
  return writeXml(
    responsePart(header, [
      ['cac:SenderParty', [...partyParts(sender), contactPart(sender.contact ?? {})]],
      ['cac:ReceiverParty', partyParts(receiver)],
      [
        'cac:DocumentResponse',
        [
          [
            'cac:Response',
            [
              ['cbc:ResponseCode', code],
              leaf('cbc:EffectiveDate', effectiveDate),
              ...clarifications.map(statusPart),
            ],
          ],
          [
            'cac:DocumentReference',
            [
              ['cbc:ID', trimSpace(invoice.number)],
              leaf('cbc:IssueDate', invoice.issueDate),
              ['cbc:DocumentTypeCode', invoice.typeCode],
            ],
          ],
        ],
      ],
    ]),
  )
}

function partyParts({ endpoint, name }: ResponseParty): Part[] {
  return [
    endpointPart(endpoint.scheme, trimSpace(endpoint.id)),
    ['cac:PartyLegalEntity', [['cbc:RegistrationName', trimSpace(name)]]],
  ]
}

function contactPart({ name, telephone, email }: ResponseContact): Part | undefined {
  const parts = [
    leaf('cbc:Name', name),
    leaf('cbc:Telephone', telephone),
    leaf('cbc:ElectronicMail', email),
  ]
  return parts.some((part) => part !== undefined) ? ['cac:Contact', parts] : undefined
}

function statusPart({ list, code, text, conditions = [] }: Clarification): Part {
  return [
    'cac:Status',
    [
      ['cbc:StatusReasonCode', code, { listID: list }],
      leaf('cbc:StatusReason', text),
      ...conditions.map(
        ({ attribute, description }): Part => [
          'cac:Condition',
          [['cbc:AttributeID', trimSpace(attribute)], leaf('cbc:Description', description)],
        ],
      ),
    ],
  ]
}

function leaf(name: string, text: string | undefined): Part | undefined {
  const value = stated(text)
  return value === undefined ? undefined : [name, value]
}

// An empty element would break PEPPOL-COMMON-R001.
function stated(text: string | undefined): string | undefined {
  return text === undefined || isBlank(text) ? undefined : trimSpace(text)
}

function checkHeader({ id, issuedAt, effectiveDate, invoice }: InvoiceResponse): void {
  check('B00103', isIdentifier(id), 'a response needs an identifier, in characters of XML')
  check('B00104', isDatable(issuedAt), 'a response needs a date of issue')
  check('B03901', isIdentifier(invoice.number), 'the invoice needs a number')
  check('B04201', isDocumentName(invoice.typeCode), `'${invoice.typeCode}' names no document`)
  for (const day of [effectiveDate, invoice.issueDate])
    checkRule('PEPPOL-COMMON-R030', day === undefined || isDay(day), `'${day}' is not a day`)
}

function checkParty(party: ResponseParty, rules: { scheme: string; name: string }): void {
  const { scheme, id } = party.endpoint
  check(rules.scheme, isAddressScheme(scheme), `'${scheme}' is not a scheme of endpoints`)
  checkRule('PEPPOL-COMMON-R001', isIdentifier(id), 'an endpoint must not be empty')
  check(rules.name, !isBlank(party.name), 'a party needs a name')
  const fault = participantFault({
    scheme: participantScheme,
    value: `${scheme}:${trimSpace(id)}`,
  })
  if (fault?.rule && fault.isFatal) checkRule(fault.rule, false, fault.message)
}

/** Whether a status must come with a reason or an action (PEPPOL-T111-R001). */
export function needsClarification(code: InvoiceStatusCode): boolean {
  return ['CA', 'RE', 'UQ'].includes(code)
}

function checkStatus({ code, clarifications }: InvoiceResponse): void {
  const isExplained = !needsClarification(code) || clarifications.length > 0
  check('B03001', Object.hasOwn(invoiceStatuses, code), `'${code}' is not a status of an invoice`)
  check('R001', isExplained, `the status ${code} needs a clarification`)
}

const lists = {
  OPStatusReason: { codes: statusReasons, rule: 'R007' },
  OPStatusAction: { codes: statusActions, rule: 'R006' },
} as const

function checkClarification(status: InvoiceStatusCode, clarification: Clarification): void {
  const { list, code, text = '', conditions = [] } = clarification
  check('B03303', Object.hasOwn(lists, list), `'${list}' is not a list of clarifications`)
  const { codes, rule } = lists[list]
  check(rule, Object.hasOwn(codes, code), `'${code}' is not a code of ${list}`)
  // The official test of R005 is always true; its text is not.
  check('R004', code !== 'PPD' || !isBlank(text), 'a payment in part needs a text')
  check('R005', code !== 'PPD' || status === 'PD', 'a payment in part needs the status PD')
  const isNamed = conditions.every(({ attribute }) => !isBlank(attribute))
  check('B03601', isNamed, 'a condition needs the field that it is about')
}

function check(number: string, holds: boolean, fault: string): void {
  checkRule(`PEPPOL-T111-${number}`, holds, fault)
}
