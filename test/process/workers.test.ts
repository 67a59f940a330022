// How many processes a node has, and what each of them may take.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { limits } from '../../src/config/limits.ts'
import { limitsOfOne } from '../../src/process/share-limits.ts'
import { workersOf } from '../../src/process/workers.ts'

const gigabyte = 1024 ** 3
const machine = { cores: 4, memoryBytes: 16 * gigabyte }
const onServer = { DATABASE_URL: 'postgres://localhost/x', WORKERS: undefined }

describe('the processes of a node', () => {
  it('are as many as it has cores, on a database server', () => {
    expect(workersOf(onServer, machine)).toBe(4)
    expect(workersOf(onServer, { ...machine, cores: 1 })).toBe(1)
  })

  it('are one on the embedded database', () => {
    expect(workersOf({ DATABASE_URL: undefined, WORKERS: undefined }, machine)).toBe(1)
  })

  it('are no more than there is memory for, nor than eight unless WORKERS says so', () => {
    expect(workersOf(onServer, { ...machine, memoryBytes: gigabyte })).toBe(2)
    expect(workersOf(onServer, { ...machine, memoryBytes: gigabyte / 4 })).toBe(1)
    expect(workersOf(onServer, { ...machine, cores: 64, memoryBytes: 256 * gigabyte })).toBe(8)
    expect(workersOf({ ...onServer, WORKERS: 12 }, machine)).toBe(12)
  })

  it('are one at least here, whatever this machine is', () => {
    expect(workersOf(onServer)).toBeGreaterThanOrEqual(1)
  })
})

describe('what one of them may take', () => {
  it('is everything when it is the only one', () => {
    expect(limitsOfOne(limits, 1)).toEqual(limits)
  })

  it('is its part when there are two, so that the node takes no more', () => {
    const half = limitsOfOne(limits, 2)
    expect(half.database.connections).toBe(limits.database.connections / 2)
    expect(half.validation.threads).toBe(limits.validation.threads / 2)
    expect(half.sending.connections).toBe(limits.sending.connections / 2)
    expect(half.reception.unauthenticated.connectionsMax).toBe(
      limits.reception.unauthenticated.connectionsMax / 2,
    )
    expect(half.inbound.largeAtOnce).toBe(limits.inbound.largeAtOnce / 2)
  })

  it('is enough to work with when there are many, the largest body included', () => {
    const little = limitsOfOne(limits, 64)
    expect(little.database.connections).toBe(4)
    expect(little.validation.threads).toBe(1)
    expect(little.intake.waitingBytesMax).toBeGreaterThan(limits.submission.multipartBytesMax)
    expect(little.delivery.largeAtOnce).toBe(1)
  })

  it('is all of what callers are told: those limits are shared', () => {
    const { requests, submission, failedTokens } = limitsOfOne(limits, 2)
    expect({ requests, submission, failedTokens }).toEqual({
      requests: limits.requests,
      submission: limits.submission,
      failedTokens: limits.failedTokens,
    })
  })
})

describe('WORKERS', () => {
  const DATABASE_URL = 'postgres://localhost/x'

  it('needs a database server for more than one', () => {
    expect(() => readConfig({ WORKERS: '2' })).toThrow(/WORKERS: the embedded database has one/)
    expect(readConfig({ WORKERS: '1' }).WORKERS).toBe(1)
    expect(readConfig({ WORKERS: '2', DATABASE_URL }).WORKERS).toBe(2)
  })

  it.each(['0', '65', '-1', '1.5', 'auto'])('refuses %s', (WORKERS) => {
    expect(() => readConfig({ WORKERS, DATABASE_URL })).toThrow(/WORKERS: must be a whole number/)
  })
})
