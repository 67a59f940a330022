// Who sends to whom, as what: the network's identifiers, from the document unless the caller states them.
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

type Side = { option: 'sender' | 'receiver'; pointer: string; xpath: string; term: string }

const sides = {
  sender: {
    option: 'sender',
    pointer: '/seller/endpoint',
    xpath: 'AccountingSupplierParty/Party/EndpointID',
    term: 'BT-34',
  },
  receiver: {
    option: 'receiver',
    pointer: '/buyer/endpoint',
    xpath: 'AccountingCustomerParty/Party/EndpointID',
    term: 'BT-49',
  },
} as const satisfies Record<string, Side>

/** Throws Problem `participant.id-invalid`, `request.missing-field`, `request.invalid-field`. */
export function addressDocument(
  { summary, root }: Pick<ReadDocument, 'summary' | 'root'>,
  options: AddressOptions,
  format: SubmittedBody['format'],
): Addressed {
  const { customizationId, profileId } = summary
  const documentType = options.documentTypeId
    ? stated('documentTypeId', options.documentTypeId, parseDocumentType)
    : documentTypeOf({ namespace: root.namespace, root: root.local, customizationId })
  const process = options.processId
    ? stated('processId', options.processId, parseProcess)
    : parseProcess(profileId)
  return {
    sender: partyOf(summary.sender, sides.sender, options, format),
    receiver: partyOf(summary.receiver, sides.receiver, options, format),
    documentTypeId: formatIdentifier(documentType),
    processId: formatIdentifier(process),
    countryC1: options.countryC1 ?? sellerCountry(summary, format),
  }
}

function partyOf(
  party: Summary['sender'],
  side: Side,
  options: AddressOptions,
  format: SubmittedBody['format'],
): Party {
  const named = {
    ...(party.name ? { name: party.name } : {}),
    ...(party.country ? { country: party.country } : {}),
  }
  const option = options[side.option]
  if (option) return { id: formatParticipant(stated(side.option, option, parseParticipant)), ...named }
  const where: Partial<ProblemDetail> = { code: side.term, ...place(side, format) }
  if (!party.endpoint) {
    const message = `The document names no ${side.option}: give its electronic address, or the query parameter '${side.option}'.`
    throw new Problem('request.missing-field', { errors: [{ ...where, message }] })
  }
  const value = `${party.endpoint.scheme}:${party.endpoint.id}`
  try {
    return { id: formatParticipant(parseParticipant(value)), ...named }
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    throw new Problem('participant.id-invalid', { errors: [{ ...where, message: error.message, value }] })
  }
}

function stated(name: string, value: string, parse: (text: string) => Identifier): Identifier {
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

function sellerCountry({ sender }: Summary, format: SubmittedBody['format']): string {
  if (sender.country && /^[A-Z0-9]{2}$/.test(sender.country)) return sender.country
  const side = {
    pointer: '/seller/address/country',
    xpath: 'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode',
  }
  const message = "The seller's country is missing; give it, or the query parameter 'countryC1'."
  throw new Problem('request.missing-field', { errors: [{ code: 'BT-40', ...place(side, format), message }] })
}

function place(
  { pointer, xpath }: { pointer: string; xpath: string },
  format: SubmittedBody['format'],
): Pick<ProblemDetail, 'pointer' | 'xpath'> {
  return format === 'json' ? { pointer } : { xpath }
}
