// The console as a browser meets it, without one: requests from a page of its own.
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { openTestGateway, type TestGateway } from '../http/gateway.ts'

const fromHere = { 'sec-fetch-site': 'same-origin' }

export type Browser = {
  open(url: string, options?: InjectOptions): Promise<LightMyRequestResponse>
  /** Sends a form of a page of ours, unless the headers say otherwise. */
  send(
    url: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  /** Opens a page that asks, and sends its form with what it carries. */
  answer(url: string, fields?: Record<string, string>): Promise<LightMyRequestResponse>
}

/** A browser that has signed in with this token; without one, it has not. */
export function browserWith({ app }: Pick<TestGateway, 'app'>, token?: string): Browser {
  const cookie = token === undefined ? {} : { cookie: `fourcorner=${token}` }
  const browser: Browser = {
    open: (url, options = {}) =>
      app.inject({ url, ...options, headers: { ...cookie, ...options.headers } as never }),
    send: (url, fields = {}, headers = fromHere) =>
      app.inject({
        method: 'POST',
        url,
        payload: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...cookie,
          ...headers,
        },
      }),
    async answer(url, fields = {}) {
      const { body } = await browser.open(url)
      const carried = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
      const hidden = Object.fromEntries(carried.map(([, name, value]) => [name!, value!]))
      return browser.send(url, { ...hidden, ...fields })
    },
  }
  return browser
}

export async function openTestConsole() {
  const test = await openTestGateway()
  return { ...test, operator: browserWith(test, test.token), stranger: browserWith(test) }
}

/** The markup of a page without the one script of ours: what is left has none. */
export function markupOf({ body }: { body: string }): string {
  const ours = /<script type="module" nonce="[^"]{24}" src="\/console\/[0-9a-f]{16}\.js"><\/script>/
  return body.replace(ours, '')
}

/** What a page says, as a browser would show it. */
export function textOf({ body }: LightMyRequestResponse): string {
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ')
}

/** What a browser sends of a page's form as it was filled in: inputs, chosen ones, long texts. */
export function fieldsOf({ body }: LightMyRequestResponse): Record<string, string> {
  const [, form = ''] = /<main[\s\S]*?<form method="post"([\s\S]*?)<\/form>/.exec(body) ?? []
  const fields: Record<string, string> = {}
  for (const [input] of form.matchAll(/<input [^>]*>/g)) {
    const isTick = /type="(radio|checkbox)"/.test(input)
    const name = valueIn(input, 'name')
    if (name !== undefined && (!isTick || / checked[ >]/.test(input)))
      fields[name] = valueIn(input, 'value') ?? ''
  }
  for (const [, name, text] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</g))
    fields[name!] = unescaped(text!)
  for (const [, name, options] of form.matchAll(
    /<select [^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select/g,
  ))
    fields[name!] = valueIn(/<option [^>]*selected>/.exec(options!)?.[0] ?? options!, 'value') ?? ''
  return fields
}

function valueIn(tag: string, attribute: string): string | undefined {
  const [, value] = new RegExp(` ${attribute}="([^"]*)"`).exec(tag) ?? []
  return value === undefined ? undefined : unescaped(value)
}

function unescaped(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
}
