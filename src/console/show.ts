// Small things that many pages show.
import { marked } from './components/marked.ts'
import { foreign, plain, short } from './foreign.ts'
import { type Html, html } from './html.ts'

const cellCharacters = 48

/** Foreign text, or nothing. */
export function given(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : foreign(text)
}

/** Foreign text in a table: cut, never opened. */
export function brief(text: string | undefined): Html | undefined {
  return text === undefined ? undefined : html`<bdi>${short(text, cellCharacters)}</bdi>`
}

/** A code, in a part of a page that shows codes. */
export function code(text: string): Html {
  return html`<code><bdi>${plain(text)}</bdi></code>`
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} bytes`
  if (size < 1e6) return `${(size / 1e3).toFixed(1)} kB`
  return size < 1e9 ? `${(size / 1e6).toFixed(1)} MB` : `${(size / 1e9).toFixed(1)} GB`
}

/** To the page of a document, by its number; an answer has none, and is known by its end. */
export function linkTo(
  { id, number }: { id: string; number?: string },
  { searched, list }: { searched?: string | undefined; list?: string | undefined } = {},
): Html {
  const shown = short(number ?? `…${id.slice(-8)}`, cellCharacters)
  return html`<a href="${documentPath(id, list)}"><bdi>${marked(shown, searched)}</bdi></a>`
}

/** The page of a document; `list` is the one from which it is opened (documents/neighbours.ts). */
export function documentPath(id: string, list?: string | undefined): string {
  const path = `/console/documents/${id}`
  return list === undefined ? path : `${path}?${new URLSearchParams({ in: list })}`
}

/** A part of a page, under a heading that links can lead to. */
export function section(id: string, title: string, content: Html): Html {
  return html`<section class="section" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}</section>`
}

export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`
}
