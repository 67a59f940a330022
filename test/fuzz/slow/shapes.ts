// Ways to make a document larger: one thing in it is repeated, as often as it takes. A shape and a
// seed document make a text of about any size, the same for the same random numbers.
import { newTagScanner } from '../../../src/xml/index.ts'
import { pick, type Random } from '../random.ts'

export type Shape = {
  /** What is repeated, for people. */
  about: string
  /** A text of about `bytes` more than the seed has. */
  grown(bytes: number): string | Buffer
}

const texts = [
  ...['a', '1', '0', '9', ' ', '\n', '\t', '-', '.', ',', ';', ':', '#', '/', '=', '+', '%', '@'],
  ...['(', ')', '[', ']', '{', '}', '"', "'", '\\', '|', '*', '?', '^', '$', '!', '~', '_', '0.'],
  ...[
    'A ',
    'a-',
    'a\n',
    'a.',
    'a@',
    'a,',
    '1,',
    '1.',
    '1 ',
    '%4',
    '%41',
    '::',
    '0208:',
    '- ',
    '\r',
  ],
  ...[
    '&amp;',
    '&#x41;',
    '&lt;a&gt;',
    '<![CDATA[a]]>',
    '<!---->',
    'é',
    'e\u0301',
    '\u00ad',
    '\u200b',
  ],
  ...['€', '中', 'א', 'ب', 'aα', 'aא', 'אa1', 'a中', '😀', '\u202e', '\ufffd', 'x\u00a0', 'ｱ', '्'],
  ...['#SKONTO#TAGE=1#PROZENT=1.00#\n', '#SKONTO#', 'QUJD', 'QUJD\n', 'http://a/', 'a=b;', 'cid:a'],
  ...['2026-01-01', '2026-01-01T00:00:00Z', '--B\r\n', '--B', 'a: b\r\n', '\u0001', 'true', 'null'],
]

const repeated = (text: string, bytes: number) =>
  text.repeat(Math.max(1, Math.ceil(bytes / Buffer.byteLength(text))))

/** Repeats a stretch of any text, or puts one there that it does not contain. */
export function anyShape(seed: string, random: Random): Shape {
  const at = random(seed.length + 1)
  const own = seed.slice(at, at + 1 + random(pick(random, [3, 20, 200])))
  const text = random(2) === 0 && own !== '' ? own : pick(random, texts)
  return {
    about: `${JSON.stringify(text)} at ${at}`,
    grown: (bytes) => seed.slice(0, at) + repeated(text, bytes) + seed.slice(at),
  }
}

type Place = { name: string; start: number; openEnd: number; closeStart: number; end: number }

/** Every element, by offsets of characters; the seed must be ASCII and well-formed. */
function elementsOf(seed: string): Place[] {
  const scanner = newTagScanner(Number.POSITIVE_INFINITY)
  const open: Omit<Place, 'closeStart' | 'end'>[] = []
  const places: Place[] = []
  for (const { kind, name, start, end } of scanner.scan(Buffer.from(seed))) {
    if (kind === 'open') open.push({ name, start, openEnd: end })
    const opened = kind === 'close' ? open.pop() : undefined
    if (opened) places.push({ ...opened, closeStart: start, end })
  }
  return places
}

