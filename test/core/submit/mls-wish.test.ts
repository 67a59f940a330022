// Which Message Level Status a document asks for, and where it is to be sent.
import { expect, it } from 'vitest'
import type { Tenant } from '../../../src/store/index.ts'
import { openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { gateway, caller } = test
const own = '0242:900001'

async function envelopeOf(options: object, tenant: Partial<Tenant> = {}): Promise<string> {
  const of = { caller: { ...caller, tenant: { ...caller.tenant, ...tenant } } }
  const { record } = await test.submit({ options, ...of })
  await test.attempt()
  return String((await gateway.store.latestFile(record.id, 'sbd'))!.bytes)
}

const scope = (type: string, value: string) =>
  new RegExp(`<sh:Type>${type}</sh:Type><sh:InstanceIdentifier>${value}</sh:InstanceIdentifier>`)

it('is what the document says, then what its tenant does, then MLS_REQUEST', async () => {
  expect(gateway.mls.request).toBe('ALWAYS_SEND')
  const usual = await envelopeOf({})
  expect(usual).toMatch(scope('MLS_TYPE', 'ALWAYS_SEND'))
  expect(usual).not.toContain('MLS_TO')
  const tenant = { mlsType: 'FAILURE_ONLY', mlsTo: `${own}-TENANT` } as const
  const ofTenant = await envelopeOf({}, tenant)
  expect(ofTenant).toMatch(scope('MLS_TYPE', 'FAILURE_ONLY'))
  expect(ofTenant).toMatch(scope('MLS_TO', `${own}-TENANT`))
  const ofDocument = await envelopeOf({ mlsType: 'ALWAYS_SEND', mlsTo: `${own}-UNIT1` }, tenant)
  expect(ofDocument).toMatch(scope('MLS_TYPE', 'ALWAYS_SEND'))
  expect(ofDocument).toMatch(scope('MLS_TO', `${own}-UNIT1`))
})

it.each(['0242:900002', '900001', `${own}-x`, `${own}X`, '0208:0123456749', 'nonsense'])(
  'goes to no other service provider: %s',
  async (mlsTo) => {
    await expect(test.submit({ options: { mlsTo } })).rejects.toMatchObject({
      code: 'request.invalid-field',
      errors: [{ value: mlsTo, message: expect.stringContaining(own) }],
    })
  },
)

it('is not sent where a tenant wanted it while our seat was another one', async () => {
  expect(await envelopeOf({}, { mlsTo: '0242:900002-UNIT1' })).not.toContain('MLS_TO')
})
