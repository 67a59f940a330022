// The console as an operator uses it, in Chromium: by keyboard and mouse, wide and narrow, light
// and dark. With CONSOLE_PICTURES=true it takes a picture of each page.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  browserPath,
  faultsOf,
  launch,
  screens,
  take as takePicture,
  violationsIn,
  watchPolicy,
} from './chromium.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const script = `document.title='run'`
/** As long as the gateway takes a name; without a place to break it. */
const hostile = `<img src=x onerror="${script}"><script>${script}</script>\u202e`.padEnd(
  255,
  'wide',
)

/** One of each kind; `{name}` stands for the id of what has it. */
const pages = [
  ...['/console', '/console/search', '/console/search?q=2026', '/console/log'],
  ...['/console/documents?number=2026-0818', '/console/documents?from=yesterday'],
  ...['/console/documents/{delivered}', '/console/documents/{failed}'],
  ...['/console/documents/{failed}/retry', '/console/documents/{failed}/send-to-another'],
  ...['/console/documents/{hostile}', '/console/documents/{hostile}/cancel'],
  ...['/console/inbound', '/console/documents/{received}'],
  ...['/console/documents/{received}/answer', '/console/documents/{received}/acknowledge'],
  '/console/documents/{received}/status',
  ...['/console/documents/{away}', '/console/documents/{away}/set-aside'],
  ...['/console/documents/{aside}', '/console/documents/{aside}/take-back'],
  ...['/console/participants', '/console/participants/add'],
  ...['/console/participants/{participant}', '/console/participants/{participant}/change'],
  ...['/console/participants/{participant}/remove', '/console/participants/{participant}/publish'],
  ...['/console/send', '/console/queue', '/console/queue/pause'],
  '/console/network?participant=0192:987654325',
  ...['/console/webhooks', '/console/webhooks/{webhook}', '/console/webhooks/{webhook}/enable'],
  ...['/console/webhooks/{webhook}/rotate-secret', '/console/webhooks/{webhook}/delete'],
  ...[
    '/console/tokens',
    '/console/tokens/new',
    '/console/tokens/{token}/rotate',
    '/console/tokens/{token}/revoke',
  ],
  ...['/console/tenants', '/console/tenants/{tenant}', '/console/tenants/{tenant}/delete'],
  ...['/console/tenants/new', '/console/tenants/{tenant}/change'],
  ...['/console/tenants/{tenant}/tokens', '/console/webhooks/new', '/console/queue/resume'],
  '/console/documents/{delivered}/forget',
  ...['/console/forecasts', '/console/forecasts/begin', '/console/forecasts/{forecast}'],
  ...['/console/reports', '/console/reports/2026-10'],
  ...['/console/sign-in', '/console/nothing'],
]

