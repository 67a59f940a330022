// The outline of a document that comes in pieces.
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { outlineDocument } from '../../src/cli/as4-large-file.ts'
import { children, textOf } from '../../src/xml/index.ts'

const head =
  '<?xml version="1.0"?><u:Invoice xmlns:u="urn:u"><u:CustomizationID>c</u:CustomizationID>' +
  '<u:ProfileID>p</u:ProfileID>'
const root = '<u:Invoice'
const document = `${head}<u:Note>${'x'.repeat(2_000_000)}</u:Note></u:Invoice>\n`

const outline = (text: string, size: number) =>
  outlineDocument(
    Readable.from(
      (function* () {
        for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size))
      })(),
    ),
  )

it.each([65_536, 100])('has root and named children, from pieces of %i bytes', async (size) => {
  const found = await outline(document, size)
  expect(found).toMatchObject({ start: document.indexOf(root), end: document.length - 1 })
  expect(found.root).toMatchObject({ local: 'Invoice', namespace: 'urn:u' })
  for (const [name, text] of [
    ['CustomizationID', 'c'],
    ['ProfileID', 'p'],
  ] as const)
    expect(children(found.root, name, 'urn:u').map(textOf)).toEqual([text])
})

it('is not had of what is no XML', async () => {
  await expect(outline(document.replace('</u:Note>', '</u:Nota>'), 65_536)).rejects.toThrow()
})
