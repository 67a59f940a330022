// In a public network a document is judged though nobody asks for it: nothing is refused, and the
// record says what is wrong.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import type { Gateway } from '../../../src/core/gateway.ts'
import type { Submission } from '../../../src/core/submit/submission.ts'
import { openValidator, ValidationUnavailable } from '../../../src/validation/index.ts'
import { invoice, jsonBody, openTestGateway } from '../test-gateway.ts'

const testGateway = await openTestGateway()
const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())

let gateway: Gateway
beforeAll(() => {
  gateway = {
    ...testGateway.gateway,
    ...{ validate: validator.validate, validationDefault: 'report' },
  }
})

/** A Swedish VAT number that is too short. */
const wrong = () => {
  const { seller, ...rest } = invoice() as { seller: { address: object } }
  const address = { ...seller.address, country: 'SE' }
  return jsonBody({ ...rest, seller: { ...seller, vatId: 'SE123', address } })
}

/** Without a `validation` in the change, the caller states none. */
async function submit(change: Partial<Submission>, on = gateway) {
  const stated = { validation: undefined, ...change } as Partial<Submission>
  const { record } = await testGateway.submit(stated, on)
  const files = await gateway.store.filesOf(record.id)
  return { record, hasFindings: files.some(({ kind }) => kind === 'findings') }
}

it('what is wrong is a warning of the record, and is sent', async () => {
  const { record, hasFindings } = await submit({ body: wrong() })
  expect(record).toMatchObject({
    status: 'accepted',
    validation: { mode: 'report', verdict: 'invalid' },
  })
  expect(record.warnings).toEqual([
    expect.stringMatching(/: SE-R-001: .*It was accepted all the same: X-Validation: true refuses/),
  ])
  expect(hasFindings).toBe(true)
})

it('what is right has its verdict, and no file that says nothing', async () => {
  const { record, hasFindings } = await submit({})
  expect(record).toMatchObject({ validation: { mode: 'report', verdict: 'valid' } })
  expect(record).not.toHaveProperty('warnings')
  expect(hasFindings).toBe(false)
})

it('who asks for nothing gets nothing, and who asks for a verdict is refused', async () => {
  const { record } = await submit({ body: wrong(), validation: 'off' })
  expect(record).toMatchObject({ validation: { mode: 'off', verdict: 'not-validated' } })
  await expect(submit({ body: wrong(), validation: 'true' })).rejects.toMatchObject({
    code: 'validation.rules-failed',
  })
})

it('is judged by nothing in other networks', async () => {
  const { record } = await submit({ body: wrong() }, { ...gateway, validationDefault: 'none' })
  expect(record).toMatchObject({ validation: { mode: 'off', verdict: 'not-validated' } })
})

it('what the operator demands of all still refuses', async () => {
  const floor: Gateway = { ...gateway, validationFloor: 'rules' }
  await expect(submit({ body: wrong() }, floor)).rejects.toMatchObject({
    code: 'validation.rules-failed',
  })
})

it('what is refused does not say that it was accepted', async () => {
  const { record } = await submit({ body: wrong() })
  const { bytes } = (await gateway.store.latestFile(record.id, 'ubl'))!
  const broken = bytes.toString().replace(/<cbc:ID>/, '<cbc:Unknown>1</cbc:Unknown>$&')
  const body = {
    ...{ format: 'xml', mediaType: 'application/xml', bytes: Buffer.from(broken) },
  } as Submission['body']
  const floor: Gateway = { ...gateway, validationFloor: 'schema' }
  const refused = await submit({ body }, floor).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'validation.schema-failed' })
  const { documentId } = refused as { documentId: string }
  const kept = (await gateway.store.documentById(testGateway.caller.tenant.id, documentId))!
  expect(kept).toMatchObject({ status: 'rejected', validation: { verdict: 'invalid' } })
  expect(kept.warnings.join()).not.toContain('accepted all the same')
})

it.each([
  [true, /^It was not validated: there are no rules for its type here\.$/],
  [false, /^It was not validated: Too many documents are waiting\.$/],
])('a verdict that cannot be had is said (no rules: %s)', async (lacksRules, warning) => {
  const why = new ValidationUnavailable('Too many documents are waiting', { lacksRules })
  const busy: Gateway = { ...gateway, validate: () => Promise.reject(why) }
  const { record } = await submit({}, busy)
  expect(record).toMatchObject({
    ...{ status: 'accepted', validation: { verdict: 'not-validated' } },
    warnings: [expect.stringMatching(warning)],
  })
  await expect(submit({ validation: 'report' }, busy)).rejects.toMatchObject({
    code: 'validation.unavailable',
  })
})
