// Lists in the order of creation: one page, and the link to the next.
import { z } from 'zod'
import { text } from './reference-to-document.ts'

export function wholeNumber(min: number, max: number) {
  const digits = (given: unknown) => (/^\d{1,6}$/.test(String(given)) ? Number(given) : given)
  const error = `must be a whole number from ${min} to ${max}`
  return z.preprocess(digits, z.int({ error }).min(min, { error }).max(max, { error }))
}

export const pageParameters = {
  limit: wholeNumber(1, 200).exactOptional().meta({ description: '50 by default' }),
  cursor: text
    .min(1)
    .max(1000)
    .exactOptional()
    .meta({ description: '`page.nextCursor` of the previous page' }),
}

export const pageQuery = z.strictObject(pageParameters)

export const pageHeaders = { 200: { Link: 'The next page, `rel="next"`' } }

/** The query of a list in core's terms. */
export function toPageQuery(query: z.output<typeof pageQuery>) {
  return { limit: 50, ...query }
}

/** The same for what one document has, of which there is seldom more than a page. */
export function inPages(query: z.output<typeof pageQuery>) {
  return { limit: 200, ...query }
}

type Linked = { header(name: string, value: string): unknown }

/** Answers a page, with the link to the next one (RFC 8288). */
export function sendPage<T extends { page: { nextCursor?: string } }>(
  reply: Linked,
  url: string,
  list: T,
): T {
  const { nextCursor } = list.page
  if (nextCursor === undefined) return list
  const [path, query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  parameters.set('cursor', nextCursor)
  reply.header('Link', `<${path}?${parameters}>; rel="next"`)
  return list
}
