// `fourcorner convert`: what the gateway refuses in a body is refused in a file, with the file's
// name and the place.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { convertCommand } from '../../src/cli/convert.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-convert-'))
afterAll(() => rmSync(folder, { recursive: true }))

const json = JSON.stringify(submitExamples.invoice['application/json']!.usual!.value)

async function convert(bytes: string | Buffer): Promise<string> {
  const [file, output] = [join(folder, 'document'), join(folder, 'converted')]
  writeFileSync(file, bytes)
  await convertCommand().parseAsync([file, '--output', output], { from: 'user' })
  return readFileSync(output, 'utf8')
}

it('converts JSON into UBL and back, with or without a byte order mark', async () => {
  const ubl = await convert(json)
  expect(ubl).toMatch(/^<Invoice /)
  expect(await convert(`\ufeff${json}`)).toBe(ubl)
  const back = JSON.parse(await convert(ubl)) as { document: object; unmapped: unknown[] }
  expect(back.unmapped).toEqual([])
  expect(await convert(JSON.stringify(back.document))).toBe(ubl)
})

it('writes JSON in which nothing of strangers moves the cursor of a terminal', async () => {
  const ubl = await convert(json.replace('{', '{"notes":[{"text":"NOTE"}],'))
  const back = await convert(ubl.replace('NOTE', '\u009b31m\u202eb'))
  expect(JSON.parse(back).document.notes).toEqual([{ text: '\u009b31m\u202eb' }])
  expect(back).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
})

it('refuses bytes that are not UTF-8 instead of replacing them', async () => {
  const latin = Buffer.from(json.replace('"name":"', '"name":"é'), 'latin1')
  await expect(convert(latin)).rejects.toThrow('The body is not valid UTF-8')
})

it('says in which file and where JSON is not well-formed', async () => {
  await expect(convert('{\n"number": nope}')).rejects.toThrow(/document: Line 2, column 11/)
})
