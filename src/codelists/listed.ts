// The lines of the code lists as values, read when they are first asked for.
import { documentTypeLines } from './document-types.ts'
import { participantSchemeLines } from './participant-schemes.ts'
import { processLines } from './processes.ts'

type Id = { scheme: string; value: string }

export type State = 'active' | 'deprecated' | 'removed'

/** `removal` is a day, such as 2026-08-01; the entry is removed when it is past. */
export type Listed = { state: State; removal?: string }

export type ListedDocumentType = Id &
  Listed & {
    name: string
    /** A family whose members only can be registered and sent. */
    isAbstract: boolean
    processes: readonly Id[]
  }

/** The state on a day, such as 2026-11-28. */
export function stateOn({ state, removal }: Listed, day: string): State {
  if (removal === undefined) return state
  return removal < day ? 'removed' : 'deprecated'
}

/** Every document type of the code list, in its order. */
export function documentTypes(): readonly ListedDocumentType[] {
  read ??= readTypes()
  return read.types
}

/** The document type with exactly this scheme and value. */
export function findDocumentType(id: Id): ListedDocumentType | undefined {
  read ??= readTypes()
  return read.byId.get(keyOf(id))
}

/**
 * The document type of documents that say `stated` of themselves: all of a value but its version,
 * `<namespace>::<root element>##<customization id>`. Of several, one in use.
 */
export function findStatedType(stated: string): ListedDocumentType | undefined {
  read ??= readTypes()
  return read.byStated.get(stated)
}

/** Whether a process is one of the code list, in use or no longer. */
export function isListedProcess(id: Id): boolean {
  processes ??= new Set(
    linesOf(processLines).map((line) => keyOf(idOf(splitLine(line).text, processScheme))),
  )
  return processes.has(keyOf(id))
}

/** The scheme of the four digits before the colon of a participant. */
export function findParticipantScheme(number: string): ListedScheme | undefined {
  return participantSchemes().get(number)
}

/** All of them, in use or no longer, by their numbers. */
export function participantSchemes(): ReadonlyMap<string, ListedScheme> {
  schemes ??= new Map(linesOf(participantSchemeLines).map(schemeOf))
  return schemes
}

/** `country`: two letters, or `international`. */
type ListedScheme = Listed & { country: string; name: string }

/** A line begins with the number and the short name of its scheme. */
function schemeOf(line: string): [number: string, ListedScheme] {
  const { text, words } = splitLine(line)
  const [number = '', country = '', ...name] = text.split(' ')
  return [number, { country, name: name.join(' '), ...listed(words) }]
}

type Read = {
  types: readonly ListedDocumentType[]
  byId: ReadonlyMap<string, ListedDocumentType>
  byStated: ReadonlyMap<string, ListedDocumentType>
}

let read: Read | undefined
let processes: ReadonlySet<string> | undefined
let schemes: ReadonlyMap<string, ListedScheme> | undefined

const documentTypeScheme = 'busdox-docid-qns'
const processScheme = 'cenbii-procid-ubl'

function readTypes(): Read {
  const types = documentTypeLines
    .trim()
    .split(/\n(?! )/)
    .map(documentTypeOf)
  // The last one of a key stays: those in use come last.
  const inUseLast = [
    ...types.filter(({ state }) => state !== 'active'),
    ...types.filter(({ state }) => state === 'active'),
  ]
  const stated = (value: string) => value.slice(0, value.lastIndexOf('::'))
  return {
    types,
    byId: new Map(types.map((type) => [keyOf(type), type])),
    byStated: new Map(inUseLast.map((type) => [stated(type.value), type])),
  }
}

function documentTypeOf(lines: string): ListedDocumentType {
  const [first = '', id = '', ...processIds] = lines.split(/\n */)
  const { text: name, words } = splitLine(first)
  return {
    ...idOf(
      id.replace(/^ubl:/, 'urn:oasis:names:specification:ubl:schema:xsd:'),
      documentTypeScheme,
    ),
    ...listed(words),
    name,
    isAbstract: words.includes('abstract'),
    processes: processIds.map((one) => idOf(one, processScheme)),
  }
}

/** Only schemes that are not the usual one are written. */
function idOf(text: string, usual: string): Id {
  const [, scheme = usual] = /^([a-z]+-[a-z]+-[a-z]+)::/.exec(text) ?? []
  return { scheme, value: scheme === usual ? text : text.slice(scheme.length + 2) }
}

function linesOf(text: string): string[] {
  return text.trim().split('\n')
}

/** `UBL.BE Invoice 3.0 [deprecated 2026-07-07]` has two words after the text. */
function splitLine(line: string): { text: string; words: string[] } {
  const [text = '', words = ''] = line.split(/ \[|\]$/)
  return { text, words: words.split(' ') }
}

function listed([state, removal]: readonly string[]): Listed {
  if (state !== 'deprecated' && state !== 'removed') return { state: 'active' }
  return removal === undefined ? { state } : { state, removal }
}

function keyOf({ scheme, value }: Id): string {
  return `${scheme}::${value}`
}
