// What the requests to the sandbox's SMP have in common: what they need, how identifiers and XML
// are read from them, and what refuses every write.
import type { KeyProvider } from '../crypto/index.ts'
import {
  formatIdentifier,
  type Identifier,
  IdentifierError,
  parseDocumentType,
  parseParticipant,
} from '../peppol/index.ts'
import type { XmlElement } from '../xml/index.ts'
import type { HttpAnswer, HttpRequest } from './http-listener.ts'
import type { KeptMap } from './kept-map.ts'
import { callSml, type SmlMode, type SmlOutcome } from './sml-call.ts'
import type { SmlRegister } from './sml-register.ts'
import type { PublishedGroup } from './smp.ts'
import { readXml } from './smp-content.ts'
import type { SmpEntries } from './smp-entries.ts'
import { badRequest, notFound, preconditionFailed, SmpRefusal } from './smp-refusal.ts'
import type { SmpUser } from './smp-users.ts'

/** How it stands with an SMP; tests change it. */
export type SmpState = {
  isWritable: boolean
  hasSml: boolean
  /** Whether a refusal has a text. */
  explains: boolean
  /**
   * `none`: every connection is closed. `lost`: those of writes are, once they are done. `old`:
   * what is read is as it was at the first request from then on.
   */
  answers: 'all' | 'none' | 'lost' | 'old'
  sml: SmlMode
  smlTimeoutMs: number
}

export const usualState: SmpState = {
  ...{ isWritable: true, hasSml: true, explains: true, answers: 'all' },
  ...{ sml: 'ok', smlTimeoutMs: 5000 },
}

export type SmpNeeds = {
  id: string
  users: readonly SmpUser[]
  keys: KeyProvider
  entries: SmpEntries
  /** The keys of participants on their way out. */
  migrationKeys: KeptMap
  sml: SmlRegister
  state: SmpState
  /** What is published without having been written; it cannot be written either. */
  published: Published
}

type Published = {
  find(participant: Identifier): Promise<PublishedGroup | undefined>
  participantsOf(user: string): Promise<readonly string[]>
}

/** Protects the folder and the memory. */
const groupsMax = 10_000

export type Asked = Omit<HttpRequest, 'method' | 'path'> & {
  /** What the names in the pattern stand for, percent-decoded. */
  at: Record<string, string>
  /** Where the SMP is, and what was asked, in full. */
  base: string
  url: string
}
export type Handle = (asked: Asked) => HttpAnswer | Promise<HttpAnswer>

export function groupIn({ group = '' }: Record<string, string>, url: string): Identifier {
  return identifierIn(group, { parse: parseParticipant, name: 'Service Group', url })
}

export function typeIn({ type = '' }: Record<string, string>, url: string): Identifier {
  return identifierIn(type, { parse: parseDocumentType, name: 'Document Type', url })
}

/** Here the scheme is never left out. */
function identifierIn(
  text: string,
  { parse, name, url }: { parse(text: string): Identifier; name: string; url: string },
): Identifier {
  try {
    const found = parse(text)
    if (text.toLowerCase().startsWith(`${found.scheme}::`)) return found
  } catch (error) {
    if (!(error instanceof IdentifierError)) throw error
  }
  throw badRequest(`Failed to parse ${name} ID '${text}' at '${url}'`)
}

export function xmlIn(body: Buffer, url: string): XmlElement {
  const root = readXml(body)
  if (!root) throw badRequest(`Failed to parse provided payload as XML at '${url}'`)
  return root
}

export function checkWritable({ isWritable }: SmpState, call: string, url: string): void {
  if (!isWritable)
    throw preconditionFailed(
      `The writable REST API is disabled. ${call} will not be executed at ${url}`,
    )
}

export async function checkNotPublished(
  participant: Identifier,
  { published }: Pick<SmpNeeds, 'published'>,
): Promise<void> {
  if (await published.find(participant))
    throw preconditionFailed(
      `The sandbox publishes '${formatIdentifier(participant)}' by itself. Those of a gateway are` +
        ' written here once that is started with --no-publish.',
    )
}

export function checkRoom(entries: SmpEntries): void {
  if (entries.count() >= groupsMax) throw full()
}

export function full(): SmpRefusal {
  return new SmpRefusal(507, 'The SMP of the sandbox holds no more than that.')
}

export function noType(participant: Identifier, type: Identifier, url: string): SmpRefusal {
  const [who, what] = [participant, type].map(formatIdentifier)
  return notFound(`service(${who},${what}) at ${url}`)
}

export function toSml({ sml, smlTimeoutMs }: SmpState, operation: () => void): Promise<SmlOutcome> {
  return callSml({ mode: sml, timeoutMs: smlTimeoutMs }, operation)
}

/** It was written. */
export const done: HttpAnswer = { status: 200, contentType: undefined, body: Buffer.alloc(0) }
