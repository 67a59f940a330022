// What the service metadata locator knows: the SMP of each participant, and the keys with which one
// may be taken over (Peppol SML 1.3, ManageBusinessIdentifier).
import { parseParticipant, smlName } from '../peppol/index.ts'
import type { KeptMap } from './kept-map.ts'

export type SmlFaultKind = 'badRequest' | 'notFound' | 'unauthorized' | 'internal'

export class SmlFault extends Error {
  readonly kind: SmlFaultKind
  constructor(kind: SmlFaultKind, message: string) {
    super(message)
    this.name = 'SmlFault'
    this.kind = kind
  }
}

/** Participants are in short form. Every operation throws SmlFault, and then changes nothing. */
export type SmlRegister = {
  /** The base URL of each SMP, by its id. */
  smps: Map<string, string>
  create(participant: string, smp: string): void
  remove(participant: string, smp: string): void
  /** From now on an SMP that has the key may take the participant. */
  prepare(participant: string, smp: string, key: string): void
  /** Takes the participant. */
  migrate(participant: string, smp: string, key: string): void
  /** The id of its SMP. */
  smpOf(participant: string): string | undefined
  /** The base URL of the SMP of a name in DNS, in lower case. */
  urlOf(name: string): string | undefined
}

/** `participants` has the SMP of each; `keys` those of migrations. */
export function openSmlRegister(
  zone: string,
  { participants, keys }: { participants: KeptMap; keys: KeptMap },
): SmlRegister {
  const smps = new Map<string, string>()
  const nameOf = (participant: string) => smlName(parseParticipant(participant), zone).toLowerCase()
  const byName = new Map([...participants.keys()].map((one) => [nameOf(one), one]))

  const checkSmp = (smp: string): void => {
    if (!smps.has(smp)) throw new SmlFault('notFound', `The SMP ${smp} does not exist`)
  }
  const checkOwn = (participant: string, smp: string): void => {
    checkSmp(smp)
    const owner = participants.get(participant)
    if (owner === undefined)
      throw new SmlFault('notFound', `The participant ${participant} does not exist`)
    if (owner !== smp)
      throw new SmlFault('unauthorized', `${participant} does not belong to ${smp}`)
  }

  return {
    smps,
    create(participant, smp) {
      checkSmp(smp)
      if (participants.has(participant))
        throw new SmlFault('badRequest', `The participant ${participant} exists already`)
      participants.set(participant, smp)
      byName.set(nameOf(participant), participant)
    },
    remove(participant, smp) {
      checkOwn(participant, smp)
      participants.delete(participant)
      byName.delete(nameOf(participant))
    },
    prepare(participant, smp, key) {
      checkOwn(participant, smp)
      keys.set(participant, key)
    },
    migrate(participant, smp, key) {
      checkSmp(smp)
      const prepared = participants.has(participant) ? keys.get(participant) : undefined
      if (prepared === undefined)
        throw new SmlFault('notFound', `The migration of ${participant} was not prepared`)
      if (prepared !== key) throw new SmlFault('unauthorized', 'The migration key is wrong')
      keys.delete(participant)
      participants.set(participant, smp)
    },
    smpOf: (participant) => participants.get(participant),
    urlOf: (name) => smps.get(participants.get(byName.get(name) ?? '') ?? ''),
  }
}
