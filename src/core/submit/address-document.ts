// Who sends what to whom: the network's identifiers, taken from the document unless the
// caller states them.
import { type Summary, shown, shownPointer } from '../../billing/index.ts'
import type { ReadDocument, SubmittedBody } from '../../intake/index.ts'
import {
  documentTypeFrom,
  formatIdentifier,
  formatParticipant,
  type Identifier,
  IdentifierError,
  isJudgedStrictly,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../peppol/index.ts'
import { Problem, type ProblemCode, type ProblemDetail } from '../../problem.ts'
import { type Party, recordTextMax, type Tenant } from '../../store/index.ts'
import { shortened } from '../../xml/index.ts'
import { givenParticipant, refuseFault } from '../given-participant.ts'
import { processChoices, processMismatch, processOfDocument } from '../network/processes.ts'
import { namedIn } from '../record-facts.ts'

export type AddressOptions = {
  sender?: string
  receiver?: string
  documentTypeId?: string
  processId?: string
  countryC1?: string
}

/** What a tenant has chosen for its documents. */
export type TenantDefaults = Pick<Tenant, 'frenchProcess'>

export type Addressed = {
  sender: Party
  receiver: Party
  documentTypeId: string
  processId: string
  countryC1: string
}

/**
 * Throws Problem `participant.id-invalid`, `participant.checksum-failed`, `request.missing-field`,
 * `request.invalid-field`, `document.type-mismatch`.
 */
export function addressDocument(
  { summary, root }: Pick<ReadDocument, 'summary' | 'root'>,
  options: AddressOptions,
  { format, frenchProcess, day }: Pick<SubmittedBody, 'format'> & TenantDefaults & { day: string },
): Addressed {
  const isStrict = isJudgedStrictly(summary.customizationId, day)
  const source = { format, root: root.local, isStrict }
  const documentType = options.documentTypeId
    ? stated('documentTypeId', options.documentTypeId, parseDocumentType)
    : typeNamed(summary.customizationId, root, source)
  refuseWildcard(documentType, options.documentTypeId ? {} : location(fields.documentType, source))
  const process = options.processId
    ? stated('processId', options.processId, parseProcess)
    : processNamed(documentType, summary.profileId, { source, frenchProcess })
  return {
    sender: partyOf('sender', summary.sender, options, source),
    receiver: partyOf('receiver', summary.receiver, options, source),
    documentTypeId: formatIdentifier(documentType),
    processId: formatIdentifier(process),
    countryC1: options.countryC1 ?? senderCountry(summary, source),
  }
}

function typeNamed(
  customizationId: string | undefined,
  { namespace, local }: ReadDocument['root'],
  source: Source,
): Identifier {
  const where = location(fields.documentType, source)
  if (customizationId === undefined) throw unnamed('documentTypeId', where)
  const type = readIdentifier(customizationId, where, () =>
    documentTypeFrom({ namespace, root: local, customizationId }),
  )
  if (!type) throw unnamed('documentTypeId', where)
  return type
}

function processNamed(
  type: Identifier,
  profileId: string | undefined,
  { source, frenchProcess }: { source: Source } & TenantDefaults,
): Identifier {
  const where = location(fields.process, source)
  const process = statedProcess(type, profileId, { where, frenchProcess })
  if (process) return process
  const choices = processChoices(type)
  if (choices.length === 0) throw unnamed('processId', where)
  const stated = profileId === undefined ? 'is missing' : `is ${shown(profileId)}, no process`
  const message = about(
    where,
    `${stated}: give the query parameter 'processId', one of ${choices.join(', ')}`,
  )
  throw refused('request.missing-field', { ...where, message })
}

/**
 * The process that a document states, or that follows from its type. Undefined when it has to come
 * from the query. Throws Problem `document.type-mismatch`, `request.invalid-field`.
 */
export function statedProcess(
  type: Identifier,
  profileId: string | undefined,
  { where, frenchProcess }: { where: Partial<ProblemDetail> } & TenantDefaults,
): Identifier | undefined {
  const mismatch = processMismatch(type, profileId)
  if (mismatch !== undefined && profileId !== undefined) {
    const message = about(where, `is ${shown(profileId)}: ${mismatch}`)
    throw refused('document.type-mismatch', { ...where, message, value: profileId })
  }
  return readIdentifier(profileId ?? '', where, () =>
    processOfDocument(type, { profileId, frenchProcess }),
  )
}

function unnamed(parameter: keyof AddressOptions, where: Partial<ProblemDetail>): Problem {
  const message = about(where, `is missing: give it, or the query parameter '${parameter}'`)
  return refused('request.missing-field', { ...where, message })
}

/** `path` leads from the root to where UBL has the field. */
type Field = { pointer: string; path: string; term: string }

/** What a fault points into: the caller's JSON, or their XML with a root element of this name. */
type Source = {
  format: SubmittedBody['format']
  root: string
  /** See isJudgedStrictly. */
  isStrict: boolean
}

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

/** What `parse` returns. Throws Problem `request.invalid-field` when `value` is no identifier. */
export function readIdentifier<T>(value: string, where: Partial<ProblemDetail>, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    const message = about(where, `is ${shown(value)}: ${error.message}`)
    throw refused('request.invalid-field', {
      ...where,
      message,
      value: shortened(value, recordTextMax),
    })
  }
}

