// The XML Schema datatypes (part 2) that UBL uses: whether a string is valid. Each check is
// linear in its length.

export type ValueBase =
  | 'string'
  | 'uri'
  | 'base64'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'decimal'
  | 'language'
  | 'time'

type Kind = {
  /** Text with an example; continues "must be". */
  expected: string
  /** Called with surrounding white space removed. */
  holds(text: string): boolean
}

export const valueKinds: Record<ValueBase, Kind> = {
  string: { expected: 'text', holds: () => true },
  uri: { expected: 'a URI such as urn:example:1', holds: isUri },
  base64: { expected: 'bytes in Base64', holds: isBase64 },
  boolean: { expected: 'true or false', holds: (text) => /^(?:true|false|1|0)$/.test(text) },
  date: { expected: 'a date such as 2026-11-21', holds: isDate },
  dateTime: { expected: 'a date and time such as 2026-11-21T09:30:00Z', holds: isDateTime },
  decimal: { expected: 'a decimal number such as 12.50', holds: isDecimal },
  language: {
    expected: 'a language such as en or de-AT',
    holds: (text) => /^[a-zA-Z]{1,8}(?:-[a-zA-Z0-9]{1,8})*$/.test(text),
  },
  time: { expected: 'a time such as 09:30:00', holds: isTime },
}

/**
 * Whether the string is a value of that type; surrounding white space does not count
 * (XML Schema 2, 4.3.6).
 */
export function isValue(base: ValueBase, text: string): boolean {
  return base === 'string' || valueKinds[base].holds(trim(text))
}

/** Removes what XML calls white space, which is less than String.trim removes. */
export function trim(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Whether there is nothing but white space. */
export function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isSpace(text.charCodeAt(at))) return false
  return true
}

function isDecimal(text: string): boolean {
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)
}

const zone = '(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?'
const day = '-?(\\d{4}|[1-9]\\d{4,})-(\\d\\d)-(\\d\\d)'
const clock = '(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)'
const datePattern = new RegExp(`^${day}${zone}$`)
const timePattern = new RegExp(`^${clock}${zone}$`)
const dateTimePattern = new RegExp(`^${day}T${clock}${zone}$`)

function isDate(text: string): boolean {
  return isDay(datePattern.exec(text))
}

function isTime(text: string): boolean {
  return timePattern.test(text)
}

function isDateTime(text: string): boolean {
  return isDay(dateTimePattern.exec(text))
}

/** There is no year 0 (XML Schema 2, 3.2.7), and no 30th of February. */
function isDay(match: RegExpExecArray | null): boolean {
  if (!match) return false
  const [, yearText = '', monthText, dayText] = match
  const [month, day] = [Number(monthText), Number(dayText)]
  if (/^0+$/.test(yearText) || month < 1 || month > 12 || day < 1) return false
  return day <= daysIn(month, yearText)
}

// The last digits suffice for leap years, so a year may have any number of them.
function daysIn(month: number, yearText: string): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  const century = Number(yearText.slice(0, -2).slice(-4))
  const year = Number(yearText.slice(-2))
  const isLeap = year === 0 ? century % 4 === 0 : year % 4 === 0
  return isLeap ? 29 : 28
}

const authority = /^(?:[^@[\]]*@)?(?:\[[^\]]*\]|[^:@[\]]*)(?::\d{1,9})?$/

// RFC 3986 (appendix B for the parts) without its lists of characters: XML Schema allows
// characters that a URI would have to escape (part 2, 3.2.17). What remains is where '%', '[',
// ']', '#' and ':' may occur.
function isUri(text: string): boolean {
  const [, scheme = '', host, path = '', query = '', fragment = ''] =
    /^([^:/?#]+:)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? []
  return (
    (scheme === '' || /^[a-z][a-z0-9+.-]*:$/i.test(scheme)) &&
    (host === undefined || authority.test(host)) &&
    !(scheme === '' && host === undefined && /^[^/]*:/.test(path)) &&
    !/[[\]]/.test(path + query) &&
    !fragment.includes('#', 1) &&
    !/%(?![0-9a-f]{2})/i.test(text)
  )
}

const base64 = new Map(
  [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].map((c, i) => [
    c.charCodeAt(0),
    i,
  ]),
)
/** The six bits for each character code; -1 for none. */
const sextets = Int8Array.from({ length: 128 }, (_, code) => base64.get(code) ?? -1)
const padding = 0x3d

// XML Schema 2, 3.2.16: groups of four, white space anywhere, and no bits left
// over in the last one.
function isBase64(text: string): boolean {
  let [digits, pads, last] = [0, 0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) continue
    if (code === padding) {
      pads++
      continue
    }
    const sextet = sextets[code] ?? -1
    if (sextet < 0 || pads > 0) return false
    last = sextet
    digits++
  }
  const left = digits % 4
  if (left === 0) return pads === 0
  if (left === 2) return pads === 2 && (last & 0b1111) === 0
  return left === 3 && pads === 1 && (last & 0b11) === 0
}