/** What a link leads to, whatever it is about; nothing for files and for what pages load. */
function kindOf(link: string): string | undefined {
  const path = link.replace(/[?#].*/, '')
  if (/\.\w+$|\/(pdf|evidence|(files|export)\/[^/]+)$/.test(path)) return undefined
  return path
    .replace(/\{\w+\}|[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')
    .replace(/(participants\/)[^/]*%3A[^/]*/, '$1:id')
    .replace(/(reports\/)\d{4}-\d\d/, '$1:month')
}

describe.skipIf(!browserPath && !process.env.CI)('the console (needs Chromium)', () => {
  let gateway: GatewayProcess
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const refused: string[] = []
  const ids: Record<string, string> = {}
  const named = (path: string) => path.replace(/\{(\w+)\}/g, (_, name) => ids[name]!)

  const json = { 'Content-Type': 'application/json' }
  const submit = async (body: string, headers: Record<string, string> = {}): Promise<string> => {
    const call = { method: 'POST', headers: { ...json, ...headers }, body }
    const answer = await gateway.call('/api/v1/invoices/submit', call)
    const record = (await answer.json()) as { id?: string }
    expect(record).toEqual(expect.objectContaining({ id: expect.any(String) }))
    return record.id!
  }
  const post = async (path: string, body: object) => {
    const call = { method: 'POST', headers: json, body: JSON.stringify(body) }
    return (await (await gateway.call(path, call)).json()) as { id: string }
  }
  /** A participant of our own, and an invoice for it. */
  const receive = async () => {
    const own = { scheme: '0208', id: '0987654394' }
    ids.participant = encodeURIComponent(`${own.scheme}:${own.id}`)
    const participant = `${own.scheme}:${own.id}`
    await post('/api/v1/registrations', { participant, documentTypes: 'all', country: 'BE' })
    await gateway.submitAndWait(invoiceJson('IN-1', own))
    const inbound = async () =>
      (await (await gateway.call('/api/v1/inbound?status=available')).json()) as {
        data: { id: string }[]
      }
    let [first] = (await inbound()).data
    for (; !first; [first] = (await inbound()).data) await new Promise(setImmediate)
    ids.received = first.id
  }
  const open = (path: string) => page.goto(`${gateway.url}${path}`)
  beforeAll(async () => {
    gateway = await startGateway()
    const played = (scenario: string) => ({ 'X-TestOnly': scenario, Prefer: 'wait=30' })
    ids.delivered = (await gateway.submitAndWait(invoiceJson('2026-0815'))).id
    ids.failed = await submit(invoiceJson('2026-0816'), played('scenario=certificate-expired'))
    await receive()
    await gateway.call('/api/v1/queue/pause', { method: 'POST', headers: json, body: '{}' })
    ids.waiting = await submit(invoiceJson('2026-0817'))
    const invoice = JSON.parse(invoiceJson('2026-0818'))
    invoice.seller.name = hostile
    invoice.buyer.name = hostile
    ids.hostile = await submit(JSON.stringify(invoice))
    browser = await launch()
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await watchPolicy(context)
    page = await context.newPage()
    page.on('console', (line) => line.type() === 'error' && refused.push(line.text()))
    page.on('dialog', (dialog) => refused.push(dialog.message()))
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
  })

  it('takes a token, no wrong one, and leads to the page that was asked for', async () => {
    await open(`/console/documents/${ids.delivered}`)
    expect(page.url()).toContain('/console/sign-in?to=')
    await page.getByLabel('API token').fill('pgw_live_wrong')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
    expect(refused.splice(0)).toEqual([expect.stringContaining('401')])
    await page.getByLabel('API token').fill(gateway.token)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '2026-0815', level: 1 }).waitFor()
    const [cookie] = await context.cookies()
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', expires: -1 })
  })

  it('finds a document by its number, and tells its story', async () => {
    await page.getByRole('link', { name: 'Sent' }).first().click()
    await page.locator('summary', { hasText: 'Filter' }).click()
    await page.locator('summary', { hasText: 'More' }).click()
    await page.getByRole('main').getByLabel('Number').fill('2026-0815')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByText('Without filters').waitFor()
    await page.getByRole('link', { name: '2026-0815', exact: true }).click()
    const story = await page.locator('.timeline').innerText()
    expect(story).toContain('gave a signed receipt')
  })

  it('says what to do about a failure, and tries again after a question', async () => {
    await open(`/console/documents/${ids.failed}`)
    expect(await page.locator('.callout').innerText()).toContain('What to do:')
    await page.getByRole('link', { name: 'Try again …' }).click()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('It is queued again, with a new deadline.').waitFor()
    const focused = 'document.activeElement.textContent'
    expect(await page.evaluate(focused)).toContain('It is queued again')
    expect(new URL(page.url()).search).toBe('')
  })

  it('cancels after a question, which can be answered with no', async () => {
    await open(`/console/documents/${ids.waiting}`)
    await page.getByRole('link', { name: 'Cancel …' }).click()
    await page.getByRole('link', { name: 'No, go back' }).click()
    await page.getByRole('link', { name: 'Cancel …' }).click()
    await page.getByRole('button', { name: 'Cancel the document' }).click()
    await page.getByText('Cancelled: it never left.').waitFor()
  })

  it('shows the document itself, and opens it as a PDF', async () => {
    await open(`/console/documents/${ids.delivered}`)
    expect(await page.getByRole('article').innerText()).toContain('Bicycle bell')
    const path = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
    const printed = await context.request.get(`${gateway.url}${path}`)
    expect(printed.headers()['content-type']).toBe('application/pdf')
  })

  it('resumes sending after a question', async () => {
    await open('/console/queue')
    await page.getByRole('main').getByRole('link', { name: 'Resume …' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Nothing is paused.').waitFor()
  })

  it('shows what happened lately, as plots too', async () => {
    await open('/console')
    const plot = page.getByRole('img', { name: /^Delivered, by the hour: [1-9]/ })
    expect(await plot.locator('rect').count()).toBeGreaterThan(0)
    // Styled by the stylesheet alone: the security policy takes no style in the page.
    const fill = await plot.evaluate('(node) => getComputedStyle(node).fill')
    expect(fill).not.toBe('rgb(0, 0, 0)')
  })

  it('finds a document by the MessageId that the other side names', async () => {
    const record = await (await gateway.call(`/api/v1/status/${ids.delivered}`)).json()
    const { as4 } = record as { as4: { messageId: string } }
    await open('/console/documents')
    await page.getByRole('banner').getByRole('searchbox').fill(as4.messageId)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '2026-0815', level: 1 }).waitFor()
  })

  it('looks a participant up step by step', async () => {
    await open('/console/network')
    await page.getByLabel('Participant').fill('0192:987654325')
    await page.getByRole('button', { name: 'Look up' }).click()
    await page.getByRole('cell', { name: 'neither the SMP nor the access point' }).waitFor()
  })

  it('makes a token that is shown once, and revokes it after a question', async () => {
    await open('/console/tokens')
    await page.getByRole('link', { name: 'Create a token' }).click()
    await page.getByLabel('What it is for').fill('Night watch')
    await page.getByLabel('documents:read').check()
    await page.getByRole('button', { name: 'Create the token' }).click()
    const token = await page.locator('.secret code').innerText()
    const check = () => gateway.call('/api/identity/check', { headers: { 'X-API-Token': token } })
    expect((await check()).status).toBe(200)
    await page.getByRole('link', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: 'Night watch' })
    expect(await page.locator('main').innerText()).not.toContain(token)
    await row.getByRole('link', { name: 'Revoke …' }).click()
    await page.getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('Revoked').waitFor()
    expect((await check()).status).toBe(401)
  })

  it('makes a tenant with a hostile name, which stays text, and deletes it', async () => {
    await open('/console/tenants')
    await page.getByRole('link', { name: 'Create a tenant' }).click()
    await page.getByRole('main').getByLabel('Name').fill(hostile)
    await page.getByRole('button', { name: 'Create the tenant' }).click()
    await page.getByRole('link', { name: 'Delete the tenant …' }).waitFor()
    ids.tenant = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await page.title()).not.toBe('run')
  })

  it('says why a webhook is refused', async () => {
    await open('/console/webhooks')
    await page.getByRole('link', { name: 'Create a webhook' }).click()
    await page.getByLabel('URL').fill('https://192.0.2.1/hook')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByLabel('URL').inputValue()).toBe('https://192.0.2.1/hook')
    expect(refused.splice(0)).toEqual([expect.stringContaining('422')])
  })

  it('can be used by keyboard', async () => {
    await open('/console')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    await page.keyboard.press('Tab')
    const isInContent = "document.querySelector('main').contains(document.activeElement)"
    expect(await page.evaluate(isInContent)).toBe(true)
  })

  it('is looked at on a page of each kind that a link leads to', async () => {
    const away = JSON.parse(invoiceJson('2026-0819', { scheme: '0208', id: '0999999922' }))
    ids.away = (await gateway.submitAndWait(JSON.stringify(away))).id
    ids.aside = (await gateway.submitAndWait(JSON.stringify({ ...away, number: '2026-0820' }))).id
    await post(`/api/v1/documents/${ids.aside}/set-aside`, { note: 'on paper' })
    await post('/api/v1/queue/pause', { receiver: '0192:987654325' })
    const url = 'https://1.1.1.1/hook'
    ids.webhook = (await post('/api/v1/webhooks', { url, types: ['certificate.expiring'] })).id
    const answer = await gateway.call(`/api/v1/webhooks/${ids.webhook}`, {
      ...{ method: 'PATCH', headers: json, body: JSON.stringify({ enabled: false }) },
    })
    expect(answer.status).toBe(200)
    ids.forecast = (await post('/api/v1/rules/forecasts', { on: '2027-02-24' })).id
    const tokens = await (await gateway.call('/api/v1/tokens')).json()
    ids.token = (tokens as { data: { id: string }[] }).data[0]!.id
    const known = new Set(pages.map((path) => kindOf(named(path))))
    const waiting = ['/console', '/console/documents?attention=any', '/console/documents']
    const seen = new Set<string>()
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
      const page = await context.request.get(`${gateway.url}${path}`)
      for (const [, link] of (await page.text()).matchAll(/href="(\/console[^"#]*)/g)) {
        const kind = kindOf(link!)
        const isNew = kind !== undefined && !seen.has(kind)
        if (isNew) expect([...known], link).toContain(kind)
        // Documents differ in what can be done with them.
        if (isNew || (/^\/console\/documents\/[0-9a-f-]{36}$/.test(link!) && !seen.has(link!)))
          waiting.push(link!)
        seen.add(link!).add(kind ?? link!)
      }
    }
    expect(seen.size).toBeGreaterThan(40)
  })

  describe.each(screens)('at $width pixels, $colorScheme', ({ width, colorScheme }) => {
    beforeAll(async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
    })

    it.each(pages)(
      '%s has no fault that axe-core finds, fits, and runs no script',
      async (path) => {
        await open(named(path))
        const picture = path.replace('/console', '').replace(/\W+/g, '-')
        await takePicture(page, `page${picture}-${width}-${colorScheme}`)
        expect(await page.title()).not.toBe('run')
        expect(await page.locator('main').textContent()).not.toContain('\u202e')
        expect(await page.locator('script').count()).toBe(1)
        expect(await page.locator('main img').count()).toBe(0)
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        )
        expect(await violationsIn(page)).toEqual([])
        expect(await faultsOf(page)).toEqual([])
      },
    )
  })

  it('is opened by a browser that reports what its policy refuses', async () => {
    await open('/console/queue')
    await page.evaluate("document.body.setAttribute('style', 'color: red')")
    await page.evaluate("try { document.body.innerHTML = '<b>x</b>' } catch {}")
    await expect
      .poll(() => violationsIn(page))
      .toEqual(['style-src-attr inline', 'require-trusted-types-for trusted-types-sink'])
    refused.length = 0
  })

  it('is checked by an axe-core that finds faults', async () => {
    await open('/console/sign-in')
    await page.evaluate("document.documentElement.removeAttribute('lang')")
    expect(await faultsOf(page)).toEqual([expect.stringContaining('html-has-lang')])
  })

  it('ends the session with a click, and was never refused anything by the browser', async () => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await open('/console')
    await page.locator('.person > summary').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('API token').waitFor()
    expect(await context.cookies()).toEqual([])
    expect(refused.filter((line) => !/404|400/.test(line))).toEqual([])
  })
})
