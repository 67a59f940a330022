import { describe, expect, test } from 'vitest'
import {
  buildSbd,
  parseSbdOutline,
  parseSbdTree,
  type SbdHeader,
  sbdAround,
} from '../../src/peppol/index.ts'

const header: SbdHeader = {
  sender: { scheme: 'iso6523-actorid-upis', value: '9915:a' },
  receiver: { scheme: 'iso6523-actorid-upis', value: '9915:b' },
  documentType: { scheme: 'busdox-docid-qns', value: 'urn:i::Invoice##c::2.1' },
  process: { scheme: 'cenbii-procid-ubl', value: 'p' },
  countryC1: 'AT',
  instanceIdentifier: '0d9ef2ee-4e0c-4bd0-bb2c-9b0a6ae3a1d2',
  createdAt: new Date('2026-11-21T10:00:00Z'),
}
const document = '<Invoice xmlns="urn:i"><Note>zwölf &lt; €</Note><!-- <Note> --></Invoice>'
const sbd = buildSbd(header, Buffer.from(document)).toString()

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = (text: string, size = 1000) => parseSbdOutline(inChunks(Buffer.from(text), size))

describe('reading an SBD in chunks', () => {
  test.each([1, 10, 100, 100_000])(
    'finds in chunks of %i bytes what the whole says',
    async (size) => {
      const whole = parseSbdTree(Buffer.from(sbd))
      const outline = await read(sbd, size)
      expect(outline.header).toEqual(whole.header)
      expect(Buffer.from(sbd).subarray(outline.start, outline.end)).toEqual(whole.document)
    },
  )

  test('takes an empty document, comments between, and a prefix without effect', async () => {
    const empty = sbd.replace(document, ' <!-- a --><q:Invoice\n xmlns:q="urn:i" /> <!-- b -->')
    const { start, end } = await read(empty, 7)
    expect(Buffer.from(empty).subarray(start, end).toString()).toBe(
      '<q:Invoice\n xmlns:q="urn:i" />',
    )
    expect(parseSbdTree(Buffer.from(empty)).document.toString()).toBe(
      '<q:Invoice\n xmlns:q="urn:i" />',
    )
  })

  const malformed: [string, string][] = [
    ['no document', sbd.replace(document, '')],
    ['two documents', sbd.replace(document, document + document)],
    [
      'the document first',
      sbd.replace(document, '').replace('<sh:StandardBusinessDocumentHeader>', (x) => document + x),
    ],
    [
      'another document than its header says',
      sbd.replace('<Invoice xmlns="urn:i">', '<Invoice xmlns="urn:j">'),
    ],
    ['another root', sbd.replaceAll('StandardBusinessDocument>', 'Document>')],
    ['a header without a sender', sbd.replace(/<sh:Sender>.*<\/sh:Sender>/, '')],
    ['a header that is no XML', sbd.replace('<sh:HeaderVersion>', '<sh:HeaderVersion>&x;')],
    [
      'a DOCTYPE',
      sbd.replace('<sh:StandardBusinessDocument ', '<!DOCTYPE a><sh:StandardBusinessDocument '),
    ],
    ['no end', sbd.slice(0, -10)],
    ['something behind', `${sbd}<a/>`],
    ['a document that ends otherwise', sbd.replace('</Invoice>', '</invoice>')],
    [
      'more than a header before the document',
      sbd.replace(document, `${' '.repeat(1_100_000)}${document}`),
    ],
  ]
  test.each(malformed)('refuses %s, as the whole is refused', async (name, text) => {
    await expect(read(text, 5000)).rejects.toThrow()
    if (!name.startsWith('more')) expect(() => parseSbdTree(Buffer.from(text))).toThrow()
  })

  test('what surrounds a document makes an SBD of it', () => {
    const { start, end } = sbdAround(header)
    expect(`${start}${document}${end}`).toBe(sbd)
  })
})
