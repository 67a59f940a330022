// The documents before and after one, in the list from which it was opened: the page of that list
// is read again, which is one statement and at most fifty rows.
import type { Caller, Gateway } from '../../core/gateway.ts'
import { position } from '../components/pager.ts'
import { readFields } from '../form.ts'
import type { Html } from '../html.ts'
import { pathWith } from '../paging.ts'
import { documentPath } from '../show.ts'
import { type Direction, filterNames, type Given, readFilters } from './filters.ts'
import { lists, readList } from './lists.ts'

/** Where the list is, and where the document stands in it; nothing where it is not in it (now). */
export type Neighbours = { back: string; shown: Html | undefined }

/** `list`: the path and query of a list, such as `documents?state=failed`. */
export async function neighboursIn(
  gateway: Gateway,
  caller: Caller,
  { list, id, direction }: { list: string; id: string; direction: Direction },
): Promise<Neighbours | undefined> {
  const { path } = lists[direction]
  const [name, ...rest] = list.split('?')
  if (`/console/${name}` !== path) return undefined
  const given: Given & { cursor?: string } = readFields(rest.join('?'), [
    ...filterNames(direction),
    'cursor',
  ])
  const { query, errors } = readFilters(given, direction)
  if (errors.length > 0) return undefined
  const { data, page } = await readList(gateway, caller, direction, {
    ...query,
    ...cursorOf(given),
  })
  const at = data.findIndex((one) => one.id === id)
  const hrefOf = (other: { id: string } | undefined) => other && documentPath(other.id, list)
  return {
    back: pathWith(path, given),
    shown:
      at < 0
        ? undefined
        : position({
            ...{ at: at + 1, of: data.length },
            isPart: given.cursor !== undefined || page.nextCursor !== undefined,
            ...{ newer: hrefOf(data[at - 1]), older: hrefOf(data[at + 1]) },
          }),
  }
}

function cursorOf({ cursor }: { cursor?: string }) {
  return cursor ? { cursor } : {}
}
