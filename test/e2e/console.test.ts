// The console as an operator uses it, in Chromium: by keyboard and mouse, wide and narrow, light
// and dark. With CONSOLE_PICTURES=true it takes a picture of each page.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath, faultsOf, launch, screens, take as takePicture } from './chromium.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const script = `document.title='run'`
/** As long as the gateway takes a name; without a place to break it. */
const hostile = `<img src=x onerror="${script}"><script>${script}</script>\u202e`.padEnd(
  255,
  'wide',
)

describe.skipIf(!browserPath && !process.env.CI)('the console (needs Chromium)', () => {
  let gateway: GatewayProcess
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const refused: string[] = []
  const ids: Record<'delivered' | 'failed' | 'waiting' | 'hostile' | 'tenant', string> = {
    ...{ delivered: '', failed: '', waiting: '', hostile: '', tenant: '' },
  }

  const json = { 'Content-Type': 'application/json' }
  const submit = async (body: string, headers: Record<string, string> = {}): Promise<string> => {
    const call = { method: 'POST', headers: { ...json, ...headers }, body }
    const answer = await gateway.call('/api/v1/invoices/submit', call)
    const record = (await answer.json()) as { id?: string }
    expect(record).toEqual(expect.objectContaining({ id: expect.any(String) }))
    return record.id!
  }
  const open = (path: string) => page.goto(`${gateway.url}${path}`)
  beforeAll(async () => {
    gateway = await startGateway()
    const played = (scenario: string) => ({ 'X-TestOnly': scenario, Prefer: 'wait=30' })
    ids.delivered = (await gateway.submitAndWait(invoiceJson('2026-0815'))).id
    ids.failed = await submit(invoiceJson('2026-0816'), played('scenario=certificate-expired'))
    await gateway.call('/api/v1/queue/pause', { method: 'POST', headers: json, body: '{}' })
    ids.waiting = await submit(invoiceJson('2026-0817'))
    const named = JSON.parse(invoiceJson('2026-0818'))
    named.seller.name = hostile
    named.buyer.name = hostile
    ids.hostile = await submit(JSON.stringify(named))
    browser = await launch()
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
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
    await page.getByRole('main').getByLabel('Name').fill(hostile)
    await page.getByRole('button', { name: 'Create the tenant' }).click()
    await page.getByRole('link', { name: 'Delete the tenant …' }).waitFor()
    ids.tenant = new URL(page.url()).pathname.split('/').at(-1)!
    expect(await page.title()).not.toBe('run')
  })

  it('says why a webhook is refused', async () => {
    await open('/console/webhooks')
    await page.getByLabel('URL').fill('https://192.0.2.1/hook')
    await page.getByRole('button', { name: 'Create the webhook' }).click()
    await page.getByText('webhook.url-refused').waitFor()
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

  describe.each(screens)('at $width pixels, $colorScheme', ({ width, colorScheme }) => {
    beforeAll(async () => {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
    })

    it.each([
      '/console',
      '/console/documents?number=2026-0818',
      '/console/documents?from=yesterday',
      '/console/search',
      '/console/search?q=2026',
      '/console/participants',
      '/console/participants/add',
      '/console/log',
      '/console/documents/delivered',
      '/console/documents/failed',
      '/console/documents/hostile',
      '/console/documents/hostile/cancel',
      '/console/inbound',
      '/console/queue',
      '/console/queue/pause',
      '/console/network?participant=0192:987654325',
      '/console/webhooks',
      '/console/tokens',
      '/console/tenants',
      '/console/tenants/tenant',
      '/console/tenants/tenant/delete',
      '/console/reports',
      '/console/reports/2026-10',
      '/console/sign-in',
      '/console/nothing',
    ])('%s has no fault that axe-core finds, fits, and runs no script', async (path) => {
      const names = /(?<=documents\/)(delivered|failed|hostile)|(?<=tenants\/)tenant/
      const named = path.replace(names, (name) => ids[name as 'failed'])
      await open(named)
      const picture = path.replace('/console', '').replace(/\W+/g, '-')
      await takePicture(page, `page${picture}-${width}-${colorScheme}`)
      expect(await page.title()).not.toBe('run')
      expect(await page.locator('main').textContent()).not.toContain('\u202e')
      expect(await page.locator('script').count()).toBe(1)
      expect(await page.locator('main img').count()).toBe(0)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      expect(await faultsOf(page)).toEqual([])
    })
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
