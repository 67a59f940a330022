// Who sends a document of any type to whom, and which type it is: from the query, otherwise from
// the document as far as it says so.
import { type OtherParty, shown } from '../../billing/index.ts'
import { type ReadOther, refuseOwnDuty, type SubmittedFile } from '../../intake/index.ts'
import {
  documentTypeFrom,
  formatIdentifier,
  formatParticipant,
  type Identifier,
  parseDocumentType,
  parseProcess,
  rootOfType,
} from '../../peppol/index.ts'
import { Problem, type ProblemDetail } from '../../problem.ts'
import { type Party, recordTextMax } from '../../store/index.ts'
import { shortened } from '../../xml/index.ts'
import { processChoices } from '../network/processes.ts'
import { namedIn } from '../record-facts.ts'
import {
  type Addressed,
  type AddressOptions,
  readIdentifier,
  readParticipant,
  refuseWildcard,
  stated,
  statedParticipant,
  statedProcess,
  type TenantDefaults,
} from './address-document.ts'

/**
 * Throws Problem `request.missing-field`, which names all query parameters that are needed,
 * `request.invalid-field`, `participant.id-invalid`, `participant.checksum-failed`,
 * `document.type-mismatch`.
 */
export function addressOther(
  read: ReadOther,
  options: AddressOptions,
  defaults: TenantDefaults,
): Addressed {
  const { sender, receiver } = read.other
  const type = documentTypeOf(read, options)
  if (type) checkType(read, type)
  const found = {
    documentTypeId: type,
    processId: processOf(read, type, { options, ...defaults }),
    sender: partyOf('sender', sender, options),
    receiver: partyOf('receiver', receiver, options),
    countryC1: options.countryC1 ?? countryOf(sender),
  }
  const { documentTypeId, processId, countryC1 } = found
  if (!documentTypeId || !processId || !found.sender || !found.receiver || !countryC1)
    throw missing(read, found)
  return {
    documentTypeId: formatIdentifier(documentTypeId),
    processId: formatIdentifier(processId),
    sender: found.sender,
    receiver: found.receiver,
    countryC1,
  }
}

type Found = {
  documentTypeId: Identifier | undefined
  processId: Identifier | undefined
  sender: Party | undefined
  receiver: Party | undefined
  countryC1: string | undefined
}

/** What has to come from the query, all of it at once. */
function missing({ root }: ReadOther, found: Found): Problem {
  const what = root ? `a document with the root element ${nameOf(root)}` : 'a file'
  const names = (Object.keys(found) as (keyof Found)[]).filter((name) => !found[name])
  return new Problem('request.missing-field', {
    detail: `For ${what}, give the query ${listed(names)}.${choicesOf(found)}`,
    errors: names.map((name) => ({
      code: 'request.missing-field',
      message:
        `${root ? 'The document' : 'A file'} does not say what '${name}' is: give it in the ` +
        `query.${name === 'processId' ? choicesOf(found) : ''}`,
    })),
  })
}

