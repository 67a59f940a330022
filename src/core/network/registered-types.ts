// Which document types a registration may list, and what deserves a look in what it lists.

import { shown } from '../../billing/index.ts'
import { stateOn } from '../../codelists/index.ts'
import {
  documentTypeName,
  formatIdentifier,
  type Identifier,
  IdentifierError,
  listedTypeOf,
  parseDocumentType,
} from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import { dayOf } from '../day.ts'
import type { ParticipantWarning } from './participant-warnings.ts'
import { documentTypeMeant, documentTypesOf } from './received-types.ts'

/**
 * The identifiers behind names and identifiers, each once. What the registration had before it may
 * keep. Throws Problem `request.invalid-field`.
 */
export function registrableTypes(
  written: readonly string[],
  { at, before }: { at: Date; before: readonly string[] },
): string[] {
  const types = written.flatMap((text, index) => {
    const named = documentTypesOf(text)
    if (named) return named
    const type = typeIn(text, index)
    if (!before.includes(formatIdentifier(type))) refuse(type, { text, index, at })
    return [formatIdentifier(type)]
  })
  return [...new Set(types)]
}

/** What is to be known of the types of a registration, which receives them all the same. */
export function typeWarnings(documentTypes: readonly string[], at: Date): ParticipantWarning[] {
  return documentTypes.flatMap((text) => typeWarning(parseDocumentType(text), at) ?? [])
}

/** Undefined for a type in use. */
export function typeWarning(type: Identifier, at: Date): ParticipantWarning | undefined {
  const listed = listedTypeOf(type)
  if (!listed) {
    const detail =
      `The code list of Peppol has no document type ${formatIdentifier(type)}: it is received, ` +
      'and not exported.'
    return { code: 'document-type.unknown', detail }
  }
  const isAbstract = listed.isAbstract && listed.value === type.value
  const state = isAbstract ? 'abstract' : stateOn(listed, dayOf(at))
  if (state === 'active') return undefined
  const { removal } = listed
  const words = {
    abstract: 'is abstract: only its specifications and the family with * are used',
    removed: `was removed from the code list of Peppol${removal ? ` on ${removal}` : ''}`,
    deprecated: `is deprecated${removal ? `, and is removed on ${removal}` : ''}`,
  }
  const detail = `The document type '${documentTypeName(type)}' ${words[state]}.`
  return { code: `document-type.${state}`, detail }
}

function typeIn(text: string, index: number): Identifier {
  try {
    return parseDocumentType(text)
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    const words = text === 'all' ? 'write "all" without a list' : documentTypeMeant(text, error)
    throw refused(text, index, words)
  }
}

type Written = { text: string; index: number; at: Date }

function refuse(type: Identifier, { text, index, at }: Written): void {
  const listed = listedTypeOf(type)
  if (!listed) return
  if (listed.isAbstract && listed.value === type.value)
    throw refused(
      text,
      index,
      `'${listed.name}' is abstract: write one of its specifications, such as pint-eu, or all of ` +
        `them with '*'`,
    )
  if (stateOn(listed, dayOf(at)) !== 'removed') return
  throw refused(text, index, typeWarning(type, at)!.detail)
}

function refused(text: string, index: number, words: string): Problem {
  const code = 'request.invalid-field'
  const message = `documentTypes[${index}] is ${shown(text)}: ${words}`
  return new Problem(code, {
    errors: [{ pointer: `/documentTypes/${index}`, code, message, value: text }],
  })
}
