// Who sends what to whom: the network's identifiers, taken from the document unless the
// caller states them.
import type { Summary } from '../billing/index.ts'
import {
  documentTypeOf,
  formatIdentifier,
  formatParticipant,
  type Identifier,
  IdentifierError,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  participantFault,
} from '../peppol/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'
import type { Party } from '../store/index.ts'
import type { ReadDocument, SubmittedBody } from './read-document.ts'

export type AddressOptions = {
  sender?: string
  receiver?: string
  documentTypeId?: string
  processId?: string
  countryC1?: string
}

export type Addressed = {
  sender: Party
  receiver: Party
  documentTypeId: string
  processId: string
  countryC1: string
}

/**
 * Throws Problem `participant.id-invalid`, `participant.checksum-failed`, `request.missing-field`,
 * `request.invalid-field`.
 */
export function addressDocument(
  { summary, root }: Pick<ReadDocument, 'summary' | 'root'>,
  options: AddressOptions,
  format: SubmittedBody['format'],
): Addressed {
  const source = { format, root: root.local }
  const { customizationId, profileId } = summary
  const documentType = options.documentTypeId
    ? stated('documentTypeId', options.documentTypeId, parseDocumentType)
    : readIdentifier(customizationId, at(fields.documentType, source), () =>
        documentTypeOf({ namespace: root.namespace, root: root.local, customizationId }),
      )
  const process = options.processId
    ? stated('processId', options.processId, parseProcess)
    : readIdentifier(profileId, at(fields.process, source), () => parseProcess(profileId))
  refuseWildcard(documentType)
  return {
    sender: partyOf('sender', summary.sender, options, source),
    receiver: partyOf('receiver', summary.receiver, options, source),
    documentTypeId: formatIdentifier(documentType),
    processId: formatIdentifier(process),
    countryC1: options.countryC1 ?? senderCountry(summary, source),
  }
}

/** `path` leads from the root to where UBL has the field. */
type Field = { pointer: string; path: string; term: string }

/** What a fault points into: the caller's JSON, or their XML with a root element of this name. */
type Source = { format: SubmittedBody['format']; root: string }

const fields = {
  documentType: { pointer: '/specificationId', path: 'CustomizationID', term: 'BT-24' },
  process: { pointer: '/businessProcess', path: 'ProfileID', term: 'BT-23' },
} as const satisfies Record<string, Field>

/** Where the parties are in the document. The seller sends it, except in self-billing. */
const partyFields = {
  seller: {
    endpoint: {
      pointer: '/seller/endpoint',
      path: 'AccountingSupplierParty/Party/EndpointID',
      term: 'BT-34',
    },
    country: {
      pointer: '/seller/address/country',
      path: 'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode',
      term: 'BT-40',
    },
  },
  buyer: {
    endpoint: {
      pointer: '/buyer/endpoint',
      path: 'AccountingCustomerParty/Party/EndpointID',
      term: 'BT-49',
    },
    country: {
      pointer: '/buyer/address/country',
      path: 'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode',
      term: 'BT-55',
    },
  },
} as const satisfies Record<Summary['sender']['role'], Record<string, Field>>

function at(field: Field, source: Source): Partial<ProblemDetail> {
  return { code: field.term, ...place(field, source) }
}

/** What `parse` returns. Throws Problem `request.invalid-field` when `value` is no identifier. */
export function readIdentifier<T>(value: string, where: Partial<ProblemDetail>, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    throw new Problem('request.invalid-field', {
      errors: [{ ...where, message: error.message, value }],
    })
  }
}

/** A receiver may register a whole family of document types; a document has exactly one type. */
export function refuseWildcard({ value }: Identifier): void {
  if (!value.includes('*')) return
  const message = 'A document has one document type: wildcards are for registrations only.'
  throw new Problem('request.invalid-field', { detail: message, errors: [{ message, value }] })
}

function partyOf(
  side: 'sender' | 'receiver',
  party: Summary['sender'],
  options: AddressOptions,
  source: Source,
): Party {
  const named = {
    ...(party.name ? { name: party.name } : {}),
    ...(party.country ? { country: party.country } : {}),
  }
  const option = options[side]
  if (option) {
    const participant = stated(side, option, parseParticipant)
    refuseFault(participant, {})
    return { id: formatParticipant(participant), ...named }
  }
  const { endpoint } = partyFields[party.role]
  const where: Partial<ProblemDetail> = {
    code: endpoint.term,
    ...(source.format === 'xml' && party.place ? party.place : place(endpoint, source)),
  }
  if (!party.endpoint) {
    const message =
      `The document names no ${side}: give its electronic address, or the query ` +
      `parameter '${side}'.`
    throw new Problem('request.missing-field', { errors: [{ ...where, message }] })
  }
  const value = `${party.endpoint.scheme}:${party.endpoint.id}`
  const participant = readParticipant(value, where)
  // In XML this is left to the rules: official examples carry such identifiers.
  if (source.format === 'json') refuseFault(participant, where)
  return { id: formatParticipant(participant), ...named }
}

export function readParticipant(value: string, where: Partial<ProblemDetail>): Identifier {
  try {
    return parseParticipant(value)
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    throw new Problem('participant.id-invalid', {
      errors: [{ ...where, message: error.message, value }],
    })
  }
}

/** The receiver's side would refuse an identifier that breaks a rule of its scheme. */
export function refuseFault(participant: Identifier, where: Partial<ProblemDetail>): void {
  const fault = participantFault(participant)
  if (!fault?.isFatal) return
  const code = fault.kind === 'form' ? 'participant.id-invalid' : 'participant.checksum-failed'
  const { message, rule, expected } = fault
  const value = formatParticipant(participant)
  throw new Problem(code, {
    detail: message,
    errors: [
      { ...where, message, value, ...(rule ? { rule } : {}), ...(expected ? { expected } : {}) },
    ],
  })
}

/**
 * The form in which documents store a participant, from any form that a submission may use;
 * undefined for anything that is not a participant.
 */
export function participantFilter(text: string): string | undefined {
  try {
    return formatParticipant(parseParticipant(text))
  } catch (error) {
    if (error instanceof IdentifierError) return undefined
    throw error
  }
}

export function stated(
  name: string,
  value: string,
  parse: (text: string) => Identifier,
): Identifier {
  try {
    return parse(value)
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    const isParticipant = name === 'sender' || name === 'receiver'
    const message = `Query parameter '${name}': ${error.message}`
    throw new Problem(isParticipant ? 'participant.id-invalid' : 'request.invalid-field', {
      detail: message,
      errors: [{ message, value }],
    })
  }
}

/** COUNTRY_C1 is the sender's country: in self-billing, the buyer's. */
function senderCountry({ sender }: Summary, source: Source): string {
  const { country, role } = sender
  if (country && /^[A-Z0-9]{2}$/.test(country)) return country
  const field = partyFields[role].country
  const where = at(field, source)
  if (country) {
    const message = `The ${role}'s country is two capital letters (ISO 3166-1), not '${country}'.`
    throw new Problem('request.invalid-field', { errors: [{ ...where, message, value: country }] })
  }
  const message = `The ${role}'s country is missing; give it, or the query parameter 'countryC1'.`
  throw new Problem('request.missing-field', { errors: [{ ...where, message }] })
}

function place(
  { pointer, path }: Field,
  { format, root }: Source,
): Pick<ProblemDetail, 'pointer' | 'xpath'> {
  if (format === 'json') return { pointer }
  const steps = [root, ...path.split('/')]
  return { xpath: steps.map((step) => `/${step}[1]`).join('') }
}
