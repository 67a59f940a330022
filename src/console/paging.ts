// The way through a list, newest first.
import { type Html, html } from './html.ts'

type Fields = { cursor?: string; [name: string]: string | undefined }

/** Links to the newest page and to the next one, with the filters that were given. */
export function pageLinks(path: string, given: Fields, nextCursor: string | undefined): Html {
  return html`<p class="row">${given.cursor && html`<a href="${pathOf(path, given)}">Newest</a>`}
${nextCursor && html`<a href="${pathOf(path, given, nextCursor)}">Older</a>`}</p>`
}

function pathOf(path: string, { cursor: _, ...given }: Fields, cursor?: string): string {
  const filters = Object.entries(given).filter((entry): entry is [string, string] => !!entry[1])
  const query = new URLSearchParams(filters)
  if (cursor) query.set('cursor', cursor)
  return query.size > 0 ? `${path}?${query}` : path
}
