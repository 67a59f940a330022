import { expect, test } from 'vitest'
import { storedMediaType } from '../../../src/store/documents/media-type.ts'

test.each([
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/plain; charset=utf-8',
  'multipart/related; boundary="a b+c"; type="application/soap+xml"; start="<x@y>"',
  'image/svg+xml;q=1',
])('keeps %s', (stated) => expect(storedMediaType(stated)).toBe(stated))

test.each([
  ['', 'nothing'],
  ['pdf', 'no slash'],
  ['application/pdf\r\nX-Evil: yes', 'a line break'],
  ['text/plain; charset=utf-8\n', 'a line break at the end'],
  ['text/plain\u2028', 'a line separator'],
  ['text/plain; name="é"', 'no ASCII'],
  ['text/plain; charset', 'no value'],
  [`text/${'x'.repeat(128)}`, 'a long name'],
  [`text/plain; a=${'x'.repeat(500)}`, 'more than 500 characters'],
])('%j is no media type: %s', (stated) =>
  expect(storedMediaType(stated)).toBe('application/octet-stream'),
)
