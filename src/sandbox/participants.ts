// Who is registered in the sandbox, and for which documents and processes. Kept in a file
// across restarts.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { documentTypesNamed, shortNames } from '../codelists/index.ts'
import {
  formatIdentifier,
  formatParticipant,
  type Identifier,
  parseParticipant,
  type Service,
  servicesOfType,
} from '../peppol/index.ts'
import { replaceFile } from './durable.ts'

/** What an SMP and a receiving access point need to know. */
export type Directory = {
  isRegistered(participant: Identifier): boolean
  /** Empty when the participant is not registered. */
  documentTypesOf(participant: Identifier): Identifier[]
  /** Empty when the participant does not take this document type. */
  processesOf(participant: Identifier, documentType: Identifier): Identifier[]
}

export type Register = Directory & {
  /** Short forms (`0208:0123456749`), in the order of registration. Grows with register(). */
  participants: string[]
  /**
   * Registers the participant, if new, and the services it takes. Throws IdentifierError, or Error
   * for `unregistered`.
   */
  register(participant: string, ...services: Service[]): void
}

/**
 * Participants that are always registered: several schemes, invented numbers with valid
 * check digits.
 */
export const defaultParticipants = [
  '0208:0123456749',
  '0208:0987654394',
  '0088:7300010000001',
  '0192:987654325',
  '0007:5566778899',
  '9930:de123456788',
  '9915:fourcorner',
  '9915:mlsaccepted',
  '9915:mlsrejected',
  '9915:mlsnone',
]

/** Well-formed and never registered: to try what happens then. */
export const unregistered = '0208:0999999922'

/** What every participant takes: all that has a short name, by every process of it. */
export function defaultServices(): readonly Service[] {
  services ??= shortNames
    .flatMap((name) => documentTypesNamed(name) ?? [])
    .flatMap(({ scheme, value }) => servicesOfType({ scheme, value }))
  return services
}

let services: readonly Service[] | undefined

/** Beside what everyone takes. */
type Kept = { participant: string; services: Service[] }[]

/**
 * Reads the register from `file`, then adds the default participants and `more`. Throws as
 * register() does.
 */
export function openRegister(file: string, more: string[]): Register {
  const extras = new Map(readKept(file).map((kept) => [kept.participant, kept.services]))
  const participants = [...extras.keys()]

  const enter = (written: string, extra: Service[]): boolean => {
    const participant = formatParticipant(parseParticipant(written))
    if (participant === unregistered)
      throw new Error(`${unregistered} is never registered, on purpose.`)
    const known = extras.get(participant)
    if (!known) participants.push(participant)
    const missing = extra.filter(
      (one) => ![...defaultServices(), ...(known ?? [])].some((other) => isSame(one, other)),
    )
    extras.set(participant, [...(known ?? []), ...missing])
    return !known || missing.length > 0
  }
  const keep = (): void => {
    const kept: Kept = [...extras].map(([participant, services]) => ({ participant, services }))
    mkdirSync(dirname(file), { recursive: true })
    replaceFile(file, `${JSON.stringify(kept, undefined, 2)}\n`)
  }

  const changes = [...defaultParticipants, ...more].map((participant) => enter(participant, []))
  if (changes.includes(true)) keep()
  return {
    participants,
    register(participant, ...extra) {
      if (enter(participant, extra)) keep()
    },
    ...directoryOf((participant) => {
      const extra = extras.get(formatParticipant(participant))
      return extra && [...defaultServices(), ...extra]
    }),
  }
}

/**
 * A directory over a function that returns a participant's services; undefined when it is
 * not registered.
 */
export function directoryOf(
  servicesOf: (participant: Identifier) => readonly Service[] | undefined,
): Directory {
  return {
    isRegistered: (participant) => servicesOf(participant) !== undefined,
    documentTypesOf: (participant) =>
      distinct((servicesOf(participant) ?? []).map((one) => one.documentType)),
    processesOf: (participant, documentType) =>
      (servicesOf(participant) ?? [])
        .filter((one) => formatIdentifier(one.documentType) === formatIdentifier(documentType))
        .map((one) => one.process),
  }
}

/** Whether the receiver of a document is registered for it. */
export function servedBy(
  directory: Directory,
): (header: { receiver: Identifier; documentType: Identifier; process: Identifier }) => boolean {
  return ({ receiver, documentType, process }) =>
    directory
      .processesOf(receiver, documentType)
      .some((served) => formatIdentifier(served) === formatIdentifier(process))
}

export function distinct(identifiers: Identifier[]): Identifier[] {
  return [
    ...new Map(
      identifiers.map((identifier) => [formatIdentifier(identifier), identifier]),
    ).values(),
  ]
}

function isSame(one: Service, other: Service): boolean {
  return (
    formatIdentifier(one.documentType) === formatIdentifier(other.documentType) &&
    formatIdentifier(one.process) === formatIdentifier(other.process)
  )
}

function readKept(file: string): Kept {
  if (!existsSync(file)) return []
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    assert(Array.isArray(kept) && kept.every(isKept), 'it is no list of participants')
    return kept
  } catch (cause) {
    throw new Error(`${file} is damaged. Delete it to start with the sandbox's own participants.`, {
      cause,
    })
  }
}

function isKept({ participant, services }: Partial<Kept[number]>): boolean {
  const isWhole = ({ documentType, process }: Partial<Service>) =>
    Boolean(documentType?.scheme && documentType.value && process?.scheme && process.value)
  return typeof participant === 'string' && Array.isArray(services) && services.every(isWhole)
}
