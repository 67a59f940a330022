import { chmodSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { packFolder, unpackFolder } from '../../../src/store/embedded/packed-folder.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'fourcorner-packed-'))
const permissions = (path: string) => statSync(path).mode & 0o777
const files = new Map<string, Buffer>([
  ['PG_VERSION', Buffer.from('18\n')],
  ['base/5/1259', Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))],
  ['base/5/empty', Buffer.alloc(0)],
  ['base/names in words, ü', Buffer.from([0, 255])],
])

function filled(): string {
  const folder = newFolder()
  for (const path of ['base', 'base/5', 'pg_notify']) mkdirSync(join(folder, path))
  for (const [path, bytes] of files) writeFileSync(join(folder, path), bytes)
  return folder
}

it('is unpacked as it was, empty folders included', async () => {
  const folder = newFolder()
  await unpackFolder(packFolder(filled()), folder)
  for (const [path, bytes] of files) expect(readFileSync(join(folder, path))).toEqual(bytes)
  expect(statSync(join(folder, 'pg_notify')).isDirectory()).toBe(true)
  expect(packFolder(folder)).toEqual(packFolder(filled()))
})

it.skipIf(process.platform === 'win32')('is for its owner alone, whoever packed it', async () => {
  const [packed, folder] = [filled(), newFolder()]
  chmodSync(join(packed, 'PG_VERSION'), 0o644)
  chmodSync(join(packed, 'base'), 0o755)
  await unpackFolder(packFolder(packed), folder)
  expect(permissions(join(folder, 'PG_VERSION'))).toBe(0o600)
  expect(permissions(join(folder, 'base'))).toBe(0o700)
})

it('is not unpacked from a piece that is cut short', async () => {
  const packed = packFolder(filled())
  await expect(unpackFolder(packed.subarray(0, packed.length - 5), newFolder())).rejects.toThrow()
})

it('is not unpacked from a piece with more, or less, than its list says', async () => {
  const listed = (size: number) => {
    const list = Buffer.from(JSON.stringify([{ path: 'file', size }]))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(list.length)
    return brotliCompressSync(Buffer.concat([length, list, Buffer.from('bytes')]))
  }
  await unpackFolder(listed(5), newFolder())
  await expect(unpackFolder(listed(4), newFolder())).rejects.toThrow(/more than its list/)
  await expect(unpackFolder(listed(6), newFolder())).rejects.toThrow(/ends in the middle/)
})
