import { describe, expect, test } from 'vitest'
import { parseContentType } from '../../src/as4/content-type.ts'
import {
  buildMultipart,
  contentIdOf,
  type HttpMessage,
  parseMultipart,
  readFraming,
} from '../../src/as4/mime.ts'
import { newPartReader, type PartEvent } from '../../src/as4/part-reader.ts'
import { transferDecoder } from '../../src/as4/transfer-encoding.ts'

const soap = '<S/>'
const limits = { partsMax: 3 }

/** A two-part message written by hand; `\n` is the line end of the framing. */
function message(
  lines: string,
  options: { lineEnd?: string; contentType?: string } = {},
): HttpMessage {
  const contentType = options.contentType ?? 'multipart/related; boundary=B'
  return {
    contentType,
    body: Buffer.from(lines.replaceAll('\n', options.lineEnd ?? '\r\n'), 'latin1'),
  }
}

const attachment = '--B\nContent-ID: <a@b>\n\nDATA\n'
const plain = `--B\nContent-Type: application/soap+xml\n\n${soap}\n${attachment}--B--\n`

function openAll(from: HttpMessage): (string | undefined)[] {
  const { root, attachments } = parseMultipart(from, limits)
  return [root, ...attachments].flatMap((part) => [part.contentId, part.body.toString('latin1')])
}

