// Changes a multipart message at random: its bytes, its text, and the elements of its SOAP part.
import type { HttpMessage } from '../../src/as4/index.ts'
import { parseXml, type XmlElement } from '../../src/xml/index.ts'
import { pick, type Random } from './random.ts'

/** A message and the parts of it that are worth changing. */
export type Base = {
  name: string
  message: HttpMessage
  /** The SOAP part: the position of its bytes, and its text. */
  start: number
  end: number
  soap: string
  elements: { start: number; end: number; tagEnd: number }[]
  /** Ids, URIs, algorithms and other attribute values. */
  values: string[]
}

export function toBase(name: string, message: HttpMessage): Base {
  const start = message.body.indexOf('<?xml')
  const closing = /<\/[A-Za-z0-9]+:Envelope>/.exec(message.body.toString('latin1'))
  if (start < 0 || !closing) throw new Error(`${name} has no SOAP part`)
  const end = closing.index + closing[0].length
  const soap = message.body.toString('utf8', start, end)
  const all = elementsOf(parseXml(Buffer.from(soap)).root)
  const elements = all.map((one) => ({
    start: one.start,
    end: one.end,
    tagEnd: soap.indexOf('>', one.start) + 1,
  }))
  const values = all.flatMap((one) => one.attributes.map(({ value }) => value))
  return { name, message, start, end, soap, elements, values: [...new Set(values)] }
}

function elementsOf(element: XmlElement): XmlElement[] {
  return [
    element,
    ...element.children.flatMap((node) => (node.kind === 'element' ? elementsOf(node) : [])),
  ]
}

const pieces = [
  ...[
    '<',
    '>',
    '/',
    '&',
    '"',
    "'",
    '=',
    ' ',
    ':',
    '#',
    '-',
    ';',
    '\r\n',
    '\n',
    '\t',
    '\0',
    '\u00a0',
    '\ufeff',
    'é',
    '\u212a',
  ],
  ...[
    '<!--',
    '-->',
    '<!-- x -->',
    '<![CDATA[',
    ']]>',
    '<?x y?>',
    '<!DOCTYPE x>',
    '&#13;',
    '&#x41;',
    '&lt;',
    '&x;',
    '&#0;',
  ],
  ...[
    ' xmlns=""',
    ' xmlns="urn:x"',
    ' xmlns:eb="urn:x"',
    ' xmlns:ds="urn:x"',
    ' Id="messaging"',
    ' wsu:Id="body"',
    ' xml:id="x"',
    ' ID=""',
  ],
  ...[
    '<ds:Object/>',
    '<x/>',
    '<S12:Body/>',
    '<S12:Header/>',
    '<ds:Signature/>',
    '<wsse:Security/>',
    '<eb:Messaging/>',
    '<ds:XPath>/</ds:XPath>',
  ],
  ...['sha1', 'sha512', 'cid:', '#', 'http://127.0.0.1:9/', 'true', '1', '0', 'AAAA', '=='],
]
const lines = [
  '\r\n',
  '\n',
  '\r',
  '--',
  'Content-ID: <x@y>\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  'Content-Transfer-Encoding: quoted-printable\r\n',
  'Content-Type: text/xml\r\n',
  ' ',
  '\t',
  ':',
  '<',
  '>',
  'Content-ID',
  'x',
  '\0',
]
const typeParts = [
  ';',
  '"',
  '\\',
  '=',
  ' ',
  'boundary',
  'start="<x>"',
  '; start=x',
  '; boundary=x',
  'multipart/mixed',
  ',',
  '\r\n',
  "'",
]

/** The message after one to three changes. */
export function mutate(base: Base, random: Random): HttpMessage {
  const kind = random(100)
  if (kind < 60)
    return withSoap(
      base,
      changed(random, (text, first) => mutateXml(base, text, random, first), base.soap),
    )
  if (kind < 80)
    return withSoap(
      base,
      changed(random, (text) => mutateText(text, random, pieces), base.soap),
    )
  if (kind < 90) return { ...base.message, body: mutateFraming(base, random) }
  if (kind < 94) return { ...base.message, body: mutateBytes(base.message.body, random) }
  const contentType = changed(
    random,
    (text) => mutateText(text, random, typeParts),
    base.message.contentType,
  )
  return { ...base.message, contentType }
}

