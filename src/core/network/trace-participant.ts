// The lookup of a participant step by step, for callers.
import { formatIdentifier, formatParticipant, type Identifier } from '../../peppol/index.ts'
import type { Gateway } from '../gateway.ts'
import { givenForms } from '../given-participant.ts'
import { documentTypeIn, namedType } from './participant.ts'
import { type LookupStep, traceLookup } from './trace-lookup.ts'

export type ParticipantTrace = {
  id: string
  /** Name of the network that was asked. */
  network: string
  ok: boolean
  /** Up to the first one that failed. */
  steps: (Omit<LookupStep, 'code'> & { code?: string })[]
  documentTypes: { id: string; name: string }[]
}

/**
 * Asks the network as a delivery does, with nothing kept from before, and tells each step. Throws
 * Problem `participant.id-invalid`, `request.invalid-field`.
 */
export async function traceParticipant(
  { peppolAccess, now }: Pick<Gateway, 'peppolAccess' | 'now'>,
  asked: { id: string; name?: string; documentTypeId?: string | undefined },
): Promise<ParticipantTrace> {
  const forms = givenForms(asked.id, { name: asked.name ?? 'The participant in the path' })
  const documentType =
    asked.documentTypeId && formatIdentifier(documentTypeIn(asked.documentTypeId, 'documentTypeId'))
  const { network, resolveNaptr, get, revocationOf } = peppolAccess
  const needs = { network, resolveNaptr, get, revocationOf, now, clock: () => performance.now() }
  const trace = (participant: Identifier) =>
    traceLookup(needs, { participant: formatIdentifier(participant), documentType })
  let participant = forms[0]!
  let traced = await trace(participant)
  const isAbsent = traced.steps.some(({ code }) => code === 'receiver.not-registered')
  if (isAbsent && forms[1]) {
    participant = forms[1]
    traced = await trace(participant)
  }
  const { steps, documentTypes } = traced
  return {
    id: formatParticipant(participant),
    network: network.name,
    ok: steps.every(({ outcome }) => outcome === 'ok'),
    steps,
    documentTypes: documentTypes.map(namedType),
  }
}
