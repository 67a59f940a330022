// A participant as a caller of the API writes it.
import { shown } from '../billing/index.ts'
import {
  formatParticipant,
  type Identifier,
  IdentifierError,
  isSameParticipant,
  parseParticipant,
  participantFault,
  plainParticipant,
} from '../peppol/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'

/** `name` is what the caller calls it; `pointer` where it is in their JSON. */
type Given = { name: string; pointer?: string }

/**
 * Short or in full; with blanks, dots or BE in it where that can only mean one participant. Throws
 * Problem `participant.id-invalid`.
 */
export function givenParticipant(text: string, { name, pointer }: Given): Identifier {
  try {
    return parseParticipant(plainParticipant(text))
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    const code = 'participant.id-invalid'
    const message = `${name} is ${shown(text)}: ${error.message}`
    throw new Problem(code, {
      detail: message,
      errors: [{ ...(pointer === undefined ? {} : { pointer }), code, message, value: text }],
    })
  }
}

/**
 * The forms in which a participant may be registered: as it is written, and, where that is another,
 * as what it can only mean. Throws as givenParticipant does.
 */
export function givenForms(text: string, given: Given): Identifier[] {
  const meant = givenParticipant(text, given)
  try {
    const written = parseParticipant(text.trim())
    return isSameParticipant(written, meant) ? [meant] : [written, meant]
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
    return [meant]
  }
}

/** The receiver's side would refuse an identifier that breaks a rule of its scheme. */
export function refuseFault(
  participant: Identifier,
  where: Partial<ProblemDetail>,
  { name, written, isStrict = false }: { name: string; written: string; isStrict?: boolean },
): void {
  const fault = participantFault(participant, { isStrict })
  if (!fault?.isFatal) return
  const code = fault.kind === 'form' ? 'participant.id-invalid' : 'participant.checksum-failed'
  const { rule, expected } = fault
  const instead = expected ? ` Write ${expected}.` : ''
  const message = `${name} is ${shown(written)}: ${fault.message}${instead}`
  const facts = { ...(rule ? { rule } : {}), ...(expected ? { expected } : {}) }
  throw new Problem(code, { errors: [{ ...where, ...facts, code, message, value: written }] })
}

/**
 * The form in which documents store a participant, from any form that a submission may use;
 * undefined for anything that is not a participant.
 */
export function participantFilter(text: string): string | undefined {
  try {
    return formatParticipant(parseParticipant(plainParticipant(text)))
  } catch (error) {
    if (error instanceof IdentifierError) return undefined
    throw error
  }
}
