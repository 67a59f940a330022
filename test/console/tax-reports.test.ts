// Reports to tax authorities: beside a document, in a list, and what a person does with them.
import { beforeAll, describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { browserWith, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const invoice = submitExamples.invoice['application/json']!.usual!.value as object
const tenantId = await test.makeTenant('reporting', ['*'])
const token = await test.makeToken({ tenantId })
const person = browserWith(test, token)
const reader = browserWith(test, await test.makeToken({ tenantId, scopes: ['documents:read'] }))

const path = '/console/tax-reports'

beforeAll(async () => {
  const first = await test.call({
    ...{ method: 'POST', url: '/api/v1/invoices/submit', headers: { 'x-api-token': token } },
    payload: { ...invoice, number: 'BEFORE' },
  })
  const { sender } = first.json()
  await test.gateway.store.changeTenant(
    {
      id: tenantId,
      taxReporting: [
        {
          ...{ regime: 'sk', participants: [sender.id], receiver: '0242:900000-TAX_SK' },
          ...{ authority: { id: 'SK' }, from: '2026-01-01' },
          ...{ holdOutcome: false, overdueMinutes: 25 },
        },
      ],
    },
    { actor: 'test', at: new Date() },
  )
})

async function submit(number: string): Promise<string> {
  const answer = await test.call({
    ...{ method: 'POST', url: '/api/v1/invoices/submit' },
    headers: { 'X-TestOnly': 'true', 'x-api-token': token },
    payload: { ...invoice, number },
  })
  expect(answer.json()).toMatchObject({ taxReport: { status: 'pending' } })
  return answer.json().id
}

/** As the authority would have it. */
async function standsAt(id: string, status: string): Promise<void> {
  await test.database.pool.query(
    `update states set tax_report = tax_report || jsonb_build_object('status', $2::text)
     where document_id = $1`,
    [id, status],
  )
}

describe('the page of a document', () => {
  it('says where its report stands, and leads to it and back', async () => {
    const id = await submit('T-1')
    const page = await person.open(`/console/documents/${id}`)
    expect(textOf(page)).toContain('Tax report Not delivered yet')
    expect(textOf(page)).toContain('Slovakia')
    const [report] = await test.gateway.store.reportsAbout(id)
    expect(page.body).toContain(`href="/console/documents/${report!.id}"`)
    const itself = await person.open(`/console/documents/${report!.id}`)
    expect(itself.body).toContain(`href="/console/documents/${id}"`)
    expect(textOf(itself)).toContain('Open what it reports')
  })

  it('says nothing of one where nothing is reported', async () => {
    const { data } = (
      await test.call({ url: '/api/v1/status?number=BEFORE', headers: { 'x-api-token': token } })
    ).json()
    const page = await person.open(`/console/documents/${data[0].id}`)
    expect(textOf(page)).not.toContain('Tax report Not')
    expect(page.body).not.toContain('/report-again')
  })

  it('offers what can be done, to those who may', async () => {
    const id = await submit('T-2')
    const offered = async (browser = person) =>
      [
        ...(await browser.open(`/console/documents/${id}`)).body.matchAll(
          /\/(report-again|withdraw-report)"/g,
        ),
      ].map(([, name]) => name)
    expect(await offered()).toEqual([])
    await standsAt(id, 'accepted')
    expect(await offered()).toEqual(['report-again', 'withdraw-report'])
    expect(await offered(reader)).toEqual([])
    await standsAt(id, 'rejected')
    expect(await offered()).toEqual(['report-again'])
  })
})

describe('a person', () => {
  it('is asked before a report is withdrawn, and makes one withdrawal', async () => {
    const id = await submit('T-3')
    await standsAt(id, 'accepted')
    const url = `/console/documents/${id}/withdraw-report`
    expect(textOf(await person.open(url))).toContain('is told that the document is no more')
    expect(await test.gateway.store.reportsAbout(id)).toHaveLength(1)
    const { statusCode, headers } = await person.answer(url)
    const after = `/console/documents/${id}?done=withdraw-report`
    expect([statusCode, headers.location]).toEqual([303, after])
    expect(textOf(await person.open(after))).toContain('The withdrawal is on its way')
    const reports = await test.gateway.store.reportsAbout(id)
    expect(reports.map(({ reports }) => reports?.type)).toEqual(['submit', 'withdraw'])
    expect((await person.answer(url)).statusCode).toBe(409)
    expect(await test.gateway.store.reportsAbout(id)).toHaveLength(2)
  })

  it('reports again, and not on the word of an older page', async () => {
    const id = await submit('T-4')
    await standsAt(id, 'rejected')
    const url = `/console/documents/${id}/report-again`
    const old = await person.open(url)
    const [, asked] = /name="asked-in" value="([^"]*)"/.exec(old.body)!
    await standsAt(id, 'accepted')
    expect((await person.send(url, { 'asked-in': asked! })).statusCode).toBe(409)
    expect((await person.answer(url)).statusCode).toBe(303)
    const reports = await test.gateway.store.reportsAbout(id)
    expect(reports.map(({ reports }) => reports?.type)).toEqual(['submit', 'resubmit'])
  })

  it('who only reads does neither', async () => {
    const id = await submit('T-5')
    await standsAt(id, 'accepted')
    for (const name of ['report-again', 'withdraw-report'])
      expect((await reader.send(`/console/documents/${id}/${name}`)).statusCode).toBe(403)
    expect(await test.gateway.store.reportsAbout(id)).toHaveLength(1)
  })
})

describe('the list of reports', () => {
  it('shows them, by where they stand, with a table for export', async () => {
    const id = await submit('T-6')
    const all = await person.open(path)
    expect(textOf(all)).toContain('T-6')
    expect(all.body).toContain(`href="/console/documents/${id}"`)
    expect(textOf(await person.open(`${path}?status=pending`))).toContain('T-6')
    const none = await person.open(`${path}?status=failed`)
    expect(textOf(none)).toContain('Nothing matches these filters.')
    const table = await person.open('/console/export/tax-reports?status=pending')
    expect(table.headers['content-type']).toContain('text/csv')
    expect(table.body).toContain(`,${id},T-6,`)
    expect((await person.open('/console/export/tax-reports?status=failed')).body).not.toContain(id)
    for (const wrong of ['not-applicable', 'other'])
      expect((await person.open(`${path}?status=${wrong}`)).statusCode).toBe(400)
  })

  it('is in the navigation of those who report, and of no one else', async () => {
    expect((await person.open('/console/documents')).body).toContain(`href="${path}"`)
    const { operator } = test
    expect((await operator.open('/console/documents')).body).not.toContain(`href="${path}"`)
    expect(textOf(await operator.open(path))).toContain('Nothing was reported yet.')
  })

  it('is no way to the reports of others', async () => {
    const id = await submit('T-7')
    expect((await test.operator.open(path)).body).not.toContain(id)
  })
})

it('the list of documents is narrowed to where their reports stand', async () => {
  const id = await submit('T-8')
  await standsAt(id, 'overdue')
  const found = textOf(await person.open('/console/documents?taxReport=overdue'))
  expect(found).toContain('T-8')
  expect(found).not.toContain('T-7')
})

it('the page of a tenant says what is reported', async () => {
  const shown = textOf(await test.operator.open(`/console/tenants/${tenantId}`))
  expect(shown).toMatch(
    /Reports to tax authorities Slovakia: .*to 0242:900000-TAX_SK, from 2026-01-01/,
  )
  const other = await test.makeTenant('silent', ['*'])
  expect(textOf(await test.operator.open(`/console/tenants/${other}`))).toContain(
    'Reports to tax authorities none',
  )
})
