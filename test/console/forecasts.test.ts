// /console/forecasts: what the rules of another day would refuse, begun and read by people.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ForecastStep } from '../../src/store/index.ts'
import { firstUuid } from '../../src/store/postgres/rows.ts'
import { browserWith, fieldsOf, markupOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { store, newId } = test.gateway
const path = '/console/forecasts'
const on = '2027-02-24'
const hourMs = 3_600_000
const dayMs = 24 * hourMs

async function tenant(name: string) {
  const id = await test.makeTenant(name, ['*'])
  const admin = browserWith(
    test,
    await test.makeToken({ tenantId: id, scopes: ['admin', 'documents:read'] }),
  )
  return { id, admin }
}

const { id: tenantId, admin } = await tenant('own')

type Added = { of?: string; actor?: string; days?: number }

/** In the store alone: no process is at work on it in the next two hours. */
async function added({ of, actor = 'test', days = 10 }: Added, at = Date.now() + 2 * hourMs) {
  // More days, a later id: two of one millisecond would have no order.
  const id = newId(new Date(Date.now() + days))
  const forecast = await store.addForecast({
    ...{ id, actor, rulesDay: on, days, createdAt: new Date(at) },
    ...{ ...(of ? { tenantId: of } : {}), underWayMax: 100 },
  })
  return forecast!
}

const nothing: ForecastStep = { judged: 0, refused: 0, withoutBytes: 0, notJudged: 0, refusals: [] }

/** Half of its days are done, or all of them. */
async function noted(wish: Added, found: Partial<ForecastStep>, isOver = false): Promise<string> {
  const at = Date.now() + 60_000
  const { id, days } = await added(wish, at)
  const claim = await store.claimForecast({ now: new Date(at), leaseMs: hourMs })
  expect(claim?.id).toBe(id)
  const isOurs = await store.noteForecast({
    claim: { ...claim!, doneTo: firstUuid(new Date(at - (days * dayMs) / 2)) },
    step: { ...nothing, ...found },
    until: isOver ? { completedAt: new Date(at) } : { leaseUntil: new Date(at + hourMs) },
  })
  expect(isOurs).toBe(true)
  return id
}

const documentTypeId =
  'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'

function refusal(tenant: string, rule = 'BR-CO-16') {
  return { id: newId(), tenantId: tenant, documentTypeId, senderId: '0208:0123456749', rule }
}

describe('a forecast', () => {
  it('is begun with the next day of the calendar, and shows what it has found', async () => {
    const ubl = readFileSync('test/fixtures/billing/invoice-minimal.out.xml', 'utf8')
    const payload = ubl.replace(/1250\.00(?=<\/cbc:Pay)/, '1250.01')
    expect(payload).not.toBe(ubl)
    const token = await test.makeToken({ tenantId })
    const headers = { 'x-api-token': token, 'content-type': 'application/xml' }
    const sent = await test.app.inject({
      ...{ method: 'POST', url: '/api/v1/invoices/submit', payload },
      headers: { ...headers, 'x-validation': 'false' },
    })
    expect(sent.statusCode).toBe(202)

    const list = await admin.open(path)
    expect(textOf(list)).toContain('There is no forecast yet.')
    expect(list.body).toContain(`class="button primary" href="${path}/begin"`)
    const form = await admin.open(`${path}/begin`)
    expect(form.body).not.toContain('name="of"')
    const begun = await admin.send(`${path}/begin`, { ...fieldsOf(form), on })
    expect(begun.statusCode).toBe(303)
    const { location } = begun.headers
    expect(location).toMatch(/^\/console\/forecasts\/[0-9a-f-]{36}\?done=begin$/)
    await expect
      .poll(async () => textOf(await admin.open(location!)), { timeout: 20_000 })
      .toContain('1 of 1 document would be refused.')
    const page = await admin.open(location!)
    const { id } = sent.json()
    expect(textOf(page)).toMatch(/Rules of 24 Feb 2027 .*Complete.*It has begun/)
    expect(textOf(page)).toMatch(/BR-CO-16 1 BIS Billing UBL Invoice V3 \d{4}:\S+ …[0-9a-f]{8}/)
    expect(page.body).toContain(`href="/console/documents/${id}"`)
    expect(page.body).not.toContain('Look again')
    expect(textOf(await admin.open(path))).toMatch(
      /24 Feb 2027 1 of 1 document refused, the last 30 days Complete/,
    )
  })

  it('has the day on which the next rules begin, or today', async () => {
    const dayOn = async (now: string) => {
      const set = { id: 'a', title: 'A', files: [], patterns: 0, rules: 0, asserts: 0 }
      const ruleSets = ['2026-01-01', on, '2027-05-01'].map((validFrom, at) => ({
        ...{ ...set, version: String(at), validFrom },
      }))
      const app = await test.serverWith({
        ...{ now: () => new Date(now), rulePacks: () => [{ name: 'own', folder: '', ruleSets }] },
      })
      const form = await browserWith({ app }, test.token).open(`${path}/begin`)
      return { on: fieldsOf(form).on, said: textOf(form) }
    }
    const before = await dayOn('2026-12-01T00:00:00Z')
    expect(before).toMatchObject({ on, said: expect.stringContaining('The next day') })
    const after = await dayOn('2027-05-02T00:00:00Z')
    expect(after).toMatchObject({ on: '2027-05-02', said: expect.stringContaining('is today') })
  })

  it('says how far it has come, with a link that asks again', async () => {
    const { id: of, admin: browser } = await tenant('running')
    const refusals = [refusal(of), refusal(of)]
    const id = await noted({ of }, { judged: 5, refused: 2, refusals })
    const page = await browser.open(`${path}/${id}`)
    expect(textOf(page)).toMatch(/Running .*(49|50) % of the days are done\./)
    expect(textOf(page)).toContain('So far: 2 of 5 documents would be refused.')
    expect(page.body).toContain(`<a href="${path}/${id}">Look again</a>`)
    expect(page.body).toContain('data-refresh="forecast"')
    expect(textOf(await browser.open(path))).toMatch(/2 of 5 documents refused.*Running (49|50) %/)
  })

  it('says what it could not judge, and that nothing would be refused', async () => {
    const { id: of, admin: browser } = await tenant('clean')
    const id = await noted({ of }, { judged: 7, withoutBytes: 2, notJudged: 3 }, true)
    const said = textOf(await browser.open(`${path}/${id}`))
    expect(said).toContain('None of 7 documents would be refused.')
    expect(said).toMatch(/contents removed 2 .*no usable rules 3/)
    expect(said).not.toContain('What refuses them')
    const empty = await noted({ of, days: 9 }, {}, true)
    expect(textOf(await browser.open(`${path}/${empty}`))).toContain('no document to judge')
  })

  it('shows twenty documents of each rule, and a hundred rules', async () => {
    const { id: of, admin: browser } = await tenant('many')
    const many = Array.from({ length: 25 }, () => refusal(of, 'BR-MOST'))
    const others = Array.from({ length: 100 }, (_, at) => refusal(of, `BR-${100 + at}`))
    const id = await noted({ of }, { judged: 125, refused: 125, refusals: [...many, ...others] })
    const { body } = await browser.open(`${path}/${id}`)
    const rows = body.split('<tbody')[1]!.split('<tr>').slice(1)
    expect(rows).toHaveLength(100)
    expect(rows[0]).toContain('BR-MOST')
    expect(rows[0]!.match(/href="\/console\/documents\//g)).toHaveLength(20)
    expect(body).toContain('These are the 100 most frequent ones.')
  })

  it('is listed newest first, in pages', async () => {
    const { id: of, admin: browser } = await tenant('long')
    const ids: string[] = []
    for (let days = 1; days <= 51; days++) ids.unshift((await added({ of, days })).id)
    const first = await browser.open(path)
    const listed = (body: string) =>
      [...body.matchAll(/href="\/console\/forecasts\/([0-9a-f-]{36})"/g)].map(([, id]) => id)
    expect(listed(first.body)).toEqual(ids.slice(0, 50))
    const [, cursor] = /href="\/console\/forecasts\?cursor=([^"&]+)"/.exec(first.body)!
    expect(listed((await browser.open(`${path}?cursor=${cursor}`)).body)).toEqual(ids.slice(50))
    expect((await browser.open(`${path}?cursor=x`)).statusCode).toBe(400)
    // The cursor of one list is none of the other.
    const all = `${path}?of=installation&cursor=${cursor}`
    expect((await test.operator.open(all)).statusCode).toBe(400)
  })
})

describe('what is wrong', () => {
  it.each([
    [{ on: '2026-02-22', days: '30' }, 'on', /It is "2026-02-22": write a day from 2026-02-23 to/],
    [{ on: 'soon', days: '30' }, 'on', /It is "soon": write a day/],
    [{ on: '', days: '30' }, 'on', /write a day/],
    [{ on, days: '0' }, 'days', /Write a whole number from 1 to 366\./],
    [{ on, days: '367' }, 'days', /Write a whole number/],
    [{ on, days: '1e2' }, 'days', /Write a whole number/],
    [{ on, days: '' }, 'days', /Write a whole number/],
    [{ on, days: '30', of: 'all' }, 'of', /Choose one of the list/],
  ])('stands beside its field: %o', async (fields, name, said) => {
    const page = await test.operator.send(`${path}/begin`, fields)
    expect(page.statusCode).toBe(400)
    expect(page.body).toContain(`href="#field-${name}"`)
    const [, beside] = new RegExp(`id="field-${name}-error">([^<]*)<`).exec(page.body)!
    expect(beside!.replaceAll('&#34;', '"')).toMatch(said)
    expect(fieldsOf(page).days).toBe(fields.days || '30')
  })

  it('too many under way', async () => {
    const { id: of, admin: browser } = await tenant('eager')
    const begin = (days: string) => browser.send(`${path}/begin`, { on, days })
    const [, id] = /forecasts\/([0-9a-f-]{36})/.exec((await begin('1')).headers.location!)!
    const { pool } = test.database
    const { rows } = await pool.query('select actor from forecasts where id = $1', [id])
    for (const days of [2, 3, 4]) await added({ of, actor: rows[0].actor, days })
    const refused = await begin('5')
    expect(refused.statusCode).toBe(409)
    expect(refused.body).toContain('data-code="forecast.too-many"')
    expect(refused.body).toMatch(/id="field-on-error">[^<]*wait for the end of one\./)
    expect(fieldsOf(refused)).toMatchObject({ on, days: '5' })
    // One that is there already is the answer.
    expect((await begin('4')).statusCode).toBe(303)
  })

  it('a field or a page that there is not', async () => {
    for (const url of [`${path}?x=1`, `${path}?of=all`, `${path}/begin?x=1`])
      expect((await test.operator.open(url)).statusCode, url).toBe(400)
    for (const id of ['x', newId()])
      expect((await test.operator.open(`${path}/${id}`)).statusCode).toBe(404)
  })
})

describe('who may see it', () => {
  it('is its tenant alone', async () => {
    const { admin: other } = await tenant('other')
    const id = await noted(
      { of: tenantId },
      { judged: 1, refused: 1, refusals: [refusal(tenantId)] },
    )
    expect((await admin.open(`${path}/${id}`)).statusCode).toBe(200)
    expect((await other.open(`${path}/${id}`)).statusCode).toBe(404)
    expect(textOf(await other.open(path))).toContain('There is no forecast yet.')
    expect((await test.operator.open(`${path}/${id}`)).statusCode).toBe(404)
  })

  it('is an operator for all tenants: counts, and neither senders nor documents', async () => {
    const refusals = [refusal(tenantId), refusal(tenantId)]
    const id = await noted({ days: 12 }, { judged: 3, refused: 2, refusals })
    const operator = browserWith(test, await test.makeToken({ scopes: ['operator'] }))
    const page = await operator.open(`${path}/${id}`)
    expect(textOf(page)).toContain('2 of 3 documents would be refused.')
    expect(page.body).toContain(`href="/console/tenants/${tenantId}"`)
    for (const hidden of ['0208:0123456749', ...refusals.map((one) => one.id.slice(-8))])
      expect(page.body).not.toContain(hidden)
    expect((await operator.open(path)).body).toContain(`${path}/${id}`)
    const both = await test.operator.open(`${path}?of=installation`)
    expect(both.body).toContain(`${path}/${id}`)
    expect((await test.operator.open(path)).body).not.toContain(`${path}/${id}`)
    expect(fieldsOf(await operator.open(`${path}/begin`)).of).toBe('installation')

    expect((await admin.open(`${path}/${id}`)).statusCode).toBe(404)
    expect((await admin.open(path)).body).not.toContain('of=installation')
    expect((await admin.open(`${path}?of=installation`)).statusCode).toBe(403)
    const wish = { on, days: '30', of: 'installation' }
    expect((await admin.send(`${path}/begin`, wish)).statusCode).toBe(403)
  })

  it('has links only to what the scopes allow', async () => {
    const { id: of, admin: browser } = await tenant('linked')
    const refused = refusal(of)
    const id = await noted({ of }, { judged: 1, refused: 1, refusals: [refused] })
    const link = `href="/console/documents/${refused.id}"`
    expect((await browser.open(`${path}/${id}`)).body).toContain(link)
    const token = await test.makeToken({ tenantId: of, scopes: ['admin'] })
    const page = await browserWith(test, token).open(`${path}/${id}`)
    expect(page.body).not.toContain(link)
    expect(textOf(page)).toContain(`…${refused.id.slice(-8)}`)
  })

  it('needs the scope: without it there is no page, and no way to it', async () => {
    const token = await test.makeToken({ tenantId, scopes: ['documents:read', 'documents:write'] })
    const reader = browserWith(test, token)
    for (const url of [path, `${path}/begin`, `${path}/${newId()}`])
      expect((await reader.open(url)).statusCode, url).toBe(403)
    expect((await reader.send(`${path}/begin`, { on, days: '30' })).statusCode).toBe(403)
    expect((await reader.open('/console')).body).not.toContain(path)
    expect((await admin.open('/console')).body).toMatch(/<nav[\s\S]*href="\/console\/forecasts"/)
  })

  it('is begun by a form of ours alone', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    const wish = { on, days: '77' }
    expect((await admin.send(`${path}/begin`, wish, elsewhere)).statusCode).toBe(400)
    expect((await test.stranger.send(`${path}/begin`, wish)).statusCode).toBe(401)
    expect((await admin.open(`${path}/begin?on=${on}&days=77`)).statusCode).toBe(200)
    const { rows } = await test.database.pool.query('select from forecasts where days = 77')
    expect(rows).toEqual([])
  })
})

it('keeps hostile words as text', async () => {
  const hostile = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&\u202e${'x'.repeat(300)}`
  const { id: of, admin: browser } = await tenant('hostile')
  const told = { id: newId(), tenantId: of, documentTypeId: hostile, senderId: hostile }
  const id = await noted({ of }, { judged: 1, refused: 1, refusals: [{ ...told, rule: hostile }] })
  const page = await browser.open(`${path}/${id}`)
  expect(page.statusCode).toBe(200)
  expect(markupOf(page)).not.toMatch(/<script|<img|\u202e/)
  expect(page.body).toContain('&#60;script&#62;')
  const again = await browser.send(`${path}/begin`, { on: hostile, days: hostile })
  expect(again.statusCode).toBe(400)
  expect(markupOf(again).replace(/ value="[^"]*"/g, '')).not.toMatch(/<script|<img|\u202e/)
})
