// A participant in the SMP, in Chromium: what differs, publishing it, a removal that is refused,
// and withdrawing it; with a script at a desk, and without one on a phone.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath, faultsOf, launch, take } from './chromium.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

const ways = [
  { width: 1280, javaScriptEnabled: true, colorScheme: 'light' },
  { width: 320, javaScriptEnabled: false, colorScheme: 'dark' },
] as const

describe.skipIf(!browserPath && !process.env.CI)('the console (needs Chromium)', () => {
  let gateway: GatewayProcess
  let browser: Browser

  beforeAll(async () => {
    const settings = { AS4_URL: 'http://127.0.0.1:8089/as4' }
    gateway = await startGateway(settings, undefined, ['--no-publish'])
    browser = await launch()
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
  })

  describe.each([...ways.entries()])('way %i: %o', (at, way) => {
    let context: BrowserContext
    let page: Page
    const id = `9915:browser${at}`
    const press = (text: string) => page.getByRole('button', { name: text, exact: true }).click()
    const follow = (text: string) => page.getByRole('link', { name: text, exact: true }).click()

    const look = async (what: string) => {
      await take(page, `${what}-${way.width}`)
      const scrolls = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      )
      expect({ what, scrolls }).toEqual({ what, scrolls: false })
      if (way.javaScriptEnabled) expect(await faultsOf(page), what).toEqual([])
    }

    /** The page of the participant, once it says this of the SMP. */
    const untilSaid = async (said: string) => {
      await expect
        .poll(
          async () => {
            await page.goto(`${gateway.url}/console/participants/${encodeURIComponent(id)}`)
            return page.locator('section', { has: page.locator('h2#publication') }).innerText()
          },
          { timeout: 30_000 },
        )
        .toContain(said)
    }

    beforeAll(async () => {
      const { width, ...rest } = way
      context = await browser.newContext({ viewport: { width, height: 844 }, ...rest })
      page = await context.newPage()
      await page.goto(`${gateway.url}/console`)
      await page.getByLabel('API token').fill(gateway.token)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify({ participant: id, documentTypes: ['invoice'] })
      const made = await gateway.call('/api/v1/registrations', { method: 'POST', headers, body })
      expect(made.status).toBe(201)
    })
    afterAll(async () => {
      await context?.close()
    })

    it('publishes a participant, and withdraws it before it is removed', async () => {
      await untilSaid('The SMP differs from what is registered here.')
      await look('publication-differs')
      await follow('Publish …')
      await look('publication-question')
      await press('Publish the participant')
      await page.getByText('It is asked for: the gateway writes').waitFor()
      await untilSaid('The SMP says what is registered here.')
      await look('publication-agrees')
      await follow('Remove …')
      await page.getByText('Withdraw it there first.').waitFor()
      await look('publication-removal')
      await follow('Withdraw …')
      const field = page.getByLabel('The participant once more')
      await field.fill('9915:other')
      await press('Withdraw the participant')
      await page.getByText(`Type ${id}: nothing was done.`).first().waitFor()
      await look('publication-not-confirmed')
      await field.fill(id)
      await press('Withdraw the participant')
      await page.getByText('It is asked for: the gateway withdraws').waitFor()
      await untilSaid('withdrawn; removed here after a day')
      await look('publication-withdrawn')
    })
  })
})
