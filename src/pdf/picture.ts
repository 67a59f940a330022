// Which bytes are a printable picture. Checked before the PDF library sees them, because
// it trusts its input.
import { inflateSync } from 'node:zlib'

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
// 24 million pixels are a page of A4 at 500 dpi.
const pointsMax = 24_000_000
const bytesMax = 8_000_000

/** Undefined for anything that is not a PNG or JPEG, is damaged, or would take too much memory. */
export function pictureKind(bytes: Buffer): 'image/png' | 'image/jpeg' | undefined {
  if (bytes.length > bytesMax) return undefined
  if (bytes.subarray(0, 8).equals(pngSignature)) return isSoundPng(bytes) ? 'image/png' : undefined
  return isSoundJpeg(bytes) ? 'image/jpeg' : undefined
}

const channelsOf: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

// All chunks are whole, and the packed pixels inflate to exactly the size promised by the header.
function isSoundPng(bytes: Buffer): boolean {
  if (
    bytes.length < 45 ||
    bytes.toString('latin1', 12, 16) !== 'IHDR' ||
    bytes.readUInt32BE(8) !== 13
  )
    return false
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const [depth, color, , , interlace] = [...bytes.subarray(24, 29)]
  const channels = channelsOf[color ?? -1]
  if (
    !width ||
    !height ||
    width * height > pointsMax ||
    depth !== 8 ||
    !channels ||
    interlace !== 0
  )
    return false
  const packed = packedPoints(bytes, color === 3)
  return packed !== undefined && inflatesTo(packed, height * (1 + width * channels))
}

function packedPoints(bytes: Buffer, needsPalette: boolean): Buffer | undefined {
  const parts: Buffer[] = []
  let hasPalette = false
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const kind = bytes.toString('latin1', at + 4, at + 8)
    const end = at + 8 + length
    if (end + 4 > bytes.length) return undefined
    if (kind === 'PLTE') hasPalette = length > 0 && length <= 768 && length % 3 === 0
    if (kind === 'IDAT') parts.push(bytes.subarray(at + 8, end))
    if (kind === 'IEND') return needsPalette && !hasPalette ? undefined : Buffer.concat(parts)
    at = end + 4
  }
  return undefined
}

function inflatesTo(packed: Buffer, size: number): boolean {
  try {
    return inflateSync(packed, { maxOutputLength: size + 1 }).length === size
  } catch {
    // Damaged, or larger than its header says.
    return false
  }
}

// Baseline, extended and progressive: what PDF viewers decode. Lossless and
// arithmetic JPEG stay blank.
const printableFrames = [0xffc0, 0xffc1, 0xffc2]

// Segments up to the frame header, which must have one or three components: others are not RGB.
function isSoundJpeg(bytes: Buffer): boolean {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return false
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xffc0 || marker > 0xfffe) return false
    const isFrame = marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) {
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      const isSmall = width > 0 && height > 0 && width * height <= pointsMax
      return printableFrames.includes(marker) && isSmall && [1, 3].includes(bytes[at + 9] ?? 0)
    }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}