/** A problem with one fault. */
function refused(code: ProblemCode, fault: ProblemDetail): Problem {
  return new Problem(code, { errors: [{ ...fault, code }] })
}

/** A sentence about what is at this location; XML callers get the location beside it. */
function about({ pointer, xpath }: Partial<ProblemDetail>, words: string): string {
  const element = xpath?.slice(xpath.lastIndexOf('/') + 1).replace(/\[1\]$/, '')
  const name = pointer === undefined ? element : shownPointer(pointer)
  return name === undefined ? words : `${name} ${words}`
}

/** A receiver may register a whole family of document types; a document has exactly one type. */
export function refuseWildcard({ value }: Identifier, where: Partial<ProblemDetail> = {}): void {
  if (!value.includes('*')) return
  const message = `The document type ${shown(value)} is for registrations: write one without '*'`
  throw refused('request.invalid-field', { ...where, message, value })
}

function partyOf(
  side: 'sender' | 'receiver',
  party: Summary['sender'],
  options: AddressOptions,
  source: Source,
): Party {
  const named = namedIn(party)
  const option = options[side]
  if (option) {
    const participant = statedParticipant(side, option)
    return { id: formatParticipant(participant), ...named }
  }
  const { endpoint } = partyFields[party.role]
  const where: Partial<ProblemDetail> =
    source.format === 'xml' && party.location ? party.location : location(endpoint, source)
  if (!party.endpoint) {
    const message =
      `The document names no ${side}: give its electronic address, or the query ` +
      `parameter '${side}'.`
    throw refused('request.missing-field', { ...where, message })
  }
  const value = `${party.endpoint.scheme}:${party.endpoint.id}`
  const participant = readParticipant(value, where)
  // In XML this is left to the rules: official examples carry such identifiers.
  if (source.format === 'json')
    refuseFault(participant, where, {
      ...{ name: shownPointer(endpoint.pointer), written: value, isStrict: source.isStrict },
    })
  return { id: formatParticipant(participant), ...named }
}

export function readParticipant(value: string, where: Partial<ProblemDetail>): Identifier {
  try {
    return parseParticipant(value)
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    const message = about(where, `is ${shown(value)}: ${error.message}`)
    throw refused('participant.id-invalid', {
      ...{ ...where, message },
      value: shortened(value, recordTextMax),
    })
  }
}

/** The `sender` or `receiver` of the query. */
export function statedParticipant(side: 'sender' | 'receiver', text: string): Identifier {
  const name = `The query parameter ${side}`
  const participant = givenParticipant(text, { name })
  refuseFault(participant, {}, { name, written: text })
  return participant
}

export function stated(
  name: 'documentTypeId' | 'processId',
  value: string,
  parse: (text: string) => Identifier,
): Identifier {
  try {
    return parse(value)
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    const message = `The query parameter ${name} is ${shown(value)}: ${error.message}`
    throw refused('request.invalid-field', { message, value })
  }
}

/** COUNTRY_C1 is the sender's country: in self-billing, the buyer's. */
function senderCountry({ sender }: Summary, source: Source): string {
  const { country, role } = sender
  if (country && /^[A-Z0-9]{2}$/.test(country)) return country
  const field = partyFields[role].country
  const where = location(field, source)
  if (country) {
    const message = about(
      where,
      `is ${shown(country)}: write the country as two capital letters (ISO 3166-1), such as BE ` +
        `(${field.term})`,
    )
    throw refused('request.invalid-field', {
      ...{ ...where, message },
      value: shortened(country, recordTextMax),
    })
  }
  const message = `The ${role}'s country is missing; give it, or the query parameter 'countryC1'.`
  throw refused('request.missing-field', { ...where, message })
}

function location(
  { pointer, path }: Field,
  { format, root }: Source,
): Pick<ProblemDetail, 'pointer' | 'xpath'> {
  if (format === 'json') return { pointer }
  const steps = [root, ...path.split('/')]
  return { xpath: steps.map((step) => `/${step}[1]`).join('') }
}
