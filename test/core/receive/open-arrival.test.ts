// What happens to a received document before its tenant sees it: it is read, and judged by the
// rules that there are for it.
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import type { Gateway } from '../../../src/core/gateway.ts'
import { binaryContentOf } from '../../../src/peppol/index.ts'
import { mlrDocumentType, mlrProcess } from '../../../src/reporting/index.ts'
import { openValidator, ValidationUnavailable } from '../../../src/validation/index.ts'
import { invoiceNamed, openReceivingGateway } from '../arrivals.ts'

const test = await openReceivingGateway()
const { gateway, clock, register, send, inbound, work } = test
const { mls } = gateway

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())

const judging: Gateway = {
  ...gateway,
  inbound: { ...gateway.inbound, validation: 'rules' },
  validate: validator.validate,
}

const pintType = 'urn:peppol:pint:billing-1@aunz-1'
const pint = {
  documentType: `urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##${pintType}::2.1`,
  process: 'urn:peppol:bis:billing',
  content: Buffer.from(
    invoiceNamed('F-1')
      .toString()
      .replace(/(?<=<cbc:CustomizationID>)[^<]*/, pintType),
  ),
}

describe('a document for which there are no rules', () => {
  it('is available unjudged, as a PINT invoice is, which EN 16931 would refuse', async () => {
    await register()
    await send({ ...pint, mlsType: 'ALWAYS_SEND' }, judging)
    await send({ mlsType: 'ALWAYS_SEND' }, judging)
    await work(judging)
    expect(await inbound()).toMatchObject([
      { status: 'available', validation: { verdict: 'not-validated' }, mls: { status: 'awaited' } },
      { status: 'available', validation: { verdict: 'invalid' } },
    ])
  })

  it('is available unjudged, as an extension of EN 16931 is', async () => {
    await register()
    const extended =
      'urn:cen.eu:en16931:2017#conformant#urn:fdc:peppol.eu:2017:poacc:billing:international:sg:3.0'
    const content = Buffer.from(pint.content.toString().replace(pintType, extended))
    await send({ content, mlsType: 'ALWAYS_SEND' }, judging)
    await work(judging)
    expect(await inbound()).toMatchObject([
      { status: 'available', validation: { verdict: 'not-validated' }, mls: { status: 'awaited' } },
    ])
  })

  it('is refused all the same when it breaks the schema of UBL', async () => {
    await register()
    const content = Buffer.from(pint.content.toString().replace(/<cbc:ID>.*?<\/cbc:ID>/, ''))
    await send({ ...pint, content }, judging)
    await work(judging)
    expect(await inbound()).toMatchObject([{ validation: { verdict: 'invalid' } }])
  })
})

describe('a report', () => {
  const reporting: Gateway = {
    ...judging,
    inbound: { ...judging.inbound, validation: 'report' },
  }

  it('has findings and a verdict, and its sender is not refused', async () => {
    await register()
    await send({ mlsType: 'ALWAYS_SEND' }, reporting)
    await send({ mlsType: 'FAILURE_ONLY' }, reporting)
    await work(reporting)
    const records = await inbound()
    expect(records).toMatchObject([
      { status: 'available', validation: { verdict: 'invalid' } },
      { status: 'available', validation: { verdict: 'invalid' } },
    ])
    clock.aheadMs += mls.tenantMs
    await work(reporting)
    expect((await inbound()).map(({ mls }) => mls?.code).sort()).toEqual(['AB', undefined])
    const files = await gateway.store.filesOf(records[0]!.id)
    expect(files.map(({ kind }) => kind)).toContain('findings')
  })

  it('under rules, the same documents are refused', async () => {
    await register()
    await send({ mlsType: 'ALWAYS_SEND' }, judging)
    await work(judging)
    await work(judging)
    expect(await inbound()).toMatchObject([{ mls: { code: 'RE' } }])
  })
})

describe('a document that cannot be judged now', () => {
  const busy: Gateway = {
    ...judging,
    validate: () => Promise.reject(new ValidationUnavailable('Too many documents are waiting')),
  }

  it('waits, and is judged when it can be', async () => {
    await register()
    await send({}, busy)
    await work(busy)
    expect(await inbound()).toMatchObject([{ status: 'received' }])
    clock.aheadMs += 10_000
    await work(judging)
    expect(await inbound()).toMatchObject([
      { status: 'available', validation: { verdict: 'invalid' } },
    ])
  })

  it('does not wait for ever: its tenant gets it unjudged', async () => {
    await register()
    await send({}, busy)
    await work(busy)
    clock.aheadMs += mls.tenantMs
    await work(busy)
    expect(await inbound()).toMatchObject([
      { status: 'available', validation: { verdict: 'not-validated' } },
    ])
  })
})

it('a status message has the number that it gives itself', async () => {
  await register()
  const { namespace, root } = {
    namespace: 'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2',
    root: 'ApplicationResponse',
  }
  const components = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'
  const content = Buffer.from(
    `<${root} xmlns="${namespace}" xmlns:cbc="${components}">
      <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:mlr:3</cbc:CustomizationID>
      <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:mlr:3</cbc:ProfileID>
      <cbc:ID>MLR-1</cbc:ID></${root}>`,
  )
  const [documentType, process] = [mlrDocumentType, mlrProcess].map(({ value }) => value)
  await send({ documentType: documentType!, process: process!, content })
  await work()
  expect(await inbound()).toMatchObject([{ kind: 'other', number: 'MLR-1', status: 'available' }])
})

describe('the file in a received document', () => {
  it.each([
    ['application/pdf', 'application/pdf'],
    ['text/plain\r\nX-Evil: yes', 'application/octet-stream'],
    ['text/pl\u2028ain', 'application/octet-stream'],
    [`text/${'x'.repeat(90_000)}`, 'application/octet-stream'],
  ])('that says %j of itself is stored as %s', async (stated, mediaType) => {
    await register()
    const pieces = [...binaryContentOf(Buffer.from('%PDF-1.7'), stated)]
    await send({ content: Buffer.concat(pieces), documentType: 'urn:x-test:pdf::file##pdf::0' })
    await work()
    const [document] = await inbound()
    const files = await gateway.store.filesOf(document!.id)
    expect(files.filter(({ kind }) => kind === 'attachment')).toMatchObject([{ mediaType }])
  })
})
