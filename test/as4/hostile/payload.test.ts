// What a payload and its wrapping may be: bombs, damaged gzip, MIME that is none, XML that bites.
// Nothing is fetched.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpMessage } from '../../../src/as4/index.ts'
import { sha256 } from '../../../src/crypto/index.ts'
import { both, bySigner, byStranger, foreign, inElement, intoHeader, swap } from './edits.ts'
import { compose, type HostileMessage, part, sbd, toHttpMessage } from './hostile-message.ts'
import { type Case, limits, outcomeOf, refuseAll, reportCosts } from './judge.ts'

// Must never be called. Its port is in the messages.
let calls = 0
let web = 'http://127.0.0.1:9'
const listener = createServer((_, response) => {
  calls++
  response.end('<evil/>')
})

beforeAll(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  web = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => listener.close(resolve)))

const gzipped = gzipSync(sbd())
const carrying = (content: Buffer) => () => compose({ parts: [part('', { content })] })
const inMembers = [gzipSync(sbd().slice(0, 100)), gzipSync(sbd().slice(100))]
const zeros = (bytes: number) => gzipSync(Buffer.alloc(bytes))
const parts = (count: number, bytes: number) => () => {
  const content = zeros(bytes)
  return compose({
    parts: Array.from({ length: count }, (_, index) =>
      part('', { contentId: `part-${index}@sender.test`, content }),
    ),
  })
}
const toProperty = ([name, value]: [string, string]) =>
  `<eb:Property name="${name}">${value}</eb:Property>`
const properties = (...lines: [string, string][]) =>
  inElement(
    'eb:PartProperties',
    /(<eb:PartProperties>).*(<\/eb:PartProperties>)/,
    `$1${lines.map(toProperty).join('')}$2`,
  )
const xml: [string, string] = ['MimeType', 'application/xml']
const gzip: [string, string] = ['CompressionType', 'application/gzip']
const uncompressed =
  (content = Buffer.from(sbd())) =>
  () =>
    compose({
      parts: [
        part('', {
          content,
          properties: { MimeType: 'application/octet-stream' },
          encryptedAs: 'application/octet-stream',
        }),
      ],
    })
const small = { limits: { ...limits, inflatedBytesMax: Buffer.byteLength(sbd()) } }

const wire =
  (change: (message: HttpMessage) => HttpMessage, base: () => HostileMessage = compose) =>
  () =>
    change(toHttpMessage(base()))
const typed = (contentType: string) => wire((message) => ({ ...message, contentType }))
const bytes = (change: (body: string) => string) =>
  wire((message) => {
    const body = Buffer.from(change(message.body.toString('latin1')), 'latin1')
    if (body.equals(message.body)) throw new Error('The edit changed nothing')
    return { ...message, body }
  })
const soapHeaders =
  (...lines: string[]) =>
  () => ({ ...compose(), soapHeaders: ['Content-Type: application/soap+xml', ...lines] })
const partHeaders =
  (...lines: string[]) =>
  () => {
    const hostileMessage = compose()
    return {
      ...hostileMessage,
      parts: hostileMessage.parts.map((one) => ({ ...one, headers: [...one.headers, ...lines] })),
    }
  }
const manyParts = (count: number) =>
  bytes((body) =>
    body.replace(
      '------=_forged--\r\n',
      `${'------=_forged\r\nContent-Type: a/b\r\n\r\n\r\n'.repeat(count)}------=_forged--\r\n`,
    ),
  )
const xmlFault = 'EBMS:0009 the SOAP part is not acceptable XML'
const noGzip = 'EBMS:0303 the payload could not be decompressed'
const doctype = (dtd: string) =>
  byStranger((soap) => soap.replace('<S12:Envelope', `<!DOCTYPE e ${dtd}><S12:Envelope`))
const nested = (depth: number) => intoHeader(foreign('<a>'.repeat(depth) + '</a>'.repeat(depth)))
const harmless = byStranger(intoHeader(foreign('<a><b c="d"/></a>')))
const laughs = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('')

