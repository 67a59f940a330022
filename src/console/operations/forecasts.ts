// /console/forecasts: what the rules of another day would refuse, for administrators of their
// tenant and for operators of all.
import type { FastifyInstance } from 'fastify'
import { mayCall } from '../../core/access/may-call.ts'
import type { Gateway } from '../../core/gateway.ts'
import {
  beginForecast,
  type ForecastSummary,
  forecastOwners,
  listForecasts,
  showForecast,
  usualForecastOwner,
} from '../../core/operations/forecast.ts'
import { linkButton } from '../components/button.ts'
import { choices } from '../components/chips.ts'
import { emptyList } from '../components/list-state.ts'
import { linkedTable } from '../components/table.ts'
import { day, time } from '../components/time.ts'
import { oneOf, queryOf, readFields } from '../form.ts'
import { formPage } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { sendPage } from '../page.ts'
import { pageLinks, pathWith } from '../paging.ts'
import { forecastWords as words } from '../words/forecasts.ts'
import { labels } from '../words/labels.ts'
import { otherBadge } from '../words/other-states.ts'
import { beginning, forecastFields, forecastForm, toForecastWish } from './forecast-form.ts'
import { forecastContent, percentOf } from './forecast-result.ts'

const path = '/console/forecasts'
const config = { scope: ['admin', 'operator'], testToken: 'read' } as const
const up = { text: labels.forecasts, href: path }

export async function forecastPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ caller, url }, reply) => {
    const given = readFields(queryOf(url), ['cursor', 'of'])
    const of = given.of ? oneOf('of', given.of, forecastOwners) : usualForecastOwner(caller)
    const where = { of, limit: 50, ...(given.cursor ? { cursor: given.cursor } : {}) }
    const { data, page } = await listForecasts(gateway, caller, where)
    const mayBegin = mayCall(caller, beginning.config)
    const begin = { text: words.begin, href: beginning.path, look: 'primary' } as const
    const isOperator = mayCall(caller, { scope: 'operator', testToken: 'read' })
    return sendPage(reply, {
      title: labels.forecasts,
      at: path,
      actions: mayBegin ? linkButton(begin) : undefined,
      content: html`<p>${words.about}</p>
${isOperator && views(of)}
${data.length > 0 ? forecastsTable(data) : emptyList(words.none)}
${pageLinks(path, given, page.nextCursor)}`,
    })
  })

  formPage(app, {
    ...{ path: beginning.path, at: path, ...beginning.config, fields: forecastFields },
    show: (shown) => ({ title: words.begin, up, content: forecastForm(gateway, shown) }),
    async act({ caller, given }) {
      const { id } = await beginForecast(gateway, caller, toForecastWish(given, gateway.now()))
      return `${path}/${id}`
    },
  })

  app.get<{ Params: { id: string } }>(
    `${path}/:id`,
    { config },
    async ({ caller, params, url }, reply) => {
      readFields(queryOf(url), [])
      const entry = await showForecast(gateway, caller, idOf(params.id))
      return sendPage(reply, {
        title: words.of(day(entry.on)),
        at: path,
        up,
        beside: otherBadge(entry.status),
        content: forecastContent(entry, caller),
      })
    },
  )
}

function views(shown: ForecastSummary['of']): Html {
  return choices(
    words.whose,
    forecastOwners.map((of) => ({
      ...{ text: words.owners[of], isHere: of === shown },
      href: pathWith(path, { of }),
    })),
  )
}

function forecastsTable(entries: readonly ForecastSummary[]): Html {
  const { heads } = words
  return linkedTable(
    labels.forecasts,
    [
      { head: heads.day, as: 'title' },
      { head: heads.found, as: 'wide' },
      { head: heads.state, as: 'state' },
      { head: heads.begun, as: 'when' },
    ],
    entries.map(({ id, on, days, status, progress, createdAt, documents }) => [
      html`<a href="${path}/${id}">${day(on)}</a>`,
      html`${words.found(documents.refused, documents.judged)}, ${words.lastDays(days)}`,
      html`${otherBadge(status)}${
        status === 'running' && html` <span class="hint">${percentOf(progress)} %</span>`
      }`,
      time(createdAt),
    ]),
  )
}
