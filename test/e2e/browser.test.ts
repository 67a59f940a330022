// The reference page as a developer meets it: authorise, try an operation, read the answer.
import { existsSync, readFileSync } from 'node:fs'
import { type Browser, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOf, violationsIn, watchPolicy } from './chromium.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const browserPath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)

describe.skipIf(!browserPath && !process.env.CI)('the reference page (needs Chromium)', () => {
  let gateway: GatewayProcess
  let browser: Browser
  let page: Page
  const refused: string[] = []

  beforeAll(async () => {
    gateway = await startGateway()
    const args = [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ]
    browser = await chromium.launch({ executablePath: browserPath!, args })
    page = await (await browser.newContext()).newPage()
    page.on('console', (line) => line.type() === 'error' && refused.push(line.text()))
    page.on('requestfailed', (request) => refused.push(request.url()))
    await page.goto(gateway.url)
    await page.getByRole('link', { name: 'Reference of the API' }).click()
    await page.locator('.opblock').first().waitFor()
  })
  afterAll(async () => {
    await browser?.close()
    await gateway?.stop()
  })

  it('loads without errors and without contacting any other host', () => {
    expect(refused).toEqual([])
  })

  it('shows 401 before authorising', async () => {
    const { status, body } = await execute(page, 'GET', '/api/identity/check')
    expect(status).toBe('401')
    expect(body).toContain('auth.token-missing')
  })

  it('is one of the ways on from /, with three steps and guides that can be read', async () => {
    expect(new URL(page.url()).pathname).toBe('/docs')
    expect(await page.title()).toBe('Fourcorner')
    expect(await page.locator('header li').count()).toBe(3)
    const guide = await page.locator('header a[href^="/guides/"]').first().getAttribute('href')
    expect(await (await fetch(new URL(guide!, gateway.url))).text()).toMatch(/<h1 id=/)
    expect(await (await fetch(new URL(`${guide}.md`, gateway.url))).text()).toMatch(/^# /m)
  })

  it('shows 401 for a token that is wrong', async () => {
    await authorise(page, `${gateway.token}x`)
    const { status, body } = await execute(page, 'GET', '/api/identity/check')
    expect(status).toBe('401')
    expect(body).toContain('auth.token-invalid')
    await leave(page)
  })

  it('keeps the token over a reload, in this tab only', async () => {
    await authorise(page, gateway.token)
    await page.reload()
    await page.locator('.opblock').first().waitFor()
    expect((await execute(page, 'GET', '/api/identity/check')).status).toBe('200')
    const elsewhere = await page.context().newPage()
    await elsewhere.goto(`${gateway.url}/docs`)
    await elsewhere.locator('.opblock').first().waitFor()
    expect((await execute(elsewhere, 'GET', '/api/identity/check')).status).toBe('401')
    await elsewhere.close()
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(gateway.token)
  })

  it.each(['application/json', 'application/xml'])(
    'submits an invoice as %s, shows its record and prints it',
    async (mediaType) => {
      const block = await opened(page, 'POST', submitPath)
      await block.locator('select[aria-label="Request content type"]').selectOption(mediaType)
      const { status, body } = await execute(page, 'POST', submitPath)
      expect({ status, body }).toMatchObject({ status: '202' })
      const { id } = JSON.parse(body) as { id: string }
      const ended = await (await gateway.call(`/api/v1/status/${id}?wait=20`)).json()
      expect(ended).toMatchObject({ id, type: 'invoice', status: 'delivered' })
      await fillId(page, '/api/v1/status/{id}', id)
      const shown = await execute(page, 'GET', '/api/v1/status/{id}')
      expect(JSON.parse(shown.body)).toMatchObject({ id, status: 'delivered' })
      await fillId(page, '/api/v1/documents/{id}/pdf', id)
      const [printed] = await Promise.all([
        page.waitForResponse((response) => response.url().endsWith(`${id}/pdf`)),
        answerOf(page, 'GET', '/api/v1/documents/{id}/pdf'),
      ])
      expect({ status: printed.status(), ...printed.headers() }).toMatchObject({
        status: 200,
        'content-type': 'application/pdf',
      })
    },
  )

  it('carries the id to the third step, and scrolls to the answer', async () => {
    await page.evaluate(`sessionStorage.setItem('X-API-Token', '${gateway.token}')`)
    await page.reload()
    await page.locator('.opblock').first().waitFor()
    await page.locator('header button', { hasText: 'Submit an invoice' }).click()
    const submit = page.locator('.opblock-post', {
      has: page.locator(`.opblock-summary-path[data-path="${submitPath}"]`),
    })
    await submit.locator('button.execute').click()
    await page.locator('header output', { hasText: /^[0-9a-f-]{36}$/ }).waitFor()
    const id = await page.locator('header output').innerText()
    expect((await gateway.call(`/api/v1/status/${id}`)).status).toBe(200)
    const answer = submit.locator('.live-responses-table')
    const { height } = page.viewportSize()!
    await expect.poll(async () => (await answer.boundingBox())!.y).toBeLessThan(height)
    await page.locator('header button', { hasText: 'Show its status' }).click()
    const input = page.locator(
      '[id="operations-Status-showDocument"] tr[data-param-name="id"] input',
    )
    await expect.poll(() => input.inputValue()).toBe(id)
    const status = page.locator('[id="operations-Status-showDocument"]')
    await status.locator('button.execute').click()
    await status.locator('.live-responses-table', { hasText: id }).waitFor()
  })

  it.each(['light', 'dark'] as const)('can be read in the %s scheme', async (scheme) => {
    const context = await browser.newContext({ colorScheme: scheme })
    await watchPolicy(context)
    const reader = await context.newPage()
    await reader.goto(`${gateway.url}/docs`)
    await reader.locator('.opblock').first().waitFor()
    const ground = await reader.evaluate('getComputedStyle(document.body).backgroundColor')
    expect(ground).toBe(scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(28, 32, 34)')
    for (const path of ['/guides/api', '/guides/going-live', '/failures/as4.error']) {
      await reader.goto(`${gateway.url}${path}`)
      expect(await faultsOf(reader), path).toEqual([])
      expect(await violationsIn(reader), path).toEqual([])
      const width = await reader.evaluate('document.documentElement.scrollWidth - innerWidth')
      expect(width, path).toBeLessThanOrEqual(0)
      if (process.env.PICTURES)
        await reader.screenshot({
          path: `${process.env.PICTURES}/${scheme}${path.replaceAll('/', '-')}.png`,
        })
    }
    if (process.env.PICTURES) {
      await reader.goto(`${gateway.url}/docs`)
      await reader.locator('.opblock').first().waitFor()
      await reader.screenshot({ path: `${process.env.PICTURES}/${scheme}-docs.png` })
    }
    await context.close()
  })

  it('submits a form: the document and a file that goes with it', async () => {
    const block = await opened(page, 'POST', submitPath)
    await block
      .locator('select[aria-label="Request content type"]')
      .selectOption('multipart/form-data')
    const invoice = Buffer.from(invoiceJson('FORM-1'))
    await block
      .locator('[data-property-name="document"] input[type=file]')
      .setInputFiles({ name: 'invoice.json', mimeType: 'application/json', buffer: invoice })
    await block
      .locator('[data-property-name="attachments"] input[type=file]')
      .setInputFiles({ name: 'hours.csv', mimeType: 'text/csv', buffer: Buffer.from('h\n8\n') })
    const { status, body } = await execute(page, 'POST', submitPath)
    expect({ status, body }).toMatchObject({ status: '202' })
    const { id } = JSON.parse(body) as { id: string }
    const ended = await (await gateway.call(`/api/v1/status/${id}?wait=20`)).json()
    expect(ended).toMatchObject({ number: 'FORM-1', status: 'delivered' })
    const { files } = (await (await gateway.call(`/api/v1/documents/${id}/files`)).json()) as {
      files: { name: string }[]
    }
    expect(files.map(({ name }) => name)).toContain('hours.csv')
  })

  it('shows a record as it is before anything was tried', async () => {
    const block = await opened(page, 'GET', '/api/v1/status/{id}/history')
    const shown = await block.locator('.responses-table .highlight-code').first().innerText()
    expect(shown).toContain('"accessPoint": "POP900002"')
    expect(shown).not.toContain('"string"')
  })

  it.each(['document', 'mls', 'tdd'])('prints the example of %s as a PDF', async (kind) => {
    const { status, mediaType, offered } = await executeForFile(
      page,
      'POST',
      `/api/v1/pdf/${kind}/generate`,
    )
    expect({ status, mediaType }).toEqual({ status: '200', mediaType: 'application/pdf' })
    expect(offered.slice(0, 5)).toBe('%PDF-')
  })
})

const submitPath = '/api/v1/invoices/submit'

async function authorise(page: Page, token: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter the token' }).click()
  await page.locator('.auth-container input').first().fill(token)
  await page.locator('.auth-btn-wrapper .authorize').click()
  await page.locator('.auth-btn-wrapper .btn-done').click()
}

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enter the token' }).click()
  await page.locator('.auth-btn-wrapper .btn.auth', { hasText: 'Logout' }).click()
  await page.locator('.auth-btn-wrapper .btn-done').click()
}

async function fillId(page: Page, path: string, id: string): Promise<void> {
  const block = await opened(page, 'GET', path)
  await block.locator('tr[data-param-name="id"] input').fill(id)
}

/** Opens an operation, so that it can be filled in. */
async function opened(page: Page, method: string, path: string): Promise<Locator> {
  const block = page.locator(`.opblock-${method.toLowerCase()}`, {
    has: page.locator(`.opblock-summary-path[data-path="${path}"]`),
  })
  if ((await block.getAttribute('class'))?.includes('is-open') === false)
    await block.locator('.opblock-summary').click()
  const tryOut = block.locator('.try-out__btn').first()
  await tryOut.waitFor()
  if ((await tryOut.textContent())?.includes('Try it out')) await tryOut.click()
  return block
}

/** Presses "Execute" and waits for the answer. */
async function answerOf(page: Page, method: string, path: string): Promise<Locator> {
  const block = await opened(page, method, path)
  const earlier = block.locator('.btn-clear')
  if (await earlier.count()) await earlier.click()
  await block.locator('.execute').click()
  const answer = block.locator('.live-responses-table .response')
  await answer.waitFor()
  return answer
}

async function statusOf(answer: Locator): Promise<string> {
  return (
    (await answer.locator('.response-col_status').first().innerText()).trim().split(/\s/)[0] ?? ''
  )
}

/** Executes an operation and reads status and body of the answer. */
async function execute(
  page: Page,
  method: string,
  path: string,
): Promise<{ status: string; body: string }> {
  const answer = await answerOf(page, method, path)
  const status = await statusOf(answer)
  const body = await answer.locator('.highlight-code code, .microlight code').first().innerText()
  return { status, body }
}

/**
 * Executes an operation whose answer the page offers as a file, and reads that
 * file through its link.
 */
async function executeForFile(
  page: Page,
  method: string,
  path: string,
): Promise<{ status: string; mediaType: string | undefined; offered: string }> {
  const [received, answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(path)),
    answerOf(page, method, path),
  ])
  const status = await statusOf(answer)
  const mediaType = received.headers()['content-type']
  if (status !== '200') return { status, mediaType, offered: await answer.innerText() }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    answer.locator('a[download]').first().click(),
  ])
  return { status, mediaType, offered: readFileSync(await download.path(), 'latin1') }
}
