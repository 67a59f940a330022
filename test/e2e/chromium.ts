// Chromium for the tests of the console, and what axe-core finds in it.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

export const browserPath = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find(existsSync)

const require = createRequire(import.meta.url)
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

export function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']
  return chromium.launch({ executablePath: browserPath!, args })
}

/** What axe-core finds, which comes by the debugger: the page itself lets no other script in. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run(document, { iframes: false })')) as {
    violations: { id: string; nodes: { failureSummary: string; html: string }[] }[]
  }
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.failureSummary} ${nodes[0]?.html.slice(0, 200)}`,
  )
}

/** Keeps what a page asks for against its content security policy, for `violationsIn`. */
export async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(`globalThis.violations = []
    document.addEventListener('securitypolicyviolation', (event) =>
      violations.push(event.effectiveDirective + ' ' + event.blockedURI))`)
}

/** What the policy of the page has refused since it was opened. */
export async function violationsIn(page: Page): Promise<string[]> {
  return (await page.evaluate('violations')) as string[]
}

export const screens = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

const pictures = 'pictures'

/** A picture of the page in a folder that Git ignores, with CONSOLE_PICTURES=true. */
export async function take(page: Page, name: string): Promise<void> {
  if (process.env.CONSOLE_PICTURES !== 'true') return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true })
}
