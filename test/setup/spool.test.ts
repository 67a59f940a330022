import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSpool } from '../../src/setup/spool.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function* pieces(...all: string[]): AsyncGenerator<Buffer> {
  for (const piece of all) yield Buffer.from(piece)
}

async function read(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = []
  for await (const piece of bytes) all.push(piece)
  return Buffer.concat(all).toString()
}

test('gives back what was written, as often as wanted, from a file that has no name', async () => {
  const long = 'ä'.repeat(100_000)
  const spooled = await openSpool(folder)(pieces('a', '', long, 'z'))
  expect(spooled.size).toBe(200_002)
  expect(await readdir(folder)).toEqual([])
  const both = await Promise.all([read(spooled.read()), read(spooled.read())])
  expect(both.every((text) => text === `a${long}z`)).toBe(true)
  await spooled.remove()
  await spooled.remove()
  await expect(read(spooled.read())).rejects.toThrow()
})

test('holds nothing, too', async () => {
  const spooled = await openSpool(folder)(pieces())
  expect([spooled.size, await read(spooled.read())]).toEqual([0, ''])
  await spooled.remove()
})

test('throws what its source throws, and what the disk refuses', async () => {
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.from('a')
    throw new Error('the source broke')
  }
  await expect(openSpool(folder)(broken())).rejects.toThrow('the source broke')
  await expect(openSpool(join(folder, 'none'))(pieces('a'))).rejects.toThrow('ENOENT')
})
