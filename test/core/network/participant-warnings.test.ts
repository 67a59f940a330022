// Participants that break no rule and deserve a look all the same, and those that break one.
import { describe, expect, it } from 'vitest'
import { addTenant, changeTenant } from '../../../src/core/access/tenants.ts'
import { addRegistration, showRegistration } from '../../../src/core/network/registrations.ts'
import { readCase } from '../../cases/read-case.ts'
import { openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { gateway, caller } = test
const own = { tenantId: caller.tenant.id, actor: 'test', isOperator: false }
const cvr = '0184:DK12345678'
const sentence =
  "'DK12345678' is no Danish CVR number (0184): its check digit does not fit the others."
const danish = readCase('danish-cvr-without-check-digit.json')

const submit = (bytes: Buffer, options = {}) =>
  test.submit({ body: { format: 'json', bytes }, options })

describe('a Danish number whose check digit does not fit', () => {
  it('is taken in a document, with a warning', async () => {
    const { record } = await submit(danish)
    expect(record).toMatchObject({
      receiver: { id: '0184:dk12345678' },
      warnings: [`The receiver ${sentence}`],
    })
  })

  it('is taken in the query, with a warning', async () => {
    const { record } = await submit(danish, { sender: cvr, receiver: '0192:987654325' })
    expect(record.warnings).toEqual([`The sender ${sentence}`])
  })

  it('is registered, with a warning', async () => {
    const wish = { documentTypes: 'all' as const }
    const warnings = [{ code: 'participant.checksum-failed', detail: sentence }]
    const { tenant } = caller
    expect(await addRegistration(gateway, own, cvr, wish)).toMatchObject({ warnings })
    expect(await showRegistration(gateway, tenant.id, cvr)).toMatchObject({ warnings })
    const right = await addRegistration(gateway, own, '0184:DK13585628', wish)
    expect(right).not.toHaveProperty('warnings')
  })

  it('may be that of a tenant', async () => {
    const made = await addTenant(gateway, 'test', { name: 'Danes', participants: [cvr] })
    expect(made.participants).toEqual(['0184:dk12345678'])
  })
})

describe('a participant of a scheme that is no longer in use', () => {
  const wish = { documentTypes: 'all' as const }
  it.each([
    ['9908:974763907', 'removed', '9908 (NO:ORGNR)', 'was removed from the .* on 2023-05-24'],
    ['9917:1201743399', 'deprecated', '9917 (', 'is deprecated'],
  ])('%s is registered, with a warning', async (id, state, scheme, words) => {
    const { warnings } = await addRegistration(gateway, { ...own, isOperator: true }, id, wish)
    expect(warnings).toEqual([
      { code: `participant.scheme-${state}`, detail: expect.stringMatching(words) },
    ])
    expect(warnings?.[0]?.detail).toContain(`'${id}' has the scheme ${scheme}`)
  })

  it('is warned of in documents, as a removal that is to come is', async () => {
    const before = { ...gateway, now: () => new Date('2026-07-01T12:00:00Z') }
    const { warnings } = await addRegistration(
      before,
      { ...own, isOperator: true },
      '0193:12345',
      wish,
    )
    expect(warnings?.[0]?.detail).toMatch(/is deprecated, and is removed on 2026-07-07\.$/)
    const { record } = await submit(danish, {
      sender: '9908:974763907',
      receiver: '0192:987654325',
    })
    expect(record.warnings).toEqual([expect.stringMatching(/^The sender '9908:.* was removed/)])
  })
})

describe('a participant that breaks a rule', () => {
  it.each([
    ['0184:DK1234567', 'participant.id-invalid', 'PEPPOL-COMMON-R042'],
    ['0198:12345678', 'participant.id-invalid', 'PEPPOL-COMMON-R053'],
    ['0208:0123456748', 'participant.checksum-failed', 'PEPPOL-COMMON-R043'],
  ])('%s is refused in documents, registrations and tenants alike', async (id, code, rule) => {
    const fault = (pointer: string) => ({ code, errors: [{ pointer, code, rule, value: id }] })
    const document = Buffer.from(danish.toString().replace(cvr, id))
    await expect(submit(document)).rejects.toMatchObject(fault('/buyer/endpoint'))
    const wish = { documentTypes: 'all' as const }
    const registration = addRegistration(gateway, own, id, wish)
    await expect(registration).rejects.toMatchObject(fault('/participant'))
    const participants = ['*', id]
    const tenant = addTenant(gateway, 'test', { name: 'Impossible', participants })
    await expect(tenant).rejects.toMatchObject(fault('/participants/1'))
    const change = changeTenant(gateway, { id: caller.tenant.id, actor: 'test' }, { participants })
    await expect(change).rejects.toMatchObject(fault('/participants/1'))
  })
})
