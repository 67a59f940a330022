// What deserves a look in the document type of a document, by the code list of Peppol, one sentence
// each.
import { shown } from '../../billing/index.ts'
import type { Identifier } from '../../peppol/index.ts'
import { processMismatch } from './processes.ts'
import { typeWarning } from './registered-types.ts'

/** That it is deprecated or removed. What no list knows is left to the rules. */
export function stateDoubts(type: Identifier, at: Date): string[] {
  const warning = typeWarning(type, at)
  return warning && warning.code !== 'document-type.unknown' ? [warning.detail] : []
}

/** The same of a document that was received, and that it names a process of other types. */
export function arrivalDoubts(type: Identifier, profileId: string | undefined, at: Date): string[] {
  const mismatch = processMismatch(type, profileId)
  const words =
    mismatch === undefined ? [] : [`It names the process ${shown(profileId ?? '')}: ${mismatch}.`]
  return [...stateDoubts(type, at), ...words]
}