/** A sentence with the processes of the document type, if they are known and one is to be given. */
function choicesOf({ documentTypeId, processId }: Found): string {
  const choices = documentTypeId && !processId ? processChoices(documentTypeId) : []
  return choices.length > 0 ? ` 'processId' is one of ${choices.join(', ')}.` : ''
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `'${name}'`)
  if (quoted.length === 1) return `parameter ${quoted[0]}`
  return `parameters ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

function nameOf({ namespace, local }: { namespace: string; local: string }): string {
  return `{${namespace}}${local}`
}

function documentTypeOf(
  { other: { customizationId }, root }: ReadOther,
  { documentTypeId }: AddressOptions,
): Identifier | undefined {
  if (documentTypeId) return stated('documentTypeId', documentTypeId, parseDocumentType)
  if (!root || !customizationId) return undefined
  const { namespace, local } = root
  return readIdentifier(customizationId, locationOf('customizationId', local), () =>
    documentTypeFrom({ namespace, root: local, customizationId }),
  )
}

/** Where documents of UBL and of UN/CEFACT, which have a context, say what they are. */
const elements = {
  customizationId: {
    ubl: 'CustomizationID',
    context: 'GuidelineSpecifiedDocumentContextParameter',
  },
  profileId: { ubl: 'ProfileID', context: 'BusinessProcessSpecifiedDocumentContextParameter' },
} as const

function locationOf(member: keyof typeof elements, root: string): { xpath: string } {
  const { ubl, context } = elements[member]
  return root.startsWith('Cross')
    ? { xpath: `/${root}[1]/ExchangedDocumentContext[1]/${context}[1]` }
    : { xpath: `/${root}[1]/${ubl}[1]` }
}

function processOf(
  { other: { profileId }, root }: ReadOther,
  type: Identifier | undefined,
  { options: { processId }, frenchProcess }: { options: AddressOptions } & TenantDefaults,
): Identifier | undefined {
  if (processId) return stated('processId', processId, parseProcess)
  if (!type) return undefined
  const where = root ? locationOf('profileId', root.local) : {}
  return statedProcess(type, profileId, { where, frenchProcess })
}

function partyOf(
  side: 'sender' | 'receiver',
  party: OtherParty | undefined,
  options: AddressOptions,
): Party | undefined {
  const named = namedIn(party)
  const option = options[side]
  if (option) {
    const participant = statedParticipant(side, option)
    return { id: formatParticipant(participant), ...named }
  }
  if (!party?.endpoint) return undefined
  const value = `${party.endpoint.scheme}:${party.endpoint.id}`
  return { id: formatParticipant(readParticipant(value, party.location)), ...named }
}

function countryOf(sender: OtherParty | undefined): string | undefined {
  const country = sender?.country
  if (country === undefined || /^[A-Z0-9]{2}$/.test(country)) return country
  const message =
    `The sender's country is two capital letters (ISO 3166-1), not ${shown(country)}; give the ` +
    "query parameter 'countryC1'."
  throw new Problem('request.invalid-field', {
    detail: message,
    errors: [{ message, value: shortened(country, recordTextMax) }],
  })
}

/**
 * What a document is must agree with the type under which it travels, because its receiver
 * compares the two. Throws Problem `request.invalid-field`, `document.type-mismatch`.
 */
export function checkType(
  { root, file }: Pick<ReadOther, 'root' | 'file'>,
  type: Identifier,
): void {
  refuseWildcard(type)
  const wanted = rootOfType(type)
  if (wanted) refuseOwnDuty(wanted)
  const message = (root && rootFault(root, wanted)) ?? (file && fileFault(file, type.value, wanted))
  if (!message) return
  const errors: ProblemDetail[] = [{ message, value: type.value }]
  throw new Problem('request.invalid-field', { detail: message, errors })
}

type Root = ReturnType<typeof rootOfType>

function rootFault(root: NonNullable<ReadOther['root']>, wanted: Root): string | undefined {
  if (root.namespace === wanted?.namespace && root.local === wanted.root) return undefined
  const other = wanted
    ? `documents with the root element {${wanted.namespace}}${wanted.root}`
    : 'files that are not XML'
  return `The document type is one of ${other}; this document's root element is ${nameOf(root)}.`
}

const pdf = 'application/pdf'

function fileFault(file: SubmittedFile, type: string, wanted: Root): string | undefined {
  if (wanted?.namespace.startsWith('urn:oasis:names:specification:ubl:'))
    return `Documents of this type are XML; this is a file of the type ${file.mediaType}.`
  if (!type.startsWith('urn:peppol:doctype:pdf+xml##'))
    return file.mediaType !== pdf || isPdf(file)
      ? undefined
      : `The file is called a PDF (${pdf}), and is none.`
  if (file.mediaType === pdf && isPdf(file)) return undefined
  return `Documents of this type are PDFs (${pdf}), and this is none.`
}

/** Readers of PDF take a header at the beginning of any line in the first kilobyte. */
function isPdf({ bytes }: SubmittedFile): boolean {
  return /^%PDF-/m.test(bytes.subarray(0, 1024).toString('latin1'))
}
