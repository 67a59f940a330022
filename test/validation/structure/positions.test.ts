import { expect, test } from 'vitest'
import { positionsIn } from '../../../src/validation/structure/positions.ts'

test.each([
  ['a line feed', 'ab\ncd\n\ne', '1:1 1:2 1:3 2:1 2:2 2:3 3:1 4:1'],
  ['a carriage return and a line feed', 'a\r\nb\r\n\r\nc', '1:1 1:2 1:3 2:1 2:2 2:3 3:1 3:2 4:1'],
  ['a lone carriage return', 'a\rb\r\rc', '1:1 1:2 2:1 2:2 3:1 4:1'],
  ['all of them', '\n\r\r\n\n', '1:1 2:1 3:1 3:2 4:1'],
  ['no line end', 'abc', '1:1 1:2 1:3'],
])('lines end with %s', (_, text, expected) => {
  const positionOf = positionsIn(text)
  const found = [...text].map((_, offset) => positionOf(offset))
  expect(found.map(({ line, column }) => `${line}:${column}`).join(' ')).toBe(expected)
})
