// The forms of the console in Chromium: an answer to a received invoice, another receiver, and a
// session that ends in between; with and without a script, at a desk and on a phone.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { browserPath, faultsOf, launch, take } from './chromium.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const own = { scheme: '0208', id: '0987654394' }
const unregistered = { scheme: '0208', id: '0999999922' }
const ways = [
  { width: 1280, javaScriptEnabled: true, colorScheme: 'light' },
  { width: 390, javaScriptEnabled: true, colorScheme: 'dark' },
  { width: 1280, javaScriptEnabled: false, colorScheme: 'dark' },
  { width: 320, javaScriptEnabled: false, colorScheme: 'light' },
] as const

describe.skipIf(!browserPath && !process.env.CI)('the console (needs Chromium)', () => {
  let gateway: GatewayProcess
  let browser: Browser
  const json = { 'Content-Type': 'application/json' }

  const post = (path: string, body: string, headers = {}) =>
    gateway.call(path, { method: 'POST', headers: { ...json, ...headers }, body })

  beforeAll(async () => {
    gateway = await startGateway()
    browser = await launch()
    const registration = {
      participant: `${own.scheme}:${own.id}`,
      documentTypes: 'all',
      country: 'BE',
    }
    expect((await post('/api/v1/registrations', JSON.stringify(registration))).status).toBe(201)
    for (const at of ways.keys()) {
      await gateway.submitAndWait(invoiceJson(`IN-${at}`, own))
      await gateway.submitAndWait(invoiceJson(`AWAY-${at}`, unregistered))
    }
    const available = async () => {
      const answer = await gateway.call('/api/v1/inbound?status=available')
      return ((await answer.json()) as { data: unknown[] }).data.length
    }
    while ((await available()) < ways.length) await new Promise(setImmediate)
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
  })

  describe.each([...ways.entries()])('way %i: %o', (at, way) => {
    let context: BrowserContext
    let page: Page
    const name = `${way.width}-${way.colorScheme}-${way.javaScriptEnabled ? 'script' : 'plain'}`
    const press = (text: string) => page.getByRole('button', { name: text, exact: true }).click()
    const follow = (text: string) => page.getByRole('link', { name: text, exact: true }).click()

    /** What is seen holds on this screen, and to those who do not see it. */
    const look = async (what: string) => {
      await take(page, `${what}-${name}`)
      const seen = await page.locator('.button.primary, .button.destroy').count()
      const scrolls = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      )
      expect({ what, scrolls, hasOnePrimary: seen <= 1 }).toEqual({
        ...{ what, scrolls: false, hasOnePrimary: true },
      })
      if (way.javaScriptEnabled) expect(await faultsOf(page), what).toEqual([])
    }
    const signIn = async () => {
      await page.getByLabel('API token').fill(gateway.token)
      await page.keyboard.press('Enter')
    }

    beforeAll(async () => {
      const { width, ...rest } = way
      context = await browser.newContext({ viewport: { width, height: 844 }, ...rest })
      page = await context.newPage()
      await page.goto(`${gateway.url}/console`)
      await look('sign-in')
      await signIn()
      await page.getByRole('heading', { name: 'Home' }).waitFor()
    })
    afterAll(async () => {
      await context?.close()
    })

    it('answers a received invoice: chosen, shown, and sent', async () => {
      await page.goto(`${gateway.url}/console/inbound`)
      await page.getByRole('link', { name: `IN-${at}` }).click()
      await follow('Answer …')
      await page.getByRole('radio', { name: /^Accepted You/ }).check()
      expect(await page.getByLabel('A price is wrong').isVisible()).toBe(false)
      await look('answer')
      await page.getByRole('radio', { name: /^Rejected/ }).check()
      await page.getByLabel('A price is wrong').check()
      await look('answer-rejected')
      await press('Show what will be sent')
      expect(await page.locator('.card').innerText()).toMatch(/Rejected[\s\S]*A price is wrong/)
      await look('answer-preview')
      await press('Change it')
      expect(await page.getByLabel('A price is wrong').isChecked()).toBe(true)
      await page.getByLabel('Note', { exact: true }).fill('12.50, not 21.50')
      await press('Show what will be sent')
      await press('Send the answer')
      await page.getByText('The answer is on its way.').waitFor()
      const answers = page.locator('section', { has: page.locator('h2#answers') })
      expect(await answers.innerText()).toMatch(/Rejected/)
    })

    it('sends to another receiver what did not arrive', async () => {
      await page.goto(`${gateway.url}/console/documents`)
      await page.getByRole('link', { name: `AWAY-${at}` }).click()
      await follow('Send to another receiver …')
      await page.getByLabel('The other receiver').fill('0192')
      await press('Next')
      await page.getByRole('alert').waitFor()
      await look('another-refused')
      await page.getByLabel('The other receiver').fill('0192:987654325')
      await press('Next')
      await page.getByText('The network finds it, and it takes this document.').waitFor()
      await look('another')
      await press('Send it')
      await page.getByText('It is on its way to the other receiver').waitFor()
      await page.locator('.lead-part').getByRole('link', { name: 'another document' }).click()
      await page.getByRole('link', { name: 'sent anew as another document' }).waitFor()
      expect(await page.locator('.timeline').innerText()).toContain(
        'Sent anew as another document.',
      )
    })

    it('checks a document, and sends it after a question', async () => {
      await page.goto(`${gateway.url}/console/send`)
      await look('send')
      await page.getByLabel('Or its text').fill('{"number":')
      await press('Check')
      await page.getByRole('alert').waitFor()
      expect(await page.getByLabel('Or its text').inputValue()).toBe('{"number":')
      await look('send-refused')
      const number = `CHECKED-${at}`
      const buffer = Buffer.from(invoiceJson(number))
      const file = { name: 'invoice.json', mimeType: 'application/json', buffer }
      await page.getByLabel('A file').setInputFiles(file)
      await page.getByLabel('Only a test').check()
      await press('Check')
      await page.locator('article.paper').waitFor()
      await look('send-checked')
      await press(`Send invoice ${number} …`)
      await page.getByText('It is a test: nothing leaves this machine.').waitFor()
      await look('send-question')
      await press('Send it as a test')
      await page.getByText('It is accepted. Here you see what becomes of it.').waitFor()
      await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor()
    })

    it('shows a form again whose session has ended, with what was typed', async () => {
      await page.goto(`${gateway.url}/console/participants/add`)
      const participant = `9915:ended${at}`
      await page.getByLabel('Participant', { exact: true }).fill(participant)
      await page.getByLabel('End user').fill('shop 7')
      await context.clearCookies()
      await press('Add the participant')
      await page.getByText('What you typed is kept').waitFor()
      await look('ended')
      await signIn()
      await page.getByText('You are signed in again').waitFor()
      expect(await page.getByLabel('End user').inputValue()).toBe('shop 7')
      await look('again')
      await press('Add the participant')
      await page.getByRole('heading', { level: 1, name: participant }).waitFor()
      await look('participant')
      await follow('Remove …')
      await look('remove')
      await press('Remove the participant')
      await page.getByText('The participant is removed').waitFor()
    })
  })
})
