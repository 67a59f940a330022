// A list of files with their bytes, written in pieces, is the JSON that it would be in one.
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { FileEntry } from '../../src/core/record.ts'
import { inlineFiles } from '../../src/http/inline-files.ts'

function entry(id: string, size: number): FileEntry {
  const rest = {
    mediaType: 'application/xml',
    sha256: '00',
    createdAt: '2026-11-21T12:00:00.000Z',
    url: `/${id}`,
  }
  return { id, kind: 'ubl', name: 'a "b".xml', size, ...rest }
}

async function textOf(sizes: number[]): Promise<{ text: string; expected: object }> {
  const files = sizes.map((size, index) => ({
    entry: entry(String(index), size),
    bytes: randomBytes(size),
  }))
  let text = ''
  const entries = files.map((file) => file.entry)
  for await (const piece of inlineFiles({ id: 'd', files: entries }, async (id) =>
    inUnevenPieces(files[Number(id)]!.bytes),
  ))
    text += piece
  const expected = files.map((file) => ({ ...file.entry, content: file.bytes.toString('base64') }))
  return { text, expected: { id: 'd', files: expected } }
}

async function* inUnevenPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 50_000) yield bytes.subarray(at, at + 50_000)
}

const piece = 60 * 1024

it.each([[[]], [[0]], [[1, 0, 2]], [[piece - 1, piece, piece + 1]], [[2 * piece + 2]]])(
  'files of %j bytes',
  async (sizes) => {
    const { text, expected } = await textOf(sizes)
    expect(text === JSON.stringify(expected)).toBe(true)
  },
)

it('is not finished when a file cannot be read', async () => {
  const unreadable = inlineFiles({ id: 'd', files: [entry('0', 1)] }, () =>
    Promise.reject(new Error('gone')),
  )
  const read = async () => {
    for await (const _ of unreadable);
  }
  await expect(read()).rejects.toThrow('gone')
})
