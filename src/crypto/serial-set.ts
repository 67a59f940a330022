// The serial numbers of a revocation list, looked up in constant time: a hash table in two arrays,
// which can be passed between threads without a copy.
import { derTags, readHeader, readOnlyDer } from './der.ts'
import { checkCritical, readExtensions } from './extensions.ts'

/**
 * `numbers` has the serial numbers, each preceded by its length in one byte. A slot has the
 * position of one, counted from 1, or 0 when it is free.
 */
export type SerialSet = { slots: Uint32Array; numbers: Uint8Array }

const serialBytesMax = 255

/**
 * The serial numbers of revokedCertificates (RFC 5280, 5.1.2.6). Throws when an entry is malformed
 * or has a critical extension: one of them names another issuer, the others are unknown to us.
 */
export function readSerials(entries: Uint8Array): SerialSet {
  const { count, size } = measure(entries)
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 2)))
  const numbers = new Uint8Array(size)
  let end = 0
  forEachSerial(entries, (serial) => {
    const at = slotOf({ slots, numbers }, serial)
    if (slots[at] !== 0) return
    slots[at] = end + 1
    numbers[end] = serial.length
    numbers.set(serial, end + 1)
    end += serial.length + 1
  })
  return { slots, numbers }
}

export function hasSerial(set: SerialSet, serialNumber: Uint8Array): boolean {
  return set.slots[slotOf(set, significant(serialNumber))] !== 0
}

/** The slot of the number, or the one where it would be. */
function slotOf({ slots, numbers }: SerialSet, serial: Uint8Array): number {
  const mask = slots.length - 1
  let at = hashOf(serial) & mask
  for (let place = slots[at]!; place !== 0; place = slots[at]!) {
    if (isAt(numbers, place - 1, serial)) return at
    at = (at + 1) & mask
  }
  return at
}

function isAt(numbers: Uint8Array, start: number, serial: Uint8Array): boolean {
  if (numbers[start] !== serial.length) return false
  for (let index = 0; index < serial.length; index++)
    if (numbers[start + 1 + index] !== serial[index]) return false
  return true
}

// FNV-1a, 32 bits.
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < bytes.length; index++)
    hash = Math.imul(hash ^ bytes[index]!, 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

function measure(entries: Uint8Array): { count: number; size: number } {
  let count = 0
  let size = 0
  forEachSerial(entries, (serial) => {
    count += 1
    size += serial.length + 1
  })
  return { count, size }
}

function forEachSerial(entries: Uint8Array, visit: (serial: Uint8Array) => void): void {
  for (let at = 0; at < entries.length; ) {
    const entry = readHeader(entries, at)
    const serial = readHeader(entries, entry.start)
    const date = readHeader(entries, serial.end)
    const isEntry =
      entry.tag === derTags.sequence &&
      serial.tag === derTags.integer &&
      (date.tag === derTags.utcTime || date.tag === derTags.generalizedTime)
    if (!isEntry || date.end > entry.end || serial.end - serial.start > serialBytesMax)
      throw new Error('The entry is malformed')
    if (date.end < entry.end)
      checkCritical(readExtensions(readOnlyDer(entries.subarray(date.end, entry.end))), [])
    visit(significant(entries.subarray(serial.start, serial.end)))
    at = entry.end
  }
}

// Leading zeros belong to the encoding, and authorities do not always write them alike in the
// list and in the certificate.
function significant(serial: Uint8Array): Uint8Array {
  let start = 0
  while (start < serial.length - 1 && serial[start] === 0) start += 1
  return serial.subarray(start)
}