/** Repeats elements, attributes, texts, levels and other things of an XML document. */
export function xmlShape(seed: string, random: Random): Shape {
  const ascii = seed.replace(/[^\n\x20-\x7e]/g, 'x')
  const all = elementsOf(ascii)
  const inner = all.filter(({ end }) => end < ascii.length - 20)
  const leaves = inner.filter(
    (place) => !ascii.slice(place.openEnd, place.closeStart).includes('<'),
  )
  const one = pick(random, inner)
  const leaf = pick(random, leaves)
  const cut = (from: number, to: number, text: string) =>
    ascii.slice(0, from) + text + ascii.slice(to)
  const copyOf = ({ start, end }: Place) => ascii.slice(start, end)
  const text = pick(random, texts)
  const shown = JSON.stringify(text)
  switch (random(12)) {
    case 0:
      return {
        about: `<${one.name}> repeated`,
        grown: (bytes) => cut(one.start, one.start, repeated(copyOf(one), bytes)),
      }
    case 1:
      return { about: `<${one.name}> repeated, each different`, grown: numbered(ascii, one) }
    case 2: {
      const other = pick(random, inner)
      return {
        about: `<${one.name}> and <${other.name}> repeated`,
        grown: (bytes) => both(ascii, [one, other], bytes),
      }
    }
    case 3:
    case 4:
      return {
        about: `${shown} in <${leaf.name}>`,
        grown: (bytes) => cut(leaf.openEnd, leaf.closeStart, repeated(text, bytes)),
      }
    case 5:
    case 6: {
      const same = leaves.filter(({ name }) => name === leaf.name).reverse()
      return {
        about: `${shown} in every <${leaf.name}>`,
        grown: (bytes) =>
          same.reduce(
            (grown, { openEnd, closeStart }) =>
              grown.slice(0, openEnd) +
              repeated(text, bytes / same.length) +
              grown.slice(closeStart),
            ascii,
          ),
      }
    }
    case 7:
      return {
        about: `attributes of <${one.name}>`,
        grown: (bytes) =>
          cut(
            one.start + 1 + one.name.length,
            one.start + 1 + one.name.length,
            range(bytes / 12, (n) => ` ab${n}="1"`),
          ),
      }
    case 8:
      return {
        about: `${shown} in an attribute of <${one.name}>`,
        grown: (bytes) =>
          cut(
            one.start + 1 + one.name.length,
            one.start + 1 + one.name.length,
            ` schemeID="${repeated(text, bytes).replace(/[<"]/g, 'x')}"`,
          ),
      }
    case 9:
      return {
        about: `declarations on <${one.name}>`,
        grown: (bytes) =>
          cut(
            one.start + 1 + one.name.length,
            one.start + 1 + one.name.length,
            range(bytes / 20, (n) => ` xmlns:pp${n}="urn:${n}"`),
          ),
      }
    case 10: {
      const opening = ascii.slice(one.start, one.openEnd)
      const depths = 90
      return {
        about: `<${one.name}> in itself, to a depth of ${depths}, repeated`,
        grown: (bytes) =>
          cut(
            one.start,
            one.start,
            repeated(opening.repeat(depths) + `</${one.name}>`.repeat(depths), bytes),
          ),
      }
    }
    default:
      return {
        about: `${shown} in and around the elements of <${one.name}>`,
        grown: (bytes) => cut(one.openEnd, one.openEnd, repeated(text, bytes)),
      }
  }
}

function range(count: number, make: (index: number) => string): string {
  return Array.from({ length: Math.ceil(count) }, (_, index) => make(index)).join('')
}

/** Copies in which every text ends in a number of its own. */
function numbered(seed: string, { start, end }: Place): (bytes: number) => string {
  const copy = seed.slice(start, end)
  return (bytes) => {
    const copies = range(bytes / copy.length, (n) => copy.replace(/([^<>])(<\/)/g, `$1${n}$2`))
    return seed.slice(0, start) + copies + seed.slice(start)
  }
}

function both(seed: string, places: [Place, Place], bytes: number): string {
  const later = [...places].sort((a, b) => b.start - a.start)
  return later.reduce(
    (grown, { start, end }) =>
      grown.slice(0, start) + repeated(seed.slice(start, end), bytes / 2) + grown.slice(start),
    seed,
  )
}

/** Repeats items, members and texts of a JSON document. */
export function jsonShape(seed: string, random: Random): Shape {
  const document = JSON.parse(seed) as Json
  const places = placesOf(document)
  const path = pick(random, places)
  const value = at(document, path)
  const text = pick(random, texts)
  const where = `/${path.join('/')}`
  const put = (made: Json) => JSON.stringify(replaced(document, path, made))
  if (Array.isArray(value) && value.length > 0 && random(3) > 0) {
    const size = JSON.stringify(value).length
    const items = (bytes: number) =>
      Array.from({ length: Math.ceil(bytes / size) }, () => value).flat()
    if (random(2) === 0) return { about: `items of ${where}`, grown: (bytes) => put(items(bytes)) }
    const differ = (item: Json, n: number): Json =>
      JSON.parse(JSON.stringify(item).replace(/([a-z])"(?=[,}\]])/g, `$1${n}"`)) as Json
    return {
      about: `items of ${where}, each different`,
      grown: (bytes) => put(items(bytes).map(differ)),
    }
  }
  switch (random(4)) {
    case 0:
      return {
        about: `members in ${where}`,
        grown: (bytes) =>
          put(
            Object.fromEntries(
              Array.from({ length: Math.ceil(bytes / 12) }, (_, n) => [`m${n}`, 1]),
            ),
          ),
      }
    case 1:
      return {
        about: `lists in ${where}`,
        grown: (bytes) => {
          const depth = 90
          const list = JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as Json
          return put(Array.from({ length: Math.ceil(bytes / (2 * depth)) }, () => list))
        },
      }
    default:
      return {
        about: `${JSON.stringify(text)} in ${where}`,
        grown: (bytes) => put(repeated(text, bytes)),
      }
  }
}

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

function placesOf(value: Json, path: string[] = []): string[][] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return [path, ...inside.flatMap(([name, item]) => placesOf(item, [...path, name]))]
}

function at(value: Json, path: string[]): Json {
  return path.reduce<Json>((inside, name) => (inside as Record<string, Json>)[name] ?? null, value)
}

function replaced(value: Json, [name, ...path]: string[], made: Json): Json {
  if (name === undefined) return made
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === name ? replaced(item, path, made) : item))
  const members = value as Record<string, Json>
  return { ...members, [name]: replaced(members[name] ?? null, path, made) }
}
