// Moving a participant to another SMP, or to this one, as phoss SMP does: nothing but a key is
// handed over.
import { randomInt } from 'node:crypto'
import { formatIdentifier, type Identifier } from '../peppol/index.ts'
import { child, element, escapeText, textOf, trimSpace, type XmlElement } from '../xml/index.ts'
import type { KeptMap } from './kept-map.ts'
import type { SmlOutcome } from './sml-call.ts'
import { badRequest, notFound, preconditionFailed, SmpRefusal } from './smp-refusal.ts'

type MigrationNeeds = {
  /** The key of each participant on its way out. */
  outbound: KeptMap
  hasGroup(participant: string): boolean
  /** Undefined while the SMP has no SML. */
  sml(): { prepare: SmlCall; migrate: SmlCall } | undefined
}
type SmlCall = (participant: string, key: string) => Promise<SmlOutcome>

/** No function asks whose the group is: phoss SMP does not. All throw SmpRefusal. */
export function openMigrations({ outbound, hasGroup, sml }: MigrationNeeds) {
  const checkOngoing = ({ value }: Identifier, at: string, what: string): void => {
    if (!sml() || !outbound.has(value))
      throw badRequest(
        `Failed to resolve outbound ${what} for Service Group ID ` +
          `'iso6523-actorid-upis::${value}' at '${at}'`,
      )
  }
  return {
    /** Resolves with the answer, in which the key is. */
    async start(participant: Identifier, at: string): Promise<string> {
      const { value } = participant
      const full = formatIdentifier(participant)
      const calls = sml() ?? fail(noSml(at))
      if (!hasGroup(value)) throw notFound(`Unknown Service Group '${full}' at ${at}`)
      if (outbound.has(value))
        throw badRequest(
          `The outbound Participant Migration of the Service Group '${full}' is already in ` +
            `progress at '${at}'`,
        )
      const key = newKey()
      checkDone(
        await calls.prepare(value, key),
        `Failed to call prepareToMigrate on SML for Service Group '${full}'`,
      )
      outbound.set(value, key)
      return element(
        'migrationOutboundResponse',
        { success: 'true' },
        element('participantID', undefined, escapeText(full)),
        element('migrationKey', undefined, escapeText(key)),
      )
    },

    /** The key stays valid in the SML. */
    cancel(participant: Identifier, at: string): void {
      checkOngoing(participant, at, 'Participant Migration')
      outbound.delete(participant.value)
    },

    /** Resolves when the group may go. Does not ask whether anyone took the participant. */
    finalize(participant: Identifier, at: string): void {
      checkOngoing(participant, at, 'participant migration')
      if (!hasGroup(participant.value))
        throw notFound(`Unknown Service Group '${formatIdentifier(participant)}' at ${at}`)
      outbound.delete(participant.value)
    },

    /** Resolves when the participant is ours in the SML. */
    async take(participant: Identifier, key: string, at: string): Promise<void> {
      const full = formatIdentifier(participant)
      const calls = sml() ?? fail(noSml(at))
      if (hasGroup(participant.value))
        throw badRequest(`The Service Group '${full}' already exists. at '${at}'`)
      checkDone(
        await calls.migrate(participant.value, key),
        `Failed to confirm the migration for participant '${full}' in SML, hence the migration ` +
          'failed. Please check the participant identifier and the migration key.',
      )
    },
  }
}

export const taken = element('migrationInboundResponse', {
  ...{ success: 'true', serviceGroupCreated: 'true', migrationCreated: 'true' },
})

/** The root may have any name. */
export function readTaking(root: XmlElement): { participant: string; key: string } {
  const [participant, key] = ['participantID', 'migrationKey'].map((local) => {
    const found = child(root, local)
    if (!found) throw badRequest(`The payload has no ${local}.`)
    return trimSpace(textOf(found))
  })
  return { participant: participant!, key: key! }
}

function fail(refusal: SmpRefusal): never {
  throw refusal
}

function noSml(at: string): SmpRefusal {
  return preconditionFailed(
    "Currently no SML is available. Please select it in the UI at the 'SMP Settings' page at " +
      `${at}`,
  )
}

function checkDone(outcome: SmlOutcome, refusal: string): void {
  if (outcome === 'done') return
  const texts = {
    refused: refusal,
    cut: 'java.net.SocketException: Unexpected end of file from server',
    'timed-out': 'java.net.SocketTimeoutException: Read timed out',
  }
  throw new SmpRefusal(500, texts[outcome])
}

const keyParts = [
  ...['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz', '0123456789'],
  '@#$%()[]{}*^-!~|+=',
]

/** 24 characters of four kinds, some of which URLs and XML must escape. */
function newKey(): string {
  return Array.from({ length: 24 }, (_, at) => {
    const part = keyParts[at % keyParts.length]!
    return part[randomInt(part.length)]
  }).join('')
}
