// The way through a list, newest first, with the filters that were given.
import { pager } from './components/pager.ts'
import type { Html } from './html.ts'

type Fields = { cursor?: string; [name: string]: string | undefined }

/** Links to the newest page and to the next one. */
export function pageLinks(
  path: string,
  given: Fields,
  nextCursor: string | undefined,
): Html | undefined {
  return pager({
    newest: given.cursor && pathWith(path, { ...given, cursor: undefined }),
    older: nextCursor && pathWith(path, { ...given, cursor: nextCursor }),
  })
}

/** The path with those fields that have a value, as its query. */
export function pathWith(path: string, fields: Record<string, string | undefined>): string {
  const set = Object.entries(fields).filter((entry): entry is [string, string] => !!entry[1])
  const query = new URLSearchParams(set)
  return query.size > 0 ? `${path}?${query}` : path
}
