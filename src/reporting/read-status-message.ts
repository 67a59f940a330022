// Reads what others say about documents: MLS, MLR and Invoice Response. Whatever is not needed to
// find the document and to know its status may be missing or malformed.
import {
  attributeOf,
  child,
  children,
  descend,
  parseDateTime,
  parseXml,
  textOf,
  trimSpace,
  type XmlElement,
} from '../xml/index.ts'
import type { MlsCode } from './build-mls.ts'
import { applicationResponse, customizationIds } from './identifiers.ts'
import { type InvoiceStatusCode, invoiceStatuses } from './invoice-response-codes.ts'

/** An endpoint as the message states it; neither part need be well-formed. */
type StatedEndpoint = { scheme?: string; id: string }

type Stated = {
  id?: string
  issuedAt?: Date
  sender?: StatedEndpoint
  receiver?: StatedEndpoint
  description?: string
  /** MLS: the SBDH instance identifier; Invoice Response: the number of the invoice. */
  documentId: string
}

/** `reason` is BV, BW, FD or SV, unless the sender made up another; `line` may be `NA`. */
type StatedIssue = { line: string; text: string; reason?: string }

/** `list` is OPStatusReason or OPStatusAction, if the sender keeps to the rules. */
type StatedReason = {
  list?: string
  code?: string
  text?: string
  conditions: { attribute?: string; description?: string }[]
}

export type StatusMessage =
  | (Stated & { kind: 'mls' | 'mlr'; code: MlsCode; issues: StatedIssue[] })
  | (Stated & {
      kind: 'invoice-response'
      code: InvoiceStatusCode
      reasons: StatedReason[]
      note?: string
      effectiveDate?: string
      documentIssueDate?: string
      documentTypeCode?: string
    })

/**
 * Undefined when it is another document. Throws an Error in words when it is a status message that
 * does not say which document it is about, or what the status is; an XmlError when it is not XML
 * that we take.
 */
export function readStatusMessage(ubl: Uint8Array): StatusMessage | undefined {
  const { root } = parseXml(ubl, { instructions: 'keep' })
  const kind = kindOf(root)
  if (kind === undefined) return undefined
  const about = only(root, 'DocumentResponse')
  const response = only(about, 'Response')
  const code = stated(only(response, 'ResponseCode'))
  const common = { ...readHeader(root), ...readAbout(about, response) }
  if (kind !== 'invoice-response') {
    if (!isMlsCode(code)) throw new Error(`The status '${code ?? ''}' is not AP, AB or RE`)
    return { kind, ...common, code, issues: children(about, 'LineResponse').flatMap(readIssues) }
  }
  if (!isInvoiceStatusCode(code))
    throw new Error(`The status '${code ?? ''}' is not one of an Invoice Response`)
  const reference = child(about, 'DocumentReference')
  return {
    kind,
    ...common,
    code,
    reasons: children(response, 'Status').map(readReason),
    ...fact('note', stated(child(root, 'Note'))),
    ...fact('effectiveDate', stated(child(response, 'EffectiveDate'))),
    ...fact('documentIssueDate', stated(child(reference, 'IssueDate'))),
    ...fact('documentTypeCode', stated(child(reference, 'DocumentTypeCode'))),
  }
}

function kindOf(root: XmlElement): StatusMessage['kind'] | undefined {
  const { namespace, root: local } = applicationResponse
  if (root.namespace !== namespace || root.local !== local) return undefined
  const customizationId = stated(child(root, 'CustomizationID'))
  const kinds = ['mls', 'mlr', 'invoice-response'] as const
  return kinds.find((kind) => customizationIds[kind] === customizationId)
}

function readHeader(root: XmlElement) {
  const date = stated(child(root, 'IssueDate'))?.slice(0, 10)
  const time = stated(child(root, 'IssueTime')) ?? '00:00:00Z'
  return {
    ...fact('id', stated(child(root, 'ID'))),
    ...fact('issuedAt', date === undefined ? undefined : parseDateTime(`${date}T${time}`)),
    ...fact('sender', endpointOf(child(root, 'SenderParty'))),
    ...fact('receiver', endpointOf(child(root, 'ReceiverParty'))),
  }
}

function readAbout(about: XmlElement, response: XmlElement) {
  const documentId = stated(only(only(about, 'DocumentReference'), 'ID'))
  if (documentId === undefined) throw new Error('The ID of the DocumentReference is empty')
  return { documentId, ...fact('description', descriptionIn(response)) }
}

function endpointOf(party: XmlElement | undefined): StatedEndpoint | undefined {
  const endpoint = child(party, 'EndpointID')
  const id = stated(endpoint)
  if (endpoint === undefined || id === undefined) return undefined
  return { id, ...fact('scheme', trimmed(attributeOf(endpoint, 'schemeID', ''))) }
}

/** One for each response, of which a line may have several. */
function readIssues(line: XmlElement): StatedIssue[] {
  const place = stated(descend(line, 'LineReference', 'LineID')) ?? 'NA'
  return children(line, 'Response').map((response) => ({
    line: place,
    text: descriptionIn(response) ?? '',
    ...fact('reason', stated(descend(response, 'Status', 'StatusReasonCode'))),
  }))
}

function readReason(status: XmlElement): StatedReason {
  const code = child(status, 'StatusReasonCode')
  return {
    ...fact('list', code && trimmed(attributeOf(code, 'listID', ''))),
    ...fact('code', stated(code)),
    ...fact('text', stated(child(status, 'StatusReason'))),
    conditions: children(status, 'Condition').map((condition) => ({
      ...fact('attribute', stated(child(condition, 'AttributeID'))),
      ...fact('description', descriptionIn(condition)),
    })),
  }
}

function descriptionIn(element: XmlElement): string | undefined {
  const lines = children(element, 'Description').flatMap((line) => stated(line) ?? [])
  return lines.length > 0 ? lines.join('\n') : undefined
}

function stated(element: XmlElement | undefined): string | undefined {
  return element && trimmed(textOf(element))
}

function trimmed(text: string | undefined): string | undefined {
  return (text && trimSpace(text)) || undefined
}

function fact<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [name in Name]?: Value }
}

// Two of them would leave open which one counts.
function only(parent: XmlElement, local: string): XmlElement {
  const [found, ...others] = children(parent, local)
  if (!found) throw new Error(`The status message has no ${local}`)
  if (others.length > 0) throw new Error(`The status message has several ${local}`)
  return found
}

function isMlsCode(code: string | undefined): code is MlsCode {
  return code === 'AP' || code === 'AB' || code === 'RE'
}

function isInvoiceStatusCode(code: string | undefined): code is InvoiceStatusCode {
  return code !== undefined && Object.hasOwn(invoiceStatuses, code)
}
