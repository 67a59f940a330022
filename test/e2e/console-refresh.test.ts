// What the script of the console does by itself, in Chromium: it asks for news of a list, and never
// moves what is being read or filled in.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { browserPath, launch, violationsIn, watchPolicy } from './chromium.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const everyMs = 10_000

describe.skipIf(!browserPath && !process.env.CI)('a list (needs Chromium)', () => {
  let gateway: GatewayProcess
  let browser: Browser
  let context: BrowserContext
  let page: Page
  let submitted = 0
  const asked: string[] = []
  const answered: number[] = []

  /** Until its receiver has reported on it, after which nothing happens to it any more. */
  const submit = async () => {
    const { id } = await gateway.submitAndWait(invoiceJson(`NEWS-${++submitted}`))
    await settled(id)
    return id
  }
  const settled = async (id: string) => {
    const isOpen = async () => {
      const record = await (await gateway.call(`/api/v1/status/${id}?wait=30`)).json()
      return (record as { mls: { status: string } }).mls.status === 'awaited'
    }
    while (await isOpen()) await new Promise(setImmediate)
  }
  const rows = () => page.getByRole('row', { name: /^NEWS-/ }).count()
  const news = () => page.locator('[data-news]')
  const isOfList = (url: string) => new URL(url).pathname === '/console/documents'

  /** Lets the time of the page pass, and waits for what it asked for. */
  const tick = async (): Promise<number> => {
    const answer = page.waitForResponse((response) => isOfList(response.url()))
    await page.clock.runFor(everyMs)
    return (await answer).status()
  }
  /** Lets it pass twice, and says whether anything was asked for. */
  const isQuiet = async (): Promise<boolean> => {
    const before = asked.length
    await page.clock.runFor(2 * everyMs)
    // What would have been asked for is asked for before this.
    await page.evaluate("fetch('/console/nothing')")
    return asked.slice(before).every((url) => url.endsWith('/console/nothing'))
  }

  beforeAll(async () => {
    gateway = await startGateway()
    await submit()
    browser = await launch()
    context = await browser.newContext()
    await watchPolicy(context)
    page = await context.newPage()
    page.on('request', (request) => asked.push(request.url()))
    page.on('response', (response) => isOfList(response.url()) && answered.push(response.status()))
    await page.goto(`${gateway.url}/console`)
    await page.getByLabel('API token').fill(gateway.token)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Home' }).waitFor()
    await page.clock.install()
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
  })
  beforeEach(async () => {
    await page.goto(`${gateway.url}/console/documents`)
  })

  it('announces what is new, with a link, and inserts nothing', async () => {
    const before = await rows()
    await submit()
    await submit()
    expect(await tick()).toBe(200)
    await news().getByText('2 new.').waitFor()
    expect(await tick()).toBe(304)
    await news().getByText('2 new.').waitFor()
    expect(await rows()).toBe(before)
    expect(await news().getAttribute('role')).toBe('status')
    await news().getByRole('link', { name: 'Show' }).click()
    await expect.poll(rows).toBe(before + 2)
    expect(await violationsIn(page)).toEqual([])
  })

  it('says nothing while nothing is new, and is not sent again', async () => {
    expect(await tick()).toBe(200)
    expect(await tick()).toBe(304)
    expect(await tick()).toBe(304)
    expect(await news().isVisible()).toBe(false)
    await submit()
    expect(await tick()).toBe(200)
    await news().getByText('1 new.').waitFor()
  })

  it('shows the new state of a row that is on the screen already', async () => {
    const headers = { 'Content-Type': 'application/json' }
    const number = `STATE-${submitted}`
    await gateway.call('/api/v1/queue/pause', { method: 'POST', headers, body: '{}' })
    const call = { method: 'POST', headers, body: invoiceJson(number) }
    const waiting = await gateway.call('/api/v1/invoices/submit', call)
    const { id: held } = (await waiting.json()) as { id: string }
    await page.reload()
    const row = page.getByRole('row', { name: number })
    expect(await row.innerText()).toContain('Paused')
    await gateway.call('/api/v1/queue/resume', { method: 'POST', headers, body: '{}' })
    await settled(held)
    expect(await tick()).toBe(200)
    await expect.poll(() => row.innerText()).toMatch(/Delivered|Confirmed/)
    expect(await news().isVisible()).toBe(false)
  })

  it('asks for nothing while a field has the focus', async () => {
    await page.getByRole('searchbox').first().focus()
    expect(await isQuiet()).toBe(true)
    await page.evaluate('document.activeElement.blur()')
    await tick()
  })

  it('asks for nothing while a row is chosen, or text is marked', async () => {
    await page.evaluate(`
      const box = document.createElement('input')
      box.type = 'checkbox'
      box.checked = true
      document.querySelector('tbody td').append(box)`)
    expect(await isQuiet()).toBe(true)
    await page.evaluate("document.querySelector('tbody input').remove()")
    await page.evaluate("getSelection().selectAllChildren(document.querySelector('tbody td'))")
    expect(await isQuiet()).toBe(true)
    await page.evaluate('getSelection().removeAllRanges()')
    await tick()
  })

  it('asks for nothing while its tab is hidden', async () => {
    await page.evaluate(
      "Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })",
    )
    expect(await isQuiet()).toBe(true)
    await page.evaluate('delete document.visibilityState')
    await tick()
  })

  it('says that the session has ended, and keeps what is shown', async () => {
    const before = await rows()
    const cookies = await context.cookies()
    await context.clearCookies()
    await page.clock.runFor(everyMs)
    await news().getByText('Your session has ended.').waitFor()
    expect(await rows()).toBe(before)
    await context.addCookies(cookies)
  })

  it('never calls the API, which takes no cookie', async () => {
    for (const path of [
      '',
      '/inbound',
      '/queue',
      '/participants',
      '/webhooks',
      '/tokens',
      '/log',
    ]) {
      await page.goto(`${gateway.url}/console${path}`)
      await page.clock.runFor(everyMs)
    }
    expect(asked.length).toBeGreaterThan(20)
    expect(asked.filter((url) => !new URL(url).pathname.startsWith('/console'))).toEqual([])
    expect(answered).toContain(304)
    for (const path of ['/api/v1/status', '/api/v1/inbound', '/api/identity/check'])
      expect((await context.request.get(`${gateway.url}${path}`)).status()).toBe(401)
  })
})
