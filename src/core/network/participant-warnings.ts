// What deserves a look in the identifier of a participant, and refuses nothing: Peppol has no rule
// about it, or one that only warns. Others may break the rules of a scheme, and test networks do.
import { type Identifier, parseParticipant, participantFault } from '../../peppol/index.ts'

export type ParticipantWarning = { code: string; detail: string }

export function identifierWarnings(participant: Identifier): ParticipantWarning[] {
  const fault = participantFault(participant)
  if (!fault) return []
  const code = fault.kind === 'form' ? 'participant.id-invalid' : 'participant.checksum-failed'
  return [{ code, detail: fault.message }]
}

/** The same of who sends a document and who receives it, one sentence each. */
export function partyWarnings(parties: {
  sender: { id: string }
  receiver: { id: string }
}): string[] {
  const { sender, receiver } = parties
  const sentences = Object.entries({ sender, receiver }).map(([side, { id }]) =>
    identifierWarnings(parseParticipant(id)).map(({ detail }) => `The ${side} ${detail}`),
  )
  return sentences.flat()
}
