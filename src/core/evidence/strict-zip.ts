// Opens a ZIP that has one meaning (APPNOTE.TXT 6.3.10): programs that read its directory and
// programs that read it from its beginning find the same files, once each, and nothing else is in
// it.
import { inflateSync } from 'fflate'

const signatures = { local: 0x04034b50, directory: 0x02014b50, end: 0x06054b50 }
const lengths = { local: 30, directory: 46, end: 22 }
const methods = { stored: 0, deflated: 8 }

export type ZipLimits = { entriesMax: number; bytesMax: number }

type Entry = {
  name: string
  method: number
  flags: number
  packed: number
  size: number
  offset: number
}

/** The files by name. Throws an Error in words for what is no such ZIP, or too large. */
export function openZip(zip: Uint8Array, limits: ZipLimits): Map<string, Buffer> {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.length)
  const { entries, start } = readDirectory(bytes, limits)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  if (total > limits.bytesMax) throw new Error('it is too large')
  const files = new Map<string, Buffer>()
  let at = 0
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (entry.offset !== at) throw new Error('it has bytes that belong to no entry')
    if (files.has(entry.name)) throw new Error(`it has two entries of the name '${entry.name}'`)
    const { content, end } = readEntry(bytes.subarray(0, start), entry)
    files.set(entry.name, content)
    at = end
  }
  if (at !== start) throw new Error('it has bytes that belong to no entry')
  return files
}

function readDirectory(bytes: Buffer, { entriesMax }: ZipLimits) {
  const end = bytes.length - lengths.end
  if (end < 0 || bytes.readUInt32LE(end) !== signatures.end) throw new Error('it is no ZIP')
  const [disk, count, start] = [
    bytes.readUInt32LE(end + 4),
    bytes.readUInt16LE(end + 10),
    bytes.readUInt32LE(end + 16),
  ]
  if (disk !== 0 || bytes.readUInt16LE(end + 20) !== 0) throw new Error('it is no plain ZIP')
  if (count > entriesMax) throw new Error('it is too large')
  const entries: Entry[] = []
  let at = start
  while (at < end) {
    if (at + lengths.directory > end || bytes.readUInt32LE(at) !== signatures.directory)
      throw new Error('its directory is damaged')
    const name = bytes.readUInt16LE(at + 28)
    const rest = bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    entries.push({
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      name: bytes.toString('utf8', at + lengths.directory, at + lengths.directory + name),
    })
    at += lengths.directory + name + rest
  }
  if (at !== end || entries.length !== count) throw new Error('its directory is damaged')
  return { entries, start }
}

/** The content of an entry, and where the next one begins. */
function readEntry(bytes: Buffer, entry: Entry): { content: Buffer; end: number } {
  const { name, method, flags, packed, size, offset } = entry
  const damaged = new Error(`'${name}' is damaged`)
  if (offset + lengths.local > bytes.length || bytes.readUInt32LE(offset) !== signatures.local)
    throw damaged
  const nameEnd = offset + lengths.local + bytes.readUInt16LE(offset + 26)
  const isSame =
    bytes.toString('utf8', offset + lengths.local, nameEnd) === name &&
    bytes.readUInt16LE(offset + 6) === flags &&
    bytes.readUInt16LE(offset + 8) === method
  if (!isSame) throw new Error(`'${name}' is called otherwise in the directory`)
  const begin = nameEnd + bytes.readUInt16LE(offset + 28)
  const end = begin + packed
  if (end > bytes.length) throw damaged
  const content = unpacked(bytes.subarray(begin, end), method, size)
  if (content?.length !== size) throw damaged
  return { content, end: end + descriptorLength(bytes, end, flags) }
}

function unpacked(packed: Buffer, method: number, size: number): Buffer | undefined {
  if (method === methods.stored) return packed
  if (method !== methods.deflated) return undefined
  return Buffer.from(inflateSync(packed, { out: new Uint8Array(size) }))
}

/** What follows an entry whose size was not known when it was begun. */
function descriptorLength(bytes: Buffer, at: number, flags: number): number {
  if ((flags & 8) === 0) return 0
  const hasSignature = at + 4 <= bytes.length && bytes.readUInt32LE(at) === 0x08074b50
  return hasSignature ? 16 : 12
}
