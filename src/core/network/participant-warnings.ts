// What deserves a look in the identifier of a participant, and refuses nothing: Peppol has no rule
// about it, or one that only warns. Others may break the rules of a scheme, and test networks do.

import { findParticipantScheme, stateOn } from '../../codelists/index.ts'
import { type Identifier, parseParticipant, participantFault } from '../../peppol/index.ts'
import { dayOf } from '../day.ts'

export type ParticipantWarning = { code: string; detail: string }

export function identifierWarnings(participant: Identifier, at: Date): ParticipantWarning[] {
  const fault = participantFault(participant)
  if (!fault) return schemeWarnings(participant, at)
  const code = fault.kind === 'form' ? 'participant.id-invalid' : 'participant.checksum-failed'
  return [{ code, detail: fault.message }, ...schemeWarnings(participant, at)]
}

/** Schemes that are new are not in the list yet, so an unknown one deserves no word. */
function schemeWarnings({ value }: Identifier, at: Date): ParticipantWarning[] {
  const number = value.slice(0, 4)
  const scheme = findParticipantScheme(number)
  const state = scheme && stateOn(scheme, dayOf(at))
  if (!scheme || !state || state === 'active') return []
  const { name, removal } = scheme
  const words = {
    removed: `was removed from the code list of Peppol${removal ? ` on ${removal}` : ''}`,
    deprecated: `is deprecated${removal ? `, and is removed on ${removal}` : ''}`,
  }
  const detail = `'${value}' has the scheme ${number} (${name}), which ${words[state]}.`
  return [{ code: `participant.scheme-${state}`, detail }]
}

/** The same of who sends a document and who receives it, one sentence each. */
export function partyWarnings(
  { sender, receiver }: { sender: { id: string }; receiver: { id: string } },
  at: Date,
): string[] {
  const sentences = Object.entries({ sender, receiver }).map(([side, { id }]) =>
    identifierWarnings(parseParticipant(id), at).map(({ detail }) => `The ${side} ${detail}`),
  )
  return sentences.flat()
}
