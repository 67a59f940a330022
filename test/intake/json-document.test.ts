// Bodies that are JSON but no document.
import { describe, expect, it } from 'vitest'
import { readJsonDocument } from '../../src/intake/json-document.ts'

describe.each(['null', '"invoice"', '7', '[{"type":"invoice"}]'])('the body %s', (text) => {
  it.each([
    ['alone', []],
    ['beside a file', [{ name: 'a.pdf', mediaType: 'application/pdf', bytes: Buffer.alloc(3) }]],
  ])('is the only fault, %s', (_, attached) => {
    expect(() => readJsonDocument(Buffer.from(text), { attached, day: '2026-11-28' })).toThrow(
      expect.objectContaining({
        code: 'request.invalid-field',
        errors: [expect.objectContaining({ pointer: '' })],
      }),
    )
  })
})
