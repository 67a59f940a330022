// /console/documents and /console/inbound: what was sent and what was received, newest first.
import type { FastifyInstance } from 'fastify'
import { mayCall } from '../../core/access/may-call.ts'
import type { Caller, Gateway } from '../../core/gateway.ts'
import type { ListPage } from '../../core/list-page.ts'
import { listInbound } from '../../core/receive/inbound.ts'
import { listRecords } from '../../core/tracking/track.ts'
import { button, linkButton } from '../components/button.ts'
import { chips, choices } from '../components/chips.ts'
import { disclosure } from '../components/disclosure.ts'
import { errorSummary, selectField, textField } from '../components/field.ts'
import { emptyList, emptyUnderFilters } from '../components/list-state.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import type { ListQuery } from '../list-query.ts'
import { sendPage } from '../page.ts'
import { pageLinks, pathWith } from '../paging.ts'
import { labels } from '../words/labels.ts'
import { filterWords, listWords } from '../words/lists.ts'
import { exportPaths } from './export.ts'
import {
  type Direction,
  type FilterName,
  filterNames,
  filterOf,
  type Given,
  readFilters,
  shownValue,
} from './filters.ts'
import { documentsTable, type ListEntry } from './rows.ts'
import { maySend, sendingPath } from './typed-document.ts'

type Query = Parameters<typeof listRecords>[2]
type List = {
  path: string
  title: string
  empty: string
  read(gateway: Gateway, caller: Caller, query: Query): Promise<ListPage<ListEntry>>
}

export const lists: Record<Direction, List> = {
  outbound: {
    path: '/console/documents',
    title: labels.sent,
    empty: listWords.nothingSent,
    read: listRecords,
  },
  inbound: {
    path: '/console/inbound',
    title: labels.received,
    empty: listWords.nothingReceived,
    read: listInbound,
  },
}

const rowsMax = 50

export async function documentLists(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  for (const [direction, list] of Object.entries(lists) as [Direction, List][])
    app.get(
      list.path,
      { config: { scope: 'documents:read', testToken: 'read' } },
      async ({ caller, url }, reply) => {
        const given = readFields(queryOf(url), [...filterNames(direction), 'cursor'])
        const { query, errors } = readFilters(given, direction)
        const isValid = errors.length === 0
        if (!isValid) reply.code(400)
        const rows =
          isValid && (await readList(gateway, caller, direction, { ...query, ...cursorIn(given) }))
        return sendPage(reply, {
          title: list.title,
          at: list.path,
          actions: html`${rows && rows.data.length > 0 && exportLink(direction, given)}
${direction === 'outbound' && checkLink(caller)}`,
          content: html`${!isValid && errorSummary(errors)}
${presets(list.path, given, gateway.now())}
${chipsOf(list.path, given, direction)}
${filterForm(list.path, given, { direction, errors })}
${rows && (rows.data.length > 0 ? tableOf(list, given, rows.data) : nothing(list, given))}
${rows && pageLinks(list.path, given, rows.page.nextCursor)}`,
        })
      },
    )
}

function tableOf(list: List, given: Given & { cursor?: string }, rows: readonly ListEntry[]): Html {
  return documentsTable(list.title, rows, { list: nameOf(list, given) })
}

const nameCharactersMax = 900

/** What the pages of its documents call this list; those of a very long one do without it. */
function nameOf({ path }: List, given: Given & { cursor?: string }): string | undefined {
  const name = pathWith(path, given).slice('/console/'.length)
  return name.length > nameCharactersMax ? undefined : name
}

function exportLink(direction: Direction, given: Given & { cursor?: string }): Html {
  const href = pathWith(exportPaths[direction], { ...given, cursor: undefined })
  return linkButton({ text: listWords.export, href, icon: 'download' })
}

/** For those who may send. */
function checkLink(caller: Caller): Html | false {
  return (
    mayCall(caller, maySend) &&
    linkButton({ text: labels.check, href: sendingPath, look: 'primary', icon: 'check' })
  )
}

function cursorIn({ cursor }: { cursor?: string }): ListQuery {
  return cursor ? { cursor } : {}
}

/** One page of a list, newest first. */
export function readList(gateway: Gateway, caller: Caller, from: Direction, query: ListQuery) {
  return lists[from].read(gateway, caller, { sort: '-createdAt', limit: rowsMax, ...query })
}

function isFiltered({ cursor: _, ...given }: Given & { cursor?: string }): boolean {
  return Object.values(given).some(Boolean)
}

function nothing({ path, empty }: List, given: Given): Html {
  return isFiltered(given) ? emptyUnderFilters(path) : emptyList(empty)
}

function chipsOf(path: string, given: Given, direction: Direction): Html | undefined {
  const set = filterNames(direction).filter((name) => given[name])
  return chips(
    set.map((name) => ({
      label: filterOf(name).label(direction),
      value: shownValue(name, given[name]!, direction),
      without: pathWith(path, { ...given, cursor: undefined, [name]: undefined }),
    })),
    path,
  )
}

/** What is wanted most. */
function presets(path: string, given: Given, now: Date): Html {
  const today = now.toISOString().slice(0, 10)
  const { attention, from, ...others } = given
  const isAlone = !isFiltered(others)
  return choices(listWords.show, [
    { text: listWords.all, href: path, isHere: isAlone && !attention && !from },
    {
      ...{ text: filterWords.attention, href: `${path}?attention=any` },
      isHere: isAlone && attention === 'any' && !from,
    },
    {
      ...{ text: listWords.today, href: `${path}?from=${today}` },
      isHere: isAlone && !attention && from === today,
    },
  ])
}

type Around = { direction: Direction; errors: readonly { name: FilterName; message: string }[] }

function filterForm(path: string, given: Given, { direction, errors }: Around): Html {
  const field = (name: FilterName): Html => {
    const { label, hint, type, choices } = filterOf(name)
    const shared = {
      ...{ name, label: label(direction), hint, value: given[name] },
      error: errors.find((one) => one.name === name)?.message,
    }
    return choices
      ? selectField({
          ...shared,
          choices: [{ value: '', label: filterWords.any }, ...choices(direction)],
        })
      : textField({ ...shared, type: type ?? 'text' })
  }
  const names = filterNames(direction)
  const isMore = (name: FilterName) => filterOf(name).isMore === true
  const more = names.filter(isMore)
  return disclosure(
    filterWords.filter,
    html`<form action="${path}" class="stack">
<div class="filters">${names.filter((name) => !isMore(name)).map(field)}</div>
${disclosure(
  filterWords.more,
  html`<div class="filters">${more.map(field)}</div>`,
  more.some((name) => given[name]),
)}
<div class="actions">${button({ text: filterWords.filter })}</div></form>`,
    errors.length > 0,
  )
}
