// Who is registered in the sandbox, and for which documents and processes. Kept in a file
// across restarts.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  formatIdentifier,
  formatParticipant,
  type Identifier,
  parseParticipant,
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

export type Service = { documentType: Identifier; process: Identifier }

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

const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const selfBilling = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'

/**
 * What every participant takes: BIS Billing 3 and self-billing, orders, despatch advice, responses,
 * and Factur-X (Peppol code lists 9.7).
 */
export const defaultServices: Service[] = [
  service('Invoice', 'billing', billing),
  service('Invoice', 'billing', 'urn:peppol:bis:billing_with_response'),
  service('Invoice', 'billing', 'urn:peppol:france:billing:regulated'),
  service('Invoice', 'billing', 'urn:peppol:france:billing:non-regulated'),
  service('CreditNote', 'billing', billing),
  service('Invoice', 'selfbilling', selfBilling),
  service('CreditNote', 'selfbilling', selfBilling),
  ...['ordering', 'order_only', 'advanced_ordering'].map((process) =>
    postAward('Order', 'order', process),
  ),
  postAward('OrderResponse', 'order_response', 'ordering'),
  postAward('DespatchAdvice', 'despatch_advice', 'despatch_advice'),
  postAward('ApplicationResponse', 'invoice_response', 'invoice_response'),
  postAward('ApplicationResponse', 'mlr', 'mlr'),
  typed(
    'urn:peppol:doctype:pdf+xml##urn:cen.eu:en16931:2017#conformant#' +
      'urn:peppol:france:billing:Factur-X:1.0::D22B',
    'urn:peppol:france:billing:regulated',
  ),
]

function service(root: string, transaction: string, process: string): Service {
  const customization = `urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:${transaction}:3.0`
  return typed(`${ublRoot(root)}##${customization}::2.1`, process)
}

function postAward(root: string, transaction: string, process: string): Service {
  const customization = `urn:fdc:peppol.eu:poacc:trns:${transaction}:3`
  return typed(
    `${ublRoot(root)}##${customization}::2.1`,
    `urn:fdc:peppol.eu:poacc:bis:${process}:3`,
  )
}

function ublRoot(root: string): string {
  return `urn:oasis:names:specification:ubl:schema:xsd:${root}-2::${root}`
}

function typed(documentType: string, process: string): Service {
  return {
    documentType: { scheme: 'busdox-docid-qns', value: documentType },
    process: { scheme: 'cenbii-procid-ubl', value: process },
  }
}

type Kept = { participant: string; services: Service[] }[]

/**
 * Reads the register from `file`, then adds the default participants and `more`. Throws as
 * register() does.
 */
export function openRegister(file: string, more: string[]): Register {
  const services = new Map(readKept(file).map((kept) => [kept.participant, kept.services]))
  const participants = [...services.keys()]

  const enter = (written: string, extra: Service[]): boolean => {
    const participant = formatParticipant(parseParticipant(written))
    if (participant === unregistered)
      throw new Error(`${unregistered} is never registered, on purpose.`)
    const known = services.get(participant)
    if (!known) participants.push(participant)
    const missing = [...defaultServices, ...extra].filter(
      (one) => !known?.some((other) => isSame(one, other)),
    )
    services.set(participant, [...(known ?? []), ...missing])
    return missing.length > 0
  }
  const keep = (): void => {
    const kept: Kept = [...services].map(([participant, services]) => ({ participant, services }))
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
    ...directoryOf((participant) => services.get(formatParticipant(participant))),
  }
}

/**
 * A directory over a function that returns a participant's services; undefined when it is
 * not registered.
 */
export function directoryOf(
  servicesOf: (participant: Identifier) => Service[] | undefined,
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

function distinct(identifiers: Identifier[]): Identifier[] {
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
