// A page of a list as callers see it.
import { Problem } from '../problem.ts'
import { CursorError, type Page } from '../store/index.ts'

export type ListPage<T> = { data: T[]; page: { nextCursor?: string; hasMore: boolean } }

/** Throws Problem `request.invalid-field` for the cursor of another list. */
export async function toListPage<Item, Entry>(
  page: Promise<Page<Item>>,
  toEntry: (item: Item) => Entry,
): Promise<ListPage<Entry>> {
  const { items, nextCursor } = await page.catch(refuseCursor)
  return {
    data: items.map(toEntry),
    page: { ...(nextCursor ? { nextCursor } : {}), hasMore: nextCursor !== undefined },
  }
}

function refuseCursor(error: unknown): never {
  if (!(error instanceof CursorError)) throw error
  const message = "The parameter 'cursor' does not belong to a list in this order."
  throw new Problem('request.invalid-field', {
    detail: message,
    errors: [{ message }],
    cause: error,
  })
}
