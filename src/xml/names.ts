// Names in tags. Most have been seen before, in this document or in another of its kind.
import { isAsciiNameCharacter, isNameCharacter, isNameStart } from './characters.ts'
import { type ExpandedName, fail, type Reader } from './reader.ts'

type Known = { units: Uint8Array; expanded: ExpandedName }

/**
 * Names seen in earlier documents, by a hash of their characters. A later name replaces an earlier
 * one with the same hash.
 */
const knownBits = 16
const known: (Known | undefined)[] = Array.from({ length: 2 ** knownBits })
const knownLengthMax = 100

/**
 * A document with more names than this is unlikely to be one of many: the rest of its names is
 * not kept.
 */
export const knownNamesMax = 1000

/** Reads a qualified name (Namespaces in XML 1.0, 4), not yet in any namespace. */
export function readName(reader: Reader): ExpandedName {
  const { units } = reader
  const start = reader.at
  let at = start
  let hash = 0
  // Most names are ASCII, where a unit is a character.
  while (at < units.length && isAsciiNameCharacter(units[at]!))
    hash = ((hash << 5) | (hash >>> 27)) ^ units[at++]!
  if (at < units.length && units[at]! > 0x7f) return readAnyName(reader)
  const slot = Math.imul(hash, 0x9e3779b1) >>> (32 - knownBits)
  const found = known[slot]
  if (found !== undefined && stands(found.units, units, start, at)) {
    reader.at = at
    return found.expanded
  }
  const expanded = takeName(reader, at)
  if (at - start <= knownLengthMax && reader.names.size < knownNamesMax)
    known[slot] = { units: Uint8Array.from(units.subarray(start, at)), expanded }
  return expanded
}

/** Reads `<?` and the target of a processing instruction (XML 1.0, 2.6). */
export function readInstructionTarget(reader: Reader): string {
  const start = reader.at
  reader.at += '<?'.length
  const { name } = readName(reader)
  if (name.includes(':') || name.toLowerCase() === 'xml')
    fail(reader, 'malformed', `A processing instruction cannot be called ${name}`, start)
  return name
}

function stands(name: Uint8Array, units: Reader['units'], start: number, end: number): boolean {
  if (name.length !== end - start) return false
  for (let index = 0; index < name.length; index++)
    if (name[index] !== units[start + index]) return false
  return true
}

function readAnyName(reader: Reader): ExpandedName {
  let { at } = reader
  for (let code = reader.text.codePointAt(at); code !== undefined && isNameCharacter(code); ) {
    at += code > 0xffff ? 2 : 1
    code = reader.text.codePointAt(at)
  }
  return takeName(reader, at)
}

function takeName(reader: Reader, end: number): ExpandedName {
  const name = reader.text.slice(reader.at, end)
  const met = reader.names.get(name)
  const split = met ?? splitName(name)
  if (!split) fail(reader, 'malformed', 'A name is missing or not well-formed')
  reader.at = end
  if (met) return met
  const kept = reader.names.size < knownNamesMax ? internName(split) : split
  reader.names.set(name, kept)
  return kept
}

function splitName(name: string): ExpandedName | undefined {
  const colon = name.indexOf(':')
  const [prefix, local] = colon < 0 ? ['', name] : [name.slice(0, colon), name.slice(colon + 1)]
  const isSplit = isSimple(local) && (colon < 0 || isSimple(prefix))
  return isSplit ? { name, prefix, local, namespace: '' } : undefined
}

function internName({ name, prefix, local, namespace }: ExpandedName): ExpandedName {
  return { name: intern(name), prefix: intern(prefix), local: intern(local), namespace }
}

function isSimple(name: string): boolean {
  return name !== '' && isNameStart(name.codePointAt(0)!) && !name.includes(':')
}

/**
 * The same string as V8 stores property names: once, and on its own. Two such strings are compared
 * by address, at a tenth of the cost of comparing slices of a document, and none keeps that
 * document in memory.
 */
export function intern(text: string): string {
  const names = Object.create(null)
  names[text] = true
  for (const name in names) return name
  return text
}

/** Namespaces seen before. All are forgotten when there are too many to belong to a few formats. */
const knownNamespaces = new Map<string, string>()
const knownNamespacesMax = 1000

/** The same as intern, for namespaces: looking up one seen before takes a tenth of the time. */
export function internNamespace(text: string): string {
  const found = knownNamespaces.get(text)
  if (found !== undefined) return found
  const namespace = intern(text)
  if (knownNamespaces.size === knownNamespacesMax) knownNamespaces.clear()
  if (namespace.length <= knownLengthMax) knownNamespaces.set(namespace, namespace)
  return namespace
}
