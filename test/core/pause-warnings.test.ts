// That sending is paused is said to those whom it concerns, with names to operators only.
import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '../../src/core/gateway.ts'
import { identify, readiness } from '../../src/core/identity/identify.ts'
import { pauseSending, resumeSending } from '../../src/core/operations/pause.ts'
import { pauseWarnings } from '../../src/core/pause-warnings.ts'
import { openTestGateway } from './test-gateway.ts'

const testGateway = await openTestGateway()
const { gateway, caller } = testGateway
const operator: Caller = {
  ...caller,
  token: { ...caller.token, scopes: ['documents:read', 'operator'] },
}
const tenant: Caller = { ...caller, token: { ...caller.token, scopes: ['documents:read'] } }
const receiver = '0192:987654325'
const minute = /\d{4}-\d\d-\d\d \d\d:\d\d UTC/

async function warningsFor(...callers: (Caller | undefined)[]): Promise<string[][]> {
  const all = await Promise.all(callers.map((one) => pauseWarnings(gateway, one)))
  return all.map((some) => some.map((sentence) => sentence.replace(minute, 'TIME')))
}

beforeEach(async () => {
  await testGateway.submit()
  await resumeSending(gateway, operator, undefined)
})

it('nothing is said while nothing is paused', async () => {
  expect(await warningsFor(operator, tenant, undefined)).toEqual([[], [], []])
  expect((await identify(gateway, tenant)).service).not.toHaveProperty('warnings')
})

it('all of it is paused: since when, by whom, and how many wait', async () => {
  await pauseSending(gateway, operator, undefined)
  const who = `token:${caller.token.id}`
  expect(await warningsFor(operator, tenant, undefined)).toEqual([
    [`Sending is paused since TIME by ${who}: 1 document waits.`],
    ['The operator has paused sending since TIME: 1 of your documents waits.'],
    ['Sending is paused since TIME: 1 document waits.'],
  ])
  const [warning] = (await identify(gateway, tenant)).service.warnings!
  expect(warning).toMatch(/^The operator has paused sending/)
  const { ready, warnings, concerns } = await readiness(gateway)
  expect({ ready, warnings: warnings.length, concerns }).toEqual({
    ...{ ready: true, warnings: 1, concerns: [] },
  })
  expect(warnings[0]).not.toContain(caller.token.id)
})

it('that of one receiver is said to tenants with documents for it', async () => {
  await pauseSending(gateway, operator, receiver)
  const another: Caller = { ...tenant, tenant: { ...tenant.tenant, id: gateway.newId() } }
  const [toOperator, toTenant, toAnother, toAnyone] = await warningsFor(
    ...[operator, tenant, another, undefined],
  )
  expect(toOperator).toEqual([expect.stringMatching(receiver)])
  expect(toTenant).toEqual([expect.stringMatching(receiver)])
  expect(toAnother).toEqual([])
  expect(toAnyone).toEqual(['Sending to one receiver is paused since TIME: 1 document waits.'])
  await resumeSending(gateway, operator, receiver)
  expect(await warningsFor(operator)).toEqual([[]])
})
