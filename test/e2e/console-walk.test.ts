// What people come for, from the home page by words that are on the screen, in four pages at most:
// with and without a script, at a desk and on a phone.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath, launch, take } from './chromium.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const pagesMax = 4
const own = { scheme: '0208', id: '0987654394' }
const ways = [true, false].flatMap((javaScriptEnabled) =>
  [1280, 390].map((width) => ({
    ...{ javaScriptEnabled, width },
    name: `${width}-${javaScriptEnabled ? 'script' : 'plain'}`,
  })),
)

describe.skipIf(!browserPath && !process.env.CI)('the console (needs Chromium)', () => {
  let gateway: GatewayProcess
  let browser: Browser
  const json = { 'Content-Type': 'application/json' }

  const played = async (number: string, scenario: string) => {
    const headers = { ...json, 'X-TestOnly': `scenario=${scenario}`, Prefer: 'wait=30' }
    const call = { method: 'POST', headers, body: invoiceJson(number) }
    const answer = await gateway.call('/api/v1/invoices/submit', call)
    return ((await answer.json()) as { id: string }).id
  }
  const statusOf = async (id: string) => {
    const record = await (await gateway.call(`/api/v1/status/${id}`)).json()
    return (record as { mls: { status: string } }).mls.status
  }

  beforeAll(async () => {
    gateway = await startGateway()
    browser = await launch()
    await gateway.submitAndWait(invoiceJson('INV-2026-0815'))
    const registration = { participant: `${own.scheme}:${own.id}`, documentTypes: 'all' }
    const body = JSON.stringify({ ...registration, country: 'BE' })
    await gateway.call('/api/v1/registrations', { method: 'POST', headers: json, body })
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
  })

  describe.each(ways)('at $width pixels, with script: $javaScriptEnabled', (way) => {
    const { width, javaScriptEnabled, name } = way
    let page: Page
    let visited: string[] = []
    const refused: string[] = []

    /** The home page, from which the walk is counted. */
    const start = async () => {
      await page.goto(`${gateway.url}/console`)
      visited = ['/console']
    }
    /** Every page counts: the home page, a form that is shown again, and what was led to. */
    const end = async (task: string) => {
      await take(page, `walk-${task}-${name}`)
      expect(visited.length, visited.join(' > ')).toBeGreaterThan(1)
      expect(visited.length, visited.join(' > ')).toBeLessThanOrEqual(pagesMax)
    }
    /** By the navigation, which is folded where there is no room. */
    const goTo = async (entry: string) => {
      if (width < 1024) await page.locator('summary', { hasText: 'Menu' }).click()
      await page.getByRole('navigation', { name: 'Console' }).getByText(entry).click()
    }

    beforeAll(async () => {
      const context = await browser.newContext({
        ...{ viewport: { width, height: 844 }, javaScriptEnabled },
      })
      page = await context.newPage()
      page.on('console', (line) => line.type() === 'error' && refused.push(line.text()))
      await page.goto(`${gateway.url}/console`)
      await page.getByLabel('API token').fill(gateway.token)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Home' }).waitFor()
      page.on('domcontentloaded', () => visited.push(new URL(page.url()).pathname))
    })
    afterAll(async () => {
      await page?.context().close()
    })

    it('finds an invoice by the end of its number', async () => {
      await start()
      if (width < 640) await page.getByRole('link', { name: 'Search' }).click()
      await page.getByRole('searchbox').locator('visible=true').fill('6-0815')
      await page.keyboard.press('Enter')
      await page.getByRole('link', { name: 'INV-2026-0815' }).click()
      await page.getByRole('heading', { name: 'Invoice INV-2026-0815' }).waitFor()
      await end('find')
    })

    it('says why one failed, and tries again', async () => {
      await played(`FAILED-${name}`, 'certificate-expired')
      await start()
      await page.getByRole('link', { name: `FAILED-${name}` }).click()
      const callout = page.locator('.callout.bad')
      expect(await callout.innerText()).toMatch(/Not delivered: .*certificate has expired/)
      await take(page, `walk-failed-${name}`)
      await page.getByRole('link', { name: 'Try again …' }).click()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('It is queued again, with a new deadline.').waitFor()
      await end('again')
    })

    it('finds what was rejected by the receiver, and why', async () => {
      const number = `REJECTED-${name}`
      const rejected = await played(number, 'mls-rejected')
      // The status message of the receiver comes by itself, a moment after the receipt.
      await expect.poll(() => statusOf(rejected), { timeout: 20_000 }).toBe('rejected')
      await start()
      const row = page.getByRole('row', { name: number })
      expect(await row.innerText()).toMatch(/Rejected\s+by the receiver/)
      await page.getByRole('link', { name: number }).click()
      const why = page.locator('.callout.bad')
      expect(await why.innerText()).toMatch(/^Rejected: by the receiver: .{5,}/)
      await end('rejected')
    })

    it('answers a received invoice', async () => {
      await gateway.submitAndWait(invoiceJson(`IN-${name}`, own))
      const row = page.getByRole('row', { name: new RegExp(`^IN-${name} from Vierhoek BV`) })
      await expect
        .poll(
          async () => {
            await start()
            return row.count()
          },
          { timeout: 20_000 },
        )
        .toBe(1)
      await row.getByRole('link').click()
      await page.getByRole('link', { name: 'Answer …' }).click()
      await page.getByRole('radio', { name: /^Rejected/ }).check()
      await page.getByLabel('A price is wrong').check()
      await take(page, `walk-answering-${name}`)
      await page.getByRole('button', { name: 'Send the answer' }).click()
      await page.getByText('The answer is on its way.').waitFor()
      const answers = page.locator('section', { has: page.locator('h2#answers') })
      expect(await answers.innerText()).toMatch(/Rejected[\s\S]*price is wrong/)
      await end('answer')
    })

    it('registers a participant', async () => {
      await start()
      await goTo('Participants')
      await page.getByRole('link', { name: 'Add a participant' }).click()
      const number = String(730_001_000_010 + ways.indexOf(way))
      await page.getByLabel('Participant', { exact: true }).fill(`0088:${number}${check(number)}`)
      await page.getByRole('button', { name: 'Add the participant' }).click()
      await page.getByRole('heading', { level: 1, name: number }).waitFor()
      await end('participant')
    })

    it('sees that sending is paused, and resumes it', async () => {
      await gateway.call('/api/v1/queue/pause', { method: 'POST', headers: json, body: '{}' })
      await page.goto(`${gateway.url}/console/queue?done=pause`)
      await expect
        .poll(
          async () => {
            await start()
            return page.getByText('Sending is paused since').count()
          },
          { timeout: 20_000 },
        )
        .toBe(1)
      await take(page, `walk-paused-${name}`)
      await page.getByRole('link', { name: 'Resume …' }).click()
      await page.getByRole('main').getByRole('link', { name: 'Resume …' }).click()
      await page.getByRole('button', { name: 'Resume' }).click()
      await page.getByText('Sending goes on, oldest first.').waitFor()
      await end('resume')
    })

    it('was never refused anything by the browser', () => {
      expect(refused).toEqual([])
    })
  })
})

/** The check digit of a GLN. */
function check(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
