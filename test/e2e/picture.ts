// Reads and compares the pictures made by pdftoppm: 8-bit colour PNG, not interlaced.
import { inflateSync } from 'node:zlib'

/** Red, green and blue of each pixel, row by row. */
export type Picture = { width: number; height: number; values: Uint8Array }

const channels = 3

/** Throws for any other form of PNG. */
export function readPng(png: Buffer): Picture {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  if (png[24] !== 8 || png[25] !== 2 || png[28] !== 0)
    throw new Error('Not a PNG of 8 bits in colours')
  const packed: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      packed.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  const rows = inflateSync(Buffer.concat(packed))
  const length = width * channels
  const values = new Uint8Array(length * height)
  for (let y = 0; y < height; y++)
    unfilter(rows.subarray(y * (length + 1), (y + 1) * (length + 1)), values, y * length)
  return { width, height, values }
}

// PNG 9.2: each row says which neighbours its values are relative to.
function unfilter(row: Buffer, values: Uint8Array, at: number): void {
  const length = row.length - 1
  const filter = row[0] ?? 0
  for (let x = 0; x < length; x++) {
    const left = x >= channels ? values[at + x - channels]! : 0
    const up = at > 0 ? values[at + x - length]! : 0
    const corner = x >= channels && at > 0 ? values[at + x - length - channels]! : 0
    const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0
    values[at + x] = (row[x + 1]! + guess) & 0xff
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(estimate - value)) as [
    number,
    number,
    number,
  ]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/**
 * The share of values that differ clearly: by more than a quarter of the range from dark to light.
 */
export function difference(a: Picture, b: Picture): number {
  if (a.width !== b.width || a.height !== b.height) return 1
  let differing = 0
  for (let at = 0; at < a.values.length; at++)
    if (Math.abs(a.values[at]! - b.values[at]!) > 64) differing++
  return differing / a.values.length
}
