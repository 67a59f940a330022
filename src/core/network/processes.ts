// Which process a document belongs to, by the code list of Peppol.
import { isListedProcess } from '../../codelists/index.ts'
import {
  documentTypeName,
  type Identifier,
  IdentifierError,
  listedTypeOf,
  parseProcess,
} from '../../peppol/index.ts'
import type { FrenchProcess } from '../../store/index.ts'

/**
 * The process that the ProfileID of a document names, otherwise the only one of its type, or the
 * one that a tenant has chosen for French types. Undefined when the type has several, or is not
 * listed. Throws IdentifierError for the ProfileID of a type that is not listed.
 */
export function processOfDocument(
  type: Identifier,
  { profileId, frenchProcess }: { profileId: string | undefined; frenchProcess: FrenchProcess },
): Identifier | undefined {
  const stated = profileId === undefined ? undefined : listedProcess(profileId)
  if (stated) return stated
  const listed = listedTypeOf(type)
  // In French documents the ProfileID is a billing mode, such as S1.
  if (!listed) return profileId === undefined ? undefined : parseProcess(profileId)
  const { processes } = listed
  return processes.length === 1 ? processes[0] : frenchAmong(processes, frenchProcess)
}

/** The processes of a type, to choose one; empty when it is not listed. */
export function processChoices(type: Identifier): string[] {
  return listedTypeOf(type)?.processes.map(({ value }) => value) ?? []
}

/** What is wrong with a ProfileID that is a process of other types only. */
export function processMismatch(type: Identifier, profileId: string | undefined) {
  const stated = profileId === undefined ? undefined : listedProcess(profileId)
  const choices = processChoices(type)
  if (!stated || choices.length === 0 || choices.includes(stated.value)) return undefined
  const words = choices.length === 1 ? 'the process' : 'one of the processes'
  return `a document of the type '${documentTypeName(type)}' has ${words} ${choices.join(', ')}`
}

function listedProcess(profileId: string): Identifier | undefined {
  try {
    const process = parseProcess(profileId)
    return isListedProcess(process) ? process : undefined
  } catch (error) {
    if (error instanceof IdentifierError) return undefined
    throw error
  }
}

const france = 'urn:peppol:france:billing:'

function frenchAmong(
  processes: readonly Identifier[],
  french: FrenchProcess,
): Identifier | undefined {
  if (!processes.every(({ value }) => value.startsWith(france))) return undefined
  return processes.find(({ value }) => value === `${france}${french}`)
}