const cases: Case[] = [
  { name: 'a payload that is no gzip', forge: carrying(Buffer.from(sbd())), outcome: noGzip },
  { name: 'an empty payload that should be gzip', forge: carrying(Buffer.of()), outcome: noGzip },
  {
    name: 'a gzip cut off in the middle',
    forge: carrying(gzipped.subarray(0, 100)),
    outcome: noGzip,
  },
  {
    name: 'a gzip cut off in its last bytes',
    forge: carrying(gzipped.subarray(0, -1)),
    outcome: noGzip,
  },
  {
    name: 'a gzip with a wrong checksum',
    forge: carrying(
      Buffer.concat([gzipped.subarray(0, -8), Buffer.of(1, 2, 3, 4), gzipped.subarray(-4)]),
    ),
    outcome: noGzip,
  },
  {
    name: 'a gzip with a wrong length',
    forge: carrying(Buffer.concat([gzipped.subarray(0, -4), Buffer.of(1, 0, 0, 0)])),
    outcome: noGzip,
  },
  {
    name: 'a gzip with a damaged middle',
    forge: carrying(Buffer.from(gzipped).fill(0, 60, 90)),
    outcome: noGzip,
  },
  {
    name: 'a gzip with a wrong first byte',
    forge: carrying(Buffer.from(gzipped).fill(0, 0, 1)),
    outcome: noGzip,
  },
  {
    name: 'a gzip with bytes after its end',
    forge: carrying(Buffer.concat([gzipped, Buffer.from('more')])),
    outcome: noGzip,
    twin: carrying(Buffer.concat([gzipped, Buffer.alloc(3)])),
  },
  {
    name: 'a gzip whose second member is cut off',
    forge: carrying(Buffer.concat([...inMembers, gzipped.subarray(0, 20)])),
    outcome: noGzip,
    twin: carrying(Buffer.concat(inMembers)),
  },
  {
    name: 'a gzip of another method',
    forge: carrying(Buffer.from(gzipped).fill(7, 2, 3)),
    outcome: noGzip,
  },
  {
    name: 'a changed gzip under an honest digest',
    forge: () =>
      compose({ parts: [part(sbd({ instance: 'evil' }), { digest: Buffer.alloc(32) })] }),
    outcome: 'EBMS:0101 the digest of a payload part does not match',
  },
  {
    name: 'a gzip digested before it was compressed',
    forge: () => compose({ parts: [part(sbd(), { digest: sha256(sbd()) })] }),
    outcome: 'EBMS:0101 the digest of a payload part does not match',
  },
  {
    name: 'a payload compressed after it was encrypted',
    forge: () => {
      const hostileMessage = uncompressed()()
      return {
        ...hostileMessage,
        parts: hostileMessage.parts.map((one) => ({ ...one, body: gzipSync(one.body) })),
      }
    },
    outcome: 'EBMS:0102 the message could not be decrypted',
    twin: uncompressed(),
  },
  {
    name: 'a bomb by its ratio',
    forge: carrying(zeros(20_000_000)),
    outcome: noGzip,
    twin: carrying(zeros(2_000_000)),
  },
  {
    name: 'a bomb by its size',
    forge: carrying(gzipped),
    outcome: noGzip,
    options: { limits: { ...limits, inflatedBytesMax: sbd().length - 20 } },
    twin: carrying(gzipSync('<a/>')),
  },
  {
    name: 'two payloads that are too large together',
    forge: () => compose({ parts: [part(sbd()), part(sbd(), { contentId: 'b@sender.test' })] }),
    outcome: 'EBMS:0303',
    options: small,
  },
  {
    name: 'fifteen bombs that are small each',
    forge: parts(15, 4_000_000),
    outcome: noGzip,
    twin: parts(15, 400_000),
  },
  {
    name: 'another compression',
    forge: bySigner(swap('application/gzip</eb:Property>', 'application/zip</eb:Property>')),
    outcome: 'EBMS:0003',
  },
  {
    name: 'compression by a name in capitals',
    forge: bySigner(swap('application/gzip</eb:Property>', 'Application/GZIP</eb:Property>')),
    outcome: 'EBMS:0003',
  },
  { name: 'two compressions', forge: bySigner(properties(xml, gzip, gzip)), outcome: 'EBMS:0009' },
  {
    name: 'compression without a MimeType',
    forge: bySigner(properties(gzip)),
    outcome: 'EBMS:0003',
  },
  {
    name: 'compression with an empty MimeType',
    forge: bySigner(properties(['MimeType', ''], gzip)),
    outcome: 'EBMS:0003',
  },
  {
    name: 'a character set that cannot be',
    forge: bySigner(properties(xml, gzip, ['CharacterSet', '!utf*'])),
    outcome: 'EBMS:0003',
    twin: bySigner(properties(xml, gzip, ['CharacterSet', 'utf-8'])),
  },
  {
    name: 'a property without a name',
    forge: bySigner(properties(xml, gzip, ['', 'x'])),
    outcome: 'EBMS:0009',
    twin: bySigner(properties(xml, gzip, ['Anything', 'x'])),
  },
  {
    name: 'two lists of part properties',
    forge: bySigner(swap('<eb:PartProperties>', '<eb:PartProperties/><eb:PartProperties>')),
    outcome: 'EBMS:0003',
  },
  {
    name: 'a payload on the web',
    forge: () =>
      bySigner(swap(/<eb:PartInfo href="[^"]*"/, `<eb:PartInfo href="${web}/payload"`))(),
    outcome: 'EBMS:0011',
  },
  {
    name: 'a payload in a file',
    forge: bySigner(swap(/<eb:PartInfo href="[^"]*"/, '<eb:PartInfo href="file:///etc/passwd"')),
    outcome: 'EBMS:0011',
  },
  {
    name: 'a payload in the Body',
    forge: bySigner(both(swap(/<eb:PartInfo href="[^"]*"/, '<eb:PartInfo href="#body"'))),
    outcome: 'EBMS:0011',
  },
  {
    name: 'uncompressed XML that cannot be read',
    forge: () =>
      compose({
        parts: [
          part('', {
            content: Buffer.from('<a>'),
            properties: { MimeType: 'text/xml' },
            encryptedAs: 'text/xml',
          }),
        ],
      }),
    outcome: 'EBMS:0101 the digest of a payload part does not match',
    twin: uncompressed(),
  },
  {
    name: 'uncompressed XML with a DOCTYPE',
    forge: () =>
      compose({
        parts: [
          part('', {
            content: Buffer.from(`<!DOCTYPE a SYSTEM "${web}/dtd"><a/>`),
            digest: sha256('<a></a>'),
            properties: { MimeType: 'text/xml' },
            encryptedAs: 'text/xml',
          }),
        ],
      }),
    outcome: 'EBMS:0101 the digest of a payload part does not match',
    twin: () =>
      compose({
        parts: [
          part('', {
            content: Buffer.from('<a/>'),
            digest: sha256('<a></a>'),
            properties: { MimeType: 'text/xml' },
            encryptedAs: 'text/xml',
          }),
        ],
      }),
  },
  { name: 'a DOCTYPE in the SOAP part', forge: doctype(''), outcome: xmlFault },
  {
    name: 'a DOCTYPE on the web',
    forge: () => doctype(`SYSTEM "${web}/evil.dtd"`)(),
    outcome: xmlFault,
  },
  {
    name: 'an entity of a file',
    forge: doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]'),
    outcome: xmlFault,
  },
  {
    name: 'a parameter entity on the web',
    forge: () => doctype(`[<!ENTITY % x SYSTEM "${web}/x"> %x;]`)(),
    outcome: xmlFault,
  },
  { name: 'a billion laughs', forge: doctype(`[<!ENTITY l0 "ha">${laughs}]`), outcome: xmlFault },
  {
    name: 'a quadratic blow-up',
    forge: doctype(`[<!ENTITY x "${'x'.repeat(50_000)}">]`),
    outcome: xmlFault,
  },
  {
    name: 'default attributes by a DTD',
    forge: doctype('[<!ATTLIST wsu:Id CDATA "x">]'),
    outcome: xmlFault,
  },
  {
    name: 'an entity that was never declared',
    forge: byStranger(swap('9915:receiver', '9915:&receiver;')),
    outcome: xmlFault,
    twin: bySigner(swap('9915:receiver', '9915:&#114;eceiver')),
  },
  {
    name: 'an instruction for a stylesheet',
    forge: () =>
      byStranger((soap) =>
        soap.replace('<S12:Envelope', `<?xml-stylesheet href="${web}/x.xsl"?><S12:Envelope`),
      )(),
    outcome: xmlFault,
  },
  {
    name: 'an instruction inside Messaging',
    forge: bySigner(swap('<eb:UserMessage>', '<?evil x?><eb:UserMessage>')),
    outcome: xmlFault,
    twin: bySigner(swap('<eb:UserMessage>', '<!-- x --><eb:UserMessage>')),
  },
  {
    name: 'an XInclude that must be understood',
    forge: () =>
      byStranger(
        intoHeader(
          `<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${web}/x" ` +
            `S12:mustUnderstand="true"/>`,
        ),
      )(),
    outcome: 'EBMS:0009 a mandatory header block',
    twin: () =>
      byStranger(
        intoHeader(`<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="${web}/x"/>`),
      )(),
  },
  {
    name: 'a header block that must be understood, as 1',
    forge: byStranger(intoHeader('<w:X xmlns:w="urn:w" S12:mustUnderstand="1"/>')),
    outcome: 'EBMS:0009 a mandatory header block',
    twin: byStranger(intoHeader('<w:X xmlns:w="urn:w" S12:mustUnderstand="0"/>')),
  },
  {
    name: 'a header block that the next one must understand',
    forge: byStranger(
      intoHeader(
        '<w:X xmlns:w="urn:w" S12:mustUnderstand="1" ' +
          'S12:role="http://www.w3.org/2003/05/soap-envelope/role/next"/>',
      ),
    ),
    outcome: 'EBMS:0009 a mandatory header block',
    twin: byStranger(
      intoHeader('<w:X xmlns:w="urn:w" S12:mustUnderstand="1" S12:role="urn:other"/>'),
    ),
  },
  {
    name: 'a header block that must be understood, under another prefix',
    forge: byStranger(
      intoHeader(
        '<w:X xmlns:w="urn:w" ' +
          'xmlns:e="http://www.w3.org/2003/05/soap-envelope" e:mustUnderstand=" true ' +
          '"/>',
      ),
    ),
    outcome: 'EBMS:0009 a mandatory header block',
    twin: byStranger(intoHeader('<w:X xmlns:w="urn:w" w:mustUnderstand="true"/>')),
  },
  {
    name: '200,000 elements inside one another',
    forge: byStranger(nested(66_000)),
    outcome: xmlFault,
    twin: byStranger(nested(20)),
  },
  {
    name: '200,000 elements inside one another, in a part of more than a megabyte',
    forge: byStranger(nested(200_000)),
    outcome: 'EBMS:0009 the SOAP part is too large',
    twin: byStranger(nested(20)),
  },
  {
    name: '100,000 elements side by side',
    forge: byStranger(intoHeader(foreign('<a/>'.repeat(100_000)))),
    outcome: xmlFault,
    twin: harmless,
  },
  {
    name: '60,000 attributes on one element',
    forge: byStranger(
      intoHeader(
        foreign(`<a ${Array.from({ length: 60_000 }, (_, index) => `b${index}=""`).join(' ')}/>`),
      ),
    ),
    outcome: xmlFault,
    twin: harmless,
  },
  {
    name: '60,000 namespaces on one element',
    forge: byStranger(
      intoHeader(
        foreign(
          `<a ${Array.from({ length: 55_000 }, (_, index) => `xmlns:b${index}="u"`).join(' ')}/>`,
        ).replaceAll('$', ''),
      ),
    ),
    outcome: 'EBMS:0009',
    twin: harmless,
  },
  {
    name: 'a comment without an end',
    forge: byStranger(swap('<S12:Header>', '<S12:Header><!-- ')),
    outcome: xmlFault,
    twin: byStranger(swap('<S12:Header>', '<S12:Header><!-- -->')),
  },
  {
    name: '300,000 openings of a comment',
    forge: byStranger(swap('<S12:Header>', `<S12:Header>${'<!--'.repeat(200_000)}`)),
    outcome: xmlFault,
    twin: harmless,
  },
  {
    name: '150,000 ampersands',
    forge: byStranger(intoHeader(foreign('&'.repeat(500_000)))),
    outcome: xmlFault,
    twin: byStranger(intoHeader(foreign('&amp;'.repeat(50_000)))),
  },
  {
    name: 'a SOAP part over a megabyte',
    forge: byStranger(intoHeader(foreign(' '.repeat(1_000_000)))),
    outcome: 'EBMS:0009 the SOAP part is too large',
    twin: byStranger(intoHeader(foreign(' '.repeat(900_000)))),
  },
  {
    name: 'a SOAP part in UTF-16',
    forge: inUtf16,
    outcome: xmlFault,
    twin: () => withSoap((soap) => `\ufeff${soap}`),
  },
  {
    name: 'a SOAP part that says UTF-7',
    forge: byStranger(swap('encoding="UTF-8"', 'encoding="UTF-7"')),
    outcome: xmlFault,
  },
  {
    name: 'a SOAP part with bytes that are no UTF-8',
    forge: bytes((body) => body.replace('conversation-1', 'conversation-\xff')),
    outcome: xmlFault,
  },
  {
    name: 'a SOAP part with an overlong encoding',
    forge: bytes((body) => body.replace('conversation-1', 'conversation-\xc0\xb1')),
    outcome: xmlFault,
  },
  {
    name: 'a SOAP part with a NUL',
    forge: bytes((body) => body.replace('conversation-1', 'conversation-\x00')),
    outcome: xmlFault,
  },
  {
    name: 'SOAP 1.1',
    forge: byStranger((soap) =>
      soap.replaceAll(
        'http://www.w3.org/2003/05/soap-envelope',
        'http://schemas.xmlsoap.org/soap/envelope/',
      ),
    ),
    outcome: 'EBMS:0009 the SOAP part is not a SOAP 1.2 envelope',
  },
  {
    name: 'a SOAP part that is JSON',
    forge: () => ({ ...compose(), soap: '{"evil":true}' }),
    outcome: xmlFault,
  },
  { name: 'an empty SOAP part', forge: () => ({ ...compose(), soap: '' }), outcome: xmlFault },
  {
    name: 'something after the envelope',
    forge: byStranger((soap) => `${soap}<evil/>`),
    outcome: xmlFault,
    twin: byStranger((soap) => `${soap}<!-- -->\n`),
  },
  {
    name: 'a part header of ten megabytes',
    forge: partHeaders(`X-Long: ${'x'.repeat(10_000_000)}`),
    outcome: 'EBMS:0007',
    twin: partHeaders(`X-Long: ${'x'.repeat(10_000)}`),
  },
  {
    name: 'a part header of ten megabytes in folded lines',
    forge: partHeaders(`X-Long: ${'x\r\n '.repeat(2_500_000)}x`),
    outcome: 'EBMS:0007',
    twin: partHeaders(`X-Long: ${'x\r\n '.repeat(100)}x`),
  },
  {
    name: '100,000 part headers',
    forge: partHeaders(...Array.from({ length: 100_000 }, (_, index) => `X-${index}: y`)),
    outcome: 'EBMS:0007',
    twin: partHeaders(...Array.from({ length: 20 }, (_, index) => `X-${index}: y`)),
  },
  {
    name: 'sixty part headers',
    forge: partHeaders(...Array.from({ length: 60 }, (_, index) => `X-${index}: y`)),
    outcome: 'EBMS:0007',
    twin: partHeaders(...Array.from({ length: 20 }, (_, index) => `X-${index}: y`)),
  },
  {
    name: '10,000 parts',
    forge: manyParts(10_000),
    outcome: 'EBMS:0007 the message has too many parts',
  },
  {
    name: 'one part too many',
    forge: manyParts(19),
    outcome: 'EBMS:0007 the message has too many parts',
    twin: parts(19, 100),
  },
  {
    name: 'a part header that comes twice',
    forge: partHeaders('Content-Type: text/xml'),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a transfer encoding that comes twice',
    forge: partHeaders('Content-Transfer-Encoding: base64'),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a transfer encoding that nobody knows',
    forge: soapHeaders('Content-Transfer-Encoding: x-uuencode'),
    outcome: 'EBMS:0007',
    twin: soapHeaders('Content-Transfer-Encoding: 8BIT'),
  },
  {
    name: 'a transfer encoding that is not so',
    forge: soapHeaders('Content-Transfer-Encoding: base64'),
    outcome: 'EBMS:0007',
    twin: () => ({
      ...withSoap((soap) => Buffer.from(soap).toString('base64')),
      soapHeaders: ['Content-Transfer-Encoding: base64'],
    }),
  },
  {
    name: 'a part header without a name',
    forge: partHeaders(': x'),
    outcome: 'EBMS:0007',
    twin: partHeaders('X-Name: x'),
  },
  {
    name: 'a part header with a space in its name',
    forge: partHeaders('Content ID: x'),
    outcome: 'EBMS:0007',
    twin: partHeaders('X-Name: x'),
  },
  {
    name: 'a part header without a colon',
    forge: partHeaders('Content-Whatever'),
    outcome: 'EBMS:0007',
    twin: partHeaders('X-Name: x'),
  },
  {
    name: 'a boundary that never closes',
    forge: bytes((body) => body.replace('------=_forged--\r\n', '')),
    outcome: 'EBMS:0007',
    twin: bytes((body) => body.replace('------=_forged--\r\n', '------=_forged--')),
  },
  {
    name: 'a message cut off in its payload',
    forge: wire((message) => ({ ...message, body: message.body.subarray(0, -200) })),
    outcome: 'EBMS:0007',
  },
  {
    name: 'an empty body',
    forge: wire((message) => ({ ...message, body: Buffer.of() })),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a body that is one long line',
    forge: wire((message) => ({ ...message, body: Buffer.alloc(10_000_000, 0x2d) })),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a million beginnings of a boundary',
    forge: wire((message) => ({
      ...message,
      body: Buffer.from('\r\n------=_forge'.repeat(1_000_000)),
    })),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a body larger than it may be',
    forge: wire((message) => ({
      ...message,
      body: Buffer.concat([message.body, Buffer.alloc(10)]),
    })),
    outcome: 'EBMS:0004',
    options: { limits: { ...limits, bodyBytesMax: 9_000 } },
    twin: () => compose({ parts: [part('<a/>')] }),
  },
  { name: 'no Content-Type', forge: typed(''), outcome: 'EBMS:0007' },
  { name: 'plain SOAP', forge: typed('application/soap+xml'), outcome: 'EBMS:0009' },
  {
    name: 'multipart/mixed',
    forge: typed('multipart/mixed; boundary="----=_forged"'),
    outcome: 'EBMS:0007',
    twin: typed('Multipart/Related; BOUNDARY=----=_forged'),
  },
  {
    name: 'no boundary',
    forge: typed('multipart/related; type="application/soap+xml"'),
    outcome: 'EBMS:0007',
  },
  {
    name: 'an empty boundary',
    forge: typed('multipart/related; boundary=""'),
    outcome: 'EBMS:0007',
  },
  {
    name: 'another boundary',
    forge: typed('multipart/related; boundary="----=_other"'),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a boundary of a thousand characters',
    forge: typed(`multipart/related; boundary="${'x'.repeat(1000)}"`),
    outcome: 'EBMS:0007',
  },
  {
    name: 'two boundaries',
    forge: typed('multipart/related; boundary="----=_forged"; boundary="----=_other"'),
    outcome: 'EBMS:0007',
    twin: typed('multipart/related; boundary="----=_forged"; charset=utf-8; action=""'),
  },
  {
    name: 'a start that names the payload',
    forge: typed('multipart/related; boundary="----=_forged"; start="<payload@sender.test>"'),
    outcome: 'EBMS:0007 the SOAP part must be the first part',
  },
  {
    name: 'a start that names nothing',
    forge: typed('multipart/related; boundary="----=_forged"; start="<nowhere>"'),
    outcome: 'EBMS:0007',
    twin: wire(
      (message) => ({
        ...message,
        contentType: `${message.contentType}; start="<soap@sender.test>"`,
      }),
      soapHeaders('Content-ID: <soap@sender.test>'),
    ),
  },
  {
    name: 'a Content-Type with an open quote',
    forge: typed('multipart/related; boundary="----=_forged'),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a Content-Type of 100,000 semicolons',
    forge: typed(`multipart/related${';'.repeat(100_000)}`),
    outcome: 'EBMS:0007',
  },
  {
    name: 'a Content-Type of 10,000 parameters',
    forge: typed(
      `multipart/related${Array.from({ length: 10_000 }, (_, index) => `; p${index}=x`).join('')}`,
    ),
    outcome: 'EBMS:0007',
  },
]

/** The SOAP part in another encoding, which a HostileMessage cannot hold: it goes out as UTF-8. */
function inUtf16(): HttpMessage {
  const hostileMessage = compose()
  const message = toHttpMessage(hostileMessage)
  const at = message.body.indexOf('<?xml')
  const end = at + Buffer.byteLength(hostileMessage.soap)
  const soap = Buffer.from(`\ufeff${hostileMessage.soap.replace('UTF-8', 'UTF-16')}`, 'utf16le')
  return {
    ...message,
    body: Buffer.concat([message.body.subarray(0, at), soap, message.body.subarray(end)]),
  }
}

function withSoap(change: (soap: string) => string): HostileMessage {
  const hostileMessage = compose()
  return { ...hostileMessage, soap: change(hostileMessage.soap) }
}

describe('payload', () => {
  refuseAll('payload', cases)
  reportCosts('payload')

  test('fetches nothing', async () => {
    expect(await outcomeOf(compose())).toBe('accepted')
    expect(calls).toBe(0)
    await fetch(web)
    expect(calls).toBe(1)
  })
})
