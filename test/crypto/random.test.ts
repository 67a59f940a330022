import { describe, expect, it } from 'vitest'
import { newUuid, randomHex } from '../../src/crypto/index.ts'

describe('newUuid', () => {
  const now = new Date('2026-11-21T12:00:00.123Z')

  it('gives a version 7 UUID whose first 48 bits are the time', () => {
    const uuid = newUuid(now)
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime())
  })

  it('never gives the same one twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => newUuid(now))).size).toBe(1000)
  })
})

describe('randomHex', () => {
  it('gives as many bytes as were asked for, others each time', () => {
    expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/)
    expect(randomHex(16)).not.toBe(randomHex(16))
  })
})