describe('parsing multipart/related', () => {
  const valid: [string, HttpMessage][] = [
    ['CRLF framing', message(plain)],
    ['LF framing', message(plain, { lineEnd: '\n' })],
    ['a preamble and an epilogue', message(`hello\n--Bogus\n${plain}good bye\n--B\n\nnot a part`)],
    ['no line end after the last boundary', message(plain.trimEnd())],
    ['blanks after a boundary', message(plain.replace('--B\n', '--B \t\n'))],
    ['a folded header', message(plain.replace('Content-ID: <a@b>', 'Content-ID:\n  <a@b>'))],
    ['header names in any case', message(plain.replace('Content-ID', 'cONTENT-id'))],
    ['7bit', message(plain.replace('<a@b>', '<a@b>\nContent-Transfer-Encoding: 7BIT'))],
    ['8bit', message(plain.replace('<a@b>', '<a@b>\nContent-Transfer-Encoding: 8bit'))],
    [
      'base64',
      message(
        plain.replace('<a@b>\n\nDATA', '<a@b>\nContent-Transfer-Encoding: base64\n\nREF\nUQQ=='),
      ),
    ],
    [
      'quoted-printable',
      message(
        plain.replace(
          '<a@b>\n\nDATA',
          '<a@b>\nContent-Transfer-Encoding: Quoted-Printable\n\n=44A=\n=54=41',
        ),
      ),
    ],
    [
      'a quoted boundary and more parameters',
      message(plain, {
        contentType: 'Multipart/Related; TYPE="a/b";  boundary="B" ; start-info="x;y"',
      }),
    ],
    [
      'no blank after a semicolon',
      message(plain, { contentType: 'multipart/related;type=a/b;boundary=B;' }),
    ],
  ]
  test.each(valid)('reads %s', (_name, from) => {
    expect(openAll(from)).toEqual([undefined, soap, 'a@b', 'DATA'])
  })

  test.each(valid)('reads %s, however it is split', (_name, from) => {
    const { boundary } = readFraming(from.contentType)
    for (const size of [1, 2, 3, 5, 8]) {
      const reader = newPartReader(boundary, limits)
      const events: PartEvent[] = []
      for (let at = 0; at < from.body.length; at += size)
        events.push(...reader.read(from.body.subarray(at, at + size)))
      events.push(...reader.end())
      const reported = events.map((event) =>
        event.kind === 'part' ? '|' : event.bytes.toString('latin1'),
      )
      expect(reported.join('')).toBe(`|${soap}|DATA`)
    }
  })

  test('takes the part that start names as the root, wherever it is', () => {
    const from = message(plain, { contentType: 'multipart/related; start="<a@b>"; boundary=B' })
    expect(openAll(from)).toEqual(['a@b', 'DATA', undefined, soap])
  })

  const bytes = [
    'ends in CR\r',
    'ends in LF\n',
    'ends in CRLF\r\n',
    '--Bx',
    'x\r\n--Bx\r\n',
    '\r\n',
    'x --B--\r\ny',
    '\n--B\n',
  ]
  test.each(bytes)('keeps the bytes %j of a part as they are', (content) => {
    const built = buildMultipart(
      [
        { headers: {}, body: Buffer.from(soap) },
        { headers: {}, body: Buffer.from(content, 'latin1') },
      ],
      'B',
    )
    expect(openAll(built)).toEqual([undefined, soap, undefined, content])
  })

  test('keeps a final CR in LF framing', () => {
    expect(openAll(message(plain.replace('DATA', 'DATA\r'), { lineEnd: '\n' }))[3]).toBe('DATA\r')
  })

  const malformed: [string, HttpMessage][] = [
    ['another media type', message(plain, { contentType: 'multipart/mixed; boundary=B' })],
    ['no boundary', message(plain, { contentType: 'multipart/related' })],
    ['another boundary', message(plain, { contentType: 'multipart/related; boundary=C' })],
    [
      'a boundary over 70 characters',
      message(plain.replaceAll('B', 'B'.repeat(71)), {
        contentType: `multipart/related; boundary=${'B'.repeat(71)}`,
      }),
    ],
    [
      'two boundaries',
      message(plain, { contentType: 'multipart/related; boundary=B; boundary=B' }),
    ],
    ['an unfinished quote', message(plain, { contentType: 'multipart/related; boundary="B' })],
    ['text after a quote', message(plain, { contentType: 'multipart/related; boundary="B"x' })],
    [
      'a start that names no part',
      message(plain, { contentType: 'multipart/related; boundary=B; start="<c@d>"' }),
    ],
    ['no last boundary', message(plain.replace('--B--', ''))],
    ['nothing', message('')],
    ['no part at all', message('--B--\n')],
    ['a part without an empty line', message(plain.replace('<a@b>\n\n', '<a@b>\n'))],
    ['a header without a colon', message(plain.replace('Content-ID:', 'Content-ID'))],
    ['a header twice', message(plain.replace('<a@b>', '<a@b>\ncontent-id: <c@d>'))],
    ['two parts of one id', message(plain.replace('--B--', '--B\nContent-ID: <a@b>\n\nX\n--B--'))],
    [
      'an unknown transfer encoding',
      message(plain.replace('<a@b>', '<a@b>\nContent-Transfer-Encoding: x-uuencode')),
    ],
    [
      'broken base64',
      message(
        plain.replace('<a@b>', '<a@b>\nContent-Transfer-Encoding: base64').replace('DATA', 'DA*A'),
      ),
    ],
    [
      'base64 that goes on after its end',
      message(
        plain.replace('<a@b>\n\nDATA', '<a@b>\nContent-Transfer-Encoding: base64\n\nREE=\nREE='),
      ),
    ],
    [
      'base64 that is cut',
      message(plain.replace('<a@b>\n\nDATA', '<a@b>\nContent-Transfer-Encoding: base64\n\nREE')),
    ],
    [
      'broken quoted-printable',
      message(
        plain.replace('<a@b>\n\nDATA', '<a@b>\nContent-Transfer-Encoding: quoted-printable\n\n=4'),
      ),
    ],
    [
      'an endless line of quoted-printable',
      message(
        plain.replace(
          '<a@b>\n\nDATA',
          `<a@b>\nContent-Transfer-Encoding: quoted-printable\n\n${'a'.repeat(2000)}`,
        ),
      ),
    ],
    ['too many parts', message(plain.replace('--B--', '--B\n\n3\n--B\n\n4\n--B--'))],
    ['a header over 16 KB', message(plain.replace('<a@b>', `<a@b>\nX: ${'x'.repeat(17_000)}`))],
    [
      'a hundred thousand headers',
      message(plain.replace('<a@b>', `<a@b>${'\nX: x'.repeat(100_000)}`)),
    ],
  ]
  test.each(malformed)('refuses %s', (_name, from) => {
    expect(() => parseMultipart(from, limits)).toThrow(
      expect.objectContaining({ code: 'EBMS:0007' }),
    )
  })

  test('takes time linear in the length of the message', () => {
    const almost = Buffer.from('\r\n--Bx'.repeat(2_000_000))
    const started = performance.now()
    expect(() =>
      parseMultipart({ contentType: 'multipart/related; boundary=B', body: almost }, limits),
    ).toThrow()
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})

describe('building multipart/related', () => {
  test('writes the headers in order, CRLF, and the boundary quoted', () => {
    const built = buildMultipart([{ headers: { A: '1', B: '2' }, body: Buffer.from('x') }], 'a=b')
    expect(built.body.toString()).toBe('--a=b\r\nA: 1\r\nB: 2\r\n\r\nx\r\n--a=b--\r\n')
    expect(built.contentType).toBe('multipart/related; boundary="a=b"; type="application/soap+xml"')
  })

  test('refuses to write a header with a line end, or a boundary that needs escaping', () => {
    expect(() =>
      buildMultipart([{ headers: { A: '1\r\nB: 2' }, body: Buffer.of() }], 'b'),
    ).toThrow()
    expect(() => buildMultipart([], 'a"b')).toThrow()
  })
})

describe('quoted-printable', () => {
  // RFC 2045, 6.7: blanks at the end of a line were added in transit, and so was a line end
  // after '='.
  const encoded: [string, string][] = [
    ['a=20 \t\r\nb\r\n', 'a \r\nb\r\n'],
    ['a= \r\nb', 'ab'],
    ['=E2=82=ac=3D', '\u00e2\u0082\u00ac='],
    ['a\nb', 'a\nb'],
  ]
  test.each(encoded)('%j is %j', (text, plainText) => {
    for (const size of [1, 2, 100]) {
      const decoder = transferDecoder('quoted-printable')
      let decoded = ''
      for (let at = 0; at < text.length; at += size)
        decoded += decoder
          .decode(Buffer.from(text.slice(at, at + size), 'latin1'))
          .toString('latin1')
      expect(decoded + decoder.end().toString('latin1')).toBe(plainText)
    }
  })
})

describe('content ids', () => {
  const uris: [string, string | undefined][] = [
    ['cid:a@b', 'a@b'],
    ['cid:a%40b', 'a@b'],
    ['cid:a+b@c', 'a+b@c'],
    ['cid:', undefined],
    ['cid:%', undefined],
    ['http://a/b', undefined],
    ['#a', undefined],
  ]
  test.each(uris)('reads %s as %s', (uri, id) => {
    expect(contentIdOf(uri)).toBe(id)
  })
})

test('a Content-Type is read in any case and keeps escaped quotes', () => {
  const { type, parameters } = parseContentType('Text/XML ; Charset = "a\\"b;c"')
  expect(type).toBe('text/xml')
  expect([...parameters]).toEqual([['charset', 'a"b;c']])
})
