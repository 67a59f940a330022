// The console, called by a stranger who knows nothing but its pages: every link and every form that
// they show, filled in at random. Nothing it is sent breaks it, and nothing it shows is markup of
// those who sent it.
import { expect, test } from 'vitest'
import { type Browser, browserWith, markupOf, openTestConsole } from '../console/console.ts'
import { invoiceJson } from '../e2e/invoice.ts'
import { pick, type Random, randomOf, readCount, readSeed } from './random.ts'

const administered = await openTestConsole()
const { operator } = administered

async function signIn(wish = {}): Promise<Browser> {
  return browserWith(administered, await administered.makeToken(wish))
}

const markup = '<script>alert(1)</script>'
const values = [
  ...[
    markup,
    `"><img src=x onerror=alert(2)>`,
    `' onmouseover='alert(3)`,
    '&#60;b&#62;',
    '$' + '{1}',
  ],
  ...['', ' ', '0', '-1', '1e400', 'NaN', 'null', '[object Object]', '../../etc/passwd', '%00'],
  ...['\0', '\u202e', '\ud800', '\r\nSet-Cookie: a=b', 'x'.repeat(10_000), '💶'.repeat(300)],
  ...['2026-11-21', '2026-02-31', '9999-12-31', 'invoice', 'failed', '0208:0123456749', '*'],
  ...['https://example.com/', 'http://127.0.0.1/', 'javascript:alert(4)', 'yes', '2026-11'],
  ...[
    '01a20102-6ff4-7c27-869e-0a1c812ed1be',
    '01a20102-6ff4-7c27-869e',
    "'; drop table tokens; --",
  ],
]

type Form = { method: 'get' | 'post'; action: string; fields: Map<string, string[]> }

/** What a page offers: the paths of its links, and its forms with the values that they list. */
function offersOf(at: string, body: string): { links: string[]; forms: Form[] } {
  const links = [...body.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href!)
  const forms = [...body.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)].map(([, head, inner]) => {
    const fields = new Map<string, string[]>()
    for (const [, name] of inner!.matchAll(/<(?:input|textarea|select)[^>]*name="([^"]+)"/g))
      fields.set(name!, optionsOf(inner!, name!))
    return {
      method: /method="post"/.test(head!) ? ('post' as const) : ('get' as const),
      action: /action="([^"]+)"/.exec(head!)?.[1] ?? at,
      fields,
    }
  })
  const isOurs = (path: string) => path.startsWith('/console') && !path.includes('sign-out')
  return {
    links: links.map((href) => href.replaceAll('&amp;', '&')).filter(isOurs),
    forms: forms.filter(({ action }) => isOurs(action)),
  }
}

function optionsOf(inner: string, name: string): string[] {
  const select = new RegExp(`<select[^>]*name="${name}"[^>]*>([\\s\\S]*?)</select>`).exec(inner)
  return [...(select?.[1] ?? '').matchAll(/<option[^>]*>([^<]*)</g)].map(([, text]) => text!)
}

/** Every page that can be reached, and the forms on them, each once. */
async function crawl(): Promise<{ paths: string[]; forms: Form[] }> {
  const forms = new Map<string, Form>()
  const paths = ['/console']
  for (const path of paths) {
    const { body, statusCode } = await operator.open(path)
    if (statusCode >= 400) continue
    const { links, forms: found } = offersOf(path, body)
    for (const form of found) forms.set(`${form.method} ${form.action}`, form)
    for (const link of links) if (!paths.includes(link) && paths.length < 300) paths.push(link)
  }
  return { paths, forms: [...forms.values()] }
}

function filledIn(random: Random, { fields }: Form): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, options] of fields)
    if (random(4) > 0) given[name] = pick(random, random(2) === 0 && options[0] ? options : values)
  if (random(10) === 0) given[pick(random, ['extra', '__proto__', markup])] = pick(random, values)
  return given
}

function withChangedPath(random: Random, path: string): string {
  const parts = path.split('?')[0]!.split('/')
  if (random(3) === 0 && parts.length > 3)
    parts[3 + random(parts.length - 3)] = encodeURIComponent(pick(random, values).toWellFormed())
  return parts.join('/')
}

test('no link and no form breaks the console, or shows markup', async () => {
  const seed = readSeed('console')
  for (const number of ['2026-1', markup]) {
    const answer = await administered.call({
      ...{ method: 'POST', url: '/api/v1/invoices/submit' },
      headers: { 'content-type': 'application/json' },
      payload: invoiceJson(number),
    })
    expect(answer.statusCode).toBe(202)
  }
  const { paths, forms } = await crawl()
  expect(paths.length).toBeGreaterThan(20)
  expect(forms.filter(({ method }) => method === 'post').length).toBeGreaterThan(5)
  const browsers = {
    operator: await signIn(),
    reader: await signIn({ scopes: ['documents:read'] }),
  }
  const statuses = new Map<number, number>()
  for (let index = 0; index < readCount(1_500); index++) {
    const random = randomOf(seed, index)
    const browser = browsers[random(5) === 0 ? 'reader' : 'operator']
    const form = pick(random, forms)
    const isLink = random(3) === 0
    const path = withChangedPath(random, isLink ? pick(random, paths) : form.action)
    const given = filledIn(random, form)
    const answer =
      isLink || form.method === 'get'
        ? await browser.open(`${path}?${new URLSearchParams(given)}`)
        : await browser.send(path, given)
    const about = `case ${index} (FUZZ_SEED=${seed}): ${path.slice(0, 200)}: ${answer.statusCode}`
    expect(answer.statusCode, about).toBeLessThan(500)
    statuses.set(answer.statusCode, (statuses.get(answer.statusCode) ?? 0) + 1)
    const { headers, body } = answer
    // Its own token was revoked or replaced. The rest of the cases is not to end before the door.
    if (answer.statusCode === 401 || `${headers.location}`.endsWith('ended=yes')) {
      browsers.operator = await signIn()
      browsers.reader = await signIn({ scopes: ['documents:read'] })
    }
    expect(headers['set-cookie'] ?? '', about).not.toContain('a=b')
    // The rest are files, and what no page answers: a method that a path does not have.
    if (!`${headers['content-type'] ?? ''}`.startsWith('text/html')) continue
    expect(headers['content-security-policy'], about).toMatch(/default-src 'none'/)
    expect(headers['cache-control'], about).toBe('no-store')
    expect(markupOf(answer), about).not.toMatch(/<script|<img src=x|<b>|href="javascript/)
    // A chip shows what was chosen, and this may have been.
    if (!Object.values(given).includes('[object Object]'))
      expect(body, about).not.toContain('[object Object]<')
    // A field that can be changed holds what it is.
    const shown = body.replace(/ value="[^"]*"|<textarea[^>]*>[^<]*/g, '')
    expect(shown, about).not.toMatch(/\u202e/)
  }
  expect(administered.logged.map(({ message }) => message)).toEqual([])
  // It was neither refused everywhere nor let through everywhere.
  expect([200, 303, 400, 403, 404].filter((status) => !statuses.has(status))).toEqual([])
  expect(statuses.get(429), 'shut out').toBeUndefined()
})
