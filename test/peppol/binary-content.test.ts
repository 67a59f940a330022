import { describe, expect, test } from 'vitest'
import {
  binaryContentOf,
  buildSbd,
  openBinaryContent,
  parseDocumentType,
  parseParticipant,
  parseProcess,
  parseSbdOutline,
  parseSbdTree,
  type SbdHeader,
} from '../../src/peppol/index.ts'

const namespace = 'http://peppol.eu/xsd/ticc/envelope/1.0'
const wrap = (file: Buffer, mediaType = 'application/pdf') =>
  Buffer.concat([...binaryContentOf(file, mediaType)])
const unwrap = (document: Buffer | string) => {
  const opened = openBinaryContent(Buffer.from(document))
  return opened && { mediaType: opened.mediaType, bytes: Buffer.concat([...opened.pieces()]) }
}

/** Every byte, and in no order that base64 would find simple. */
function fileOf(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 167 + (at >> 8)) & 0xff))
}

describe('a file in its element', () => {
  test('stands in base64, with its media type', () => {
    expect(wrap(Buffer.from('%PDF-')).toString()).toBe(
      `<BinaryContent xmlns="${namespace}" mimeType="application/pdf" ` +
        'encoding="Base64Encoding">JVBERi0=</BinaryContent>',
    )
  })

  // Pieces are 768 KB.
  test.each([0, 1, 2, 3, 4, 786_431, 786_432, 786_433, 2_000_000])(
    'of %i bytes comes out as it went in',
    (length) => {
      const file = fileOf(length)
      const came = unwrap(wrap(file))
      expect(came?.mediaType).toBe('application/pdf')
      expect(came?.bytes.equals(file)).toBe(true)
    },
  )

  test('is made in pieces, none of them large', () => {
    const pieces = [...binaryContentOf(fileOf(3_000_000), 'application/pdf')]
    expect(pieces.length).toBeGreaterThan(4)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(1024 * 1024)
  })

  test('is found under any prefix, with line ends, and without its attributes', () => {
    const lines = fileOf(1_200_000).toString('base64').replace(/.{76}/g, '$&\r\n')
    const foreign = `<e:BinaryContent\n xmlns:e='${namespace}'>\n ${lines}\n</e:BinaryContent>`
    const came = unwrap(foreign)
    expect(came?.mediaType).toBe('application/octet-stream')
    expect(came?.bytes.equals(fileOf(1_200_000))).toBe(true)
    expect(unwrap(`<BinaryContent xmlns="${namespace}"/>`)?.bytes).toHaveLength(0)
  })

  test.each([
    ['no base64', 'JVB*'],
    ['base64 that ends too early', 'JVBER'],
    ['padding in the middle', 'JVA=JVBE'],
    ['an element', '<a/>'],
    ['a reference', 'JVB&#69;'],
  ])('cannot be read when it holds %s', (_, content) => {
    const document = `<BinaryContent xmlns="${namespace}">${content}</BinaryContent>`
    expect(() => unwrap(document)).toThrow(/not base64/)
  })

  test.each(['base64', 'BASE64', 'Base64', 'Base64Encoding', 'urn:any', ''])(
    'is taken out whatever its encoding is called: "%s"',
    (encoding) => {
      const document = wrap(fileOf(3)).toString().replace('Base64Encoding', encoding)
      expect(unwrap(document)?.bytes.equals(fileOf(3))).toBe(true)
    },
  )

  test('cannot be taken out when it is not base64', () => {
    const document = wrap(fileOf(3)).toString().replace('Base64Encoding', 'Quoted')
    expect(() => unwrap(document.replace(/>[^<]*</, '>=E4=F6<'))).toThrow('not base64')
  })

  test.each(['<Order/>', '<BinaryContent/>', `<TextContent xmlns="${namespace}"/>`, 'no XML', ''])(
    'is not seen in %j',
    (document) => {
      expect(unwrap(document)).toBeUndefined()
    },
  )
})

const facturX =
  'urn:peppol:doctype:pdf+xml##urn:cen.eu:en16931:2017#conformant#' +
  'urn:peppol:france:billing:Factur-X:1.0::D22B'
const header: SbdHeader = {
  sender: parseParticipant('0208:0987654394'),
  receiver: parseParticipant('9930:de123456788'),
  documentType: parseDocumentType(facturX),
  process: parseProcess('urn:peppol:france:billing:regulated'),
  countryC1: 'FR',
  instanceIdentifier: '019333a1-0000-7000-8000-000000000001',
  createdAt: new Date('2026-11-21T12:00:00.123Z'),
}
const document = wrap(fileOf(1000))

async function* chunksOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100) yield bytes.subarray(at, at + 100)
}

describe('an SBD with a file', () => {
  test('states the format, and is read back in one piece and in chunks', async () => {
    const sbd = buildSbd(header, document)
    const parsed = parseSbdTree(sbd)
    const stated = {
      standard: 'urn:peppol:doctype:pdf+xml',
      type: 'factur-x',
      // Not the D22B that its identifier ends with.
      typeVersion: '0',
    }
    expect(parsed).toEqual({ header: { ...header, ...stated }, document })
    const { header: outlined, start, end } = await parseSbdOutline(chunksOf(sbd))
    expect(outlined).toEqual(parsed.header)
    expect(sbd.subarray(start, end)).toEqual(document)
  })

  test.each([
    ['urn:peppol:doctype:pdf+xml##eb2b:order-x:1.0::0', 'pdf+xml', 'order-x', '0'],
    ['urn:peppol:doctype:edifact:ORDERS##eb2b::0', 'edifact:ORDERS', 'ORDERS', '0'],
  ])('of the type %s states it too', (type, format, stated, typeVersion) => {
    const sbd = buildSbd({ ...header, documentType: parseDocumentType(type) }, document)
    const standard = `urn:peppol:doctype:${format}`
    expect(parseSbdTree(sbd).header).toMatchObject({ standard, type: stated, typeVersion })
  })

  test('may state an XML document type: no element shows whether it is right', () => {
    const documentType = parseDocumentType('urn:a::Letter##b::1.0')
    const sbd = buildSbd({ ...header, documentType }, document)
    expect(parseSbdTree(sbd).header).toMatchObject({ standard: 'urn:a', type: 'Letter' })
  })

  test('is refused when a wildcard is its type, as any other', () => {
    const wild = Buffer.from(
      buildSbd(header, document)
        .toString()
        .replace('Factur-X:1.0::D22B', 'Factur-X:1.0*::D22B')
        .replace('busdox-docid-qns', 'peppol-doctype-wildcard'),
    )
    expect(() => parseSbdTree(wild)).toThrow(/wildcard/)
  })

  test.each([
    '<Invoice xmlns="urn:peppol:doctype:pdf+xml"/>',
    '<factur-x xmlns="urn:peppol:doctype:pdf+xml"/>',
    '<BinaryContent xmlns="urn:another">JVBE</BinaryContent>',
    `<TextContent xmlns="${namespace}">text</TextContent>`,
  ])('is refused when it carries %s instead', async (other) => {
    const sbd = buildSbd(header, Buffer.from(other))
    expect(() => parseSbdTree(sbd)).toThrow(/do not match the document type/)
    await expect(parseSbdOutline(chunksOf(sbd))).rejects.toThrow(/do not match the document type/)
  })
})
