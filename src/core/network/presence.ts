// Whether others find a participant of ours here: what its SMP names, against our own certificate.
import { fingerprint } from '../../crypto/index.ts'
import type { Gateway } from '../gateway.ts'
import { lookUpParticipant, type ParticipantEntry } from './participant.ts'

export type Presence = {
  /** `elsewhere`: its documents go to another access point; `nowhere`: to none. */
  found: 'here' | 'elsewhere' | 'nowhere' | 'not-registered'
  entry: ParticipantEntry
}

/** Throws Problem like lookUpParticipant. */
export async function presenceOf(gateway: Gateway, participant: string): Promise<Presence> {
  const entry = await lookUpParticipant(gateway, { id: participant, name: 'The participant' })
  const named = entry.endpoint?.certificate.fingerprint
  if (!entry.registered) return { found: 'not-registered', entry }
  if (named === undefined) return { found: 'nowhere', entry }
  const { next, previous } = gateway.otherCertificates()
  const ours = [gateway.peppolAccess.keys.certificate, next, previous]
  const isOurs = ours.some((one) => one && fingerprint(one) === named)
  return { found: isOurs ? 'here' : 'elsewhere', entry }
}