function changed(
  random: Random,
  change: (text: string, isFirst: boolean) => string,
  text: string,
): string {
  let result = text
  for (let left = 1 + random(3), isFirst = true; left > 0; left--, isFirst = false)
    result = change(result, isFirst)
  return result
}

function withSoap({ message, start, end }: Base, soap: string): HttpMessage {
  const { body, contentType } = message
  return {
    contentType,
    body: Buffer.concat([body.subarray(0, start), Buffer.from(soap), body.subarray(end)]),
  }
}

/**
 * Moves, duplicates or drops an element, or swaps values. Offsets are those of the unchanged text.
 */
function mutateXml(base: Base, text: string, random: Random, isFirst: boolean): string {
  const kind = isFirst ? random(8) : 5 + random(3)
  const one = pick(random, base.elements)
  const other = pick(random, base.elements)
  const source = text.slice(one.start, one.end)
  switch (kind) {
    case 0:
      return text.slice(0, one.start) + text.slice(one.end)
    case 1:
      return text.slice(0, one.end) + source + text.slice(one.end)
    case 2:
      return insert(text, pick(random, [other.tagEnd, other.start, other.end]), source)
    case 3: {
      const without = text.slice(0, one.start) + text.slice(one.end)
      const at = pick(random, [other.tagEnd, other.start, other.end])
      return insert(without, at >= one.end ? at - source.length : Math.min(at, one.start), source)
    }
    case 4:
      return insert(
        text,
        pick(random, [other.tagEnd, other.end]),
        source.replace(/ (wsu:)?Id="[^"]*"/g, ''),
      )
    case 5:
      return text.replace(pick(random, base.values), () => pick(random, base.values))
    case 6:
      return text.replaceAll(pick(random, base.values), pick(random, pieces).replaceAll('$', ''))
    default:
      return insert(
        text,
        pick(random, [one.tagEnd, one.tagEnd - 1, one.start, one.end]),
        pick(random, pieces),
      )
  }
}

function mutateText(text: string, random: Random, inserts: readonly string[]): string {
  const at = random(text.length + 1)
  const length = 1 + random(12)
  switch (random(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length)
    case 1:
      return insert(text, at, text.slice(at, at + length))
    case 2:
      return text.slice(0, at) + pick(random, inserts) + text.slice(at + length)
    case 3:
      return text.slice(0, at) + String.fromCharCode(32 + random(95)) + text.slice(at + 1)
    default:
      return insert(text, at, pick(random, inserts))
  }
}

/** Changes what surrounds the parts, or cuts them up. */
function mutateFraming({ message, start, end }: Base, random: Random): Buffer {
  const { body } = message
  const ciphertext = body.indexOf('\r\n\r\n', end)
  const ranges = [
    [0, start],
    [end, ciphertext + 4],
    [body.length - 60, body.length],
  ] as const
  const [from, to] = pick(random, ranges)
  const text = changed(
    random,
    (one) => mutateText(one, random, lines),
    body.toString('latin1', from, to),
  )
  return Buffer.concat([body.subarray(0, from), Buffer.from(text, 'latin1'), body.subarray(to)])
}

function mutateBytes(body: Buffer, random: Random): Buffer {
  const at = random(body.length)
  switch (random(4)) {
    case 0: {
      const copy = Buffer.from(body)
      copy[at]! ^= 1 << random(8)
      return copy
    }
    case 1:
      return body.subarray(0, at)
    case 2:
      return Buffer.concat([body.subarray(0, at), body.subarray(at + 1 + random(200))])
    default:
      return Buffer.concat([body.subarray(0, at), body.subarray(random(body.length))])
  }
}

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at)
}
