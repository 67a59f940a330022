// <?xml version="1.0" encoding="UTF-8" standalone="yes"?> (XML 1.0, 2.8).
import { readName } from './names.ts'
import { expect, fail, type Reader, readUntil, skipSpace } from './reader.ts'

const notWellFormed = 'The XML declaration is not well-formed'
const forms = ['version', 'version encoding', 'version standalone', 'version encoding standalone']
const values = new Map([
  ['version', /^1\.[0-9]+$/],
  ['encoding', /^[A-Za-z][A-Za-z0-9._-]*$/],
  ['standalone', /^(yes|no)$/],
])

/**
 * Reads the declaration at the very beginning, if there is one. Throws XmlError 'encoding' when it
 * names anything but UTF-8, or a version other than 1.0.
 */
export function readXmlDeclaration(reader: Reader): void {
  if (!/^<\?xml[ \t\r\n]/.test(reader.text.slice(0, '<?xml '.length))) return
  reader.at += '<?xml'.length
  const names: string[] = []
  while (skipSpace(reader) && !reader.text.startsWith('?>', reader.at)) {
    const start = reader.at
    const { name } = readName(reader)
    const value = readDeclarationValue(reader)
    if (!values.get(name)?.test(value)) {
      fail(reader, 'malformed', notWellFormed, start)
    }
    if (name === 'version' && value !== '1.0') {
      fail(reader, 'encoding', `The document is XML ${value}; only XML 1.0 is read`, start)
    }
    if (name === 'encoding' && !/^utf-?8$/i.test(value)) {
      fail(reader, 'encoding', `The document says that it is in ${value}, not in UTF-8`, start)
    }
    names.push(name)
  }
  expect(reader, '?>', notWellFormed)
  if (!forms.includes(names.join(' '))) {
    fail(reader, 'malformed', notWellFormed, 0)
  }
}

function readDeclarationValue(reader: Reader): string {
  skipSpace(reader)
  expect(reader, '=', notWellFormed)
  skipSpace(reader)
  const quote = reader.text[reader.at]
  if (quote !== '"' && quote !== "'") fail(reader, 'malformed', notWellFormed)
  reader.at++
  return readUntil(reader, quote, notWellFormed)
}
