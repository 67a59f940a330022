// The record that core functions and routes use in tests: the real limits, and one
// thread of each kind.
import { afterAll } from 'vitest'
import type { Gateway } from '../../src/core/gateway.ts'
import { makeNotifier } from '../../src/core/notifier.ts'
import { holdRecentUbl } from '../../src/core/recent-ubl.ts'
import { newUuid } from '../../src/crypto/index.ts'
import { openIntake } from '../../src/intake/index.ts'
import { limits } from '../../src/limits.ts'
import { openPrinter } from '../../src/pdf/index.ts'
import { ValidationUnavailable } from '../../src/validation/index.ts'

type Given = 'store' | 'peppolAccess' | 'simulation' | 'log'

/** Any field can be given. Call it at the top of a test file; its threads end with the file. */
export function openGatewayRecord(given: Pick<Gateway, Given> & Partial<Gateway>): Gateway {
  const { store, now = () => new Date() } = given
  const printer = openPrinter({ ...limits.printing, threads: 1 })
  const intake = openIntake({ ...limits.intake, threads: 1 })
  afterAll(() => Promise.all([printer.close(), intake.close()]))
  return {
    recentUbl: holdRecentUbl(1_000_000),
    revocationConcerns: () => [],
    backlog: () => store.backlog(),
    service: { version: '0.0.0' },
    delivery: limits.delivery,
    sending: limits.sending,
    submission: limits.submission,
    requests: limits.requests,
    intake,
    printer,
    validate: () => Promise.reject(new ValidationUnavailable('There are no rules here')),
    validationFloor: 'none',
    draining: { now: false },
    moved: makeNotifier(),
    queued: makeNotifier(),
    now,
    newId: () => newUuid(now()),
    ...given,
  }
}
