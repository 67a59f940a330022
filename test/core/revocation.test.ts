// The whole path on a network whose authorities revoke: no revoked party is sent to or trusted, and
// a document waits while the status is unknown. The lists are the sandbox's own.
import { dirname } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import { openNet } from '../../src/net/index.ts'
import { openRevocations } from '../../src/revocation/index.ts'
import { revokeInSandbox } from '../../src/sandbox/index.ts'
import { openTestGateway } from './test-gateway.ts'

const { gateway, sandbox, submit, attempt, arrivals, clock } = await openTestGateway()
const dataDir = dirname(dirname(sandbox.inbox))
const net = openNet({ dnsServers: [], plainHttpAllowed: true, limits: limits.sending })
const { store, now, newId } = gateway
let isCutOff = false
const revocations = openRevocations({
  get: async (url) =>
    isCutOff ? { kind: 'failed', reason: 'timeout', detail: 'cut off' } : net.getSigned(url),
  ...{ store, now, newId, limits: limits.revocation },
  warn() {},
})
afterAll(async () => {
  await revocations.close()
  await net.close()
})

const { revocationOf } = revocations
const checked: Gateway = { ...gateway, peppolAccess: { ...gateway.peppolAccess, revocationOf } }
const second = 1_000

beforeEach(() => checked.peppolAccess.endpoints.clear())
afterEach(() => {
  isCutOff = false
})

// In this order: a revocation is permanent.
describe('a document', () => {
  it('waits while a list is unavailable, and is delivered once it is available', async () => {
    isCutOff = true
    await submit()
    const waiting = await attempt(checked)
    expect(waiting).toMatchObject({
      status: 'waiting',
      certainty: 'not-sent',
      waiting: { reason: 'revocation-unavailable' },
    })
    expect(revocations.concerns()).toHaveLength(2)
    isCutOff = false
    clock.aheadMs += 60 * second
    expect(await attempt(checked)).toMatchObject({ status: 'delivered' })
    expect(revocations.concerns()).toEqual([])
    expect(arrivals()).toHaveLength(1)
  })

  it('is not sent to an access point that was revoked, known as it may be', async () => {
    await submit()
    expect(await attempt(checked)).toMatchObject({ status: 'delivered' })
    const before = arrivals().length
    revokeInSandbox(dataDir, 'POP900002', now())
    clock.aheadMs += 31 * second
    await submit()
    expect(await attempt(checked)).toMatchObject({
      status: 'failed',
      certainty: 'not-sent',
      failure: { code: 'certificate.revoked' },
    })
    expect(arrivals()).toHaveLength(before)
  })

  it('is not sent where a revoked SMP says', async () => {
    revokeInSandbox(dataDir, 'smp', now())
    clock.aheadMs += 31 * second
    await submit()
    expect(await attempt(checked)).toMatchObject({
      status: 'failed',
      certainty: 'not-sent',
      failure: { code: 'lookup.smp-signature-invalid' },
    })
  })

  it('is not accepted from a revoked gateway', async () => {
    revokeInSandbox(dataDir, 'POP900001', now())
    await submit()
    const before = arrivals().length
    expect(await attempt(gateway)).toMatchObject({
      status: 'failed',
      certainty: 'refused',
      failure: { code: 'as4.error', detail: expect.stringContaining('EBMS:0101') },
    })
    expect(arrivals()).toHaveLength(before)
  })
})

it('nobody else can be revoked', () => {
  for (const seat of ['POP900003', 'gateway', 'root', 'access-point-ca'])
    expect(() => revokeInSandbox(dataDir, seat, now())).toThrow(/has no/)
  expect(() => revokeInSandbox(`${dataDir}/none`, 'smp', now())).toThrow(/no sandbox/)
})
