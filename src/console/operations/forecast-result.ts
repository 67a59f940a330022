// How far a forecast has come, and what it has found.
import { mayCall } from '../../core/access/may-call.ts'
import type { Caller } from '../../core/gateway.ts'
import {
  type ForecastEntry,
  type ForecastRuleEntry,
  forecastTypeName,
} from '../../core/operations/forecast.ts'
import { callout } from '../components/callout.ts'
import { facts } from '../components/facts.ts'
import { participantName } from '../components/participant.ts'
import { type Column, table } from '../components/table.ts'
import { time } from '../components/time.ts'
import { plain, short } from '../foreign.ts'
import { type Html, html, type Part } from '../html.ts'
import { brief, linkTo, section } from '../show.ts'
import { forecastWords as words } from '../words/forecasts.ts'

/** Each has some links: the page stays small. */
const rulesShownMax = 100
const typeCharacters = 80

/** The script brings news of it; without one, a link does. */
export function forecastContent(entry: ForecastEntry, caller: Caller): Html {
  return html`<div data-refresh="forecast">${outcome(entry)}
${factsOf(entry)}
${entry.rules.length > 0 && section('rules', words.rules, rulesOf(entry, caller))}</div>`
}

function outcome({ id, status, progress, documents }: ForecastEntry): Html {
  const { judged, refused } = documents
  const said =
    judged === 0
      ? words.nothingJudged
      : refused === 0
        ? words.noneRefused(judged)
        : words.refused(refused, judged)
  if (status === 'completed')
    return callout({ tone: refused > 0 ? 'care' : 'good', happened: said })
  const again = html`<a href="/console/forecasts/${id}">${words.again}</a>`
  return callout({
    ...{ tone: 'info', happened: words.progress(percentOf(progress)) },
    toDo: html`${judged > 0 && html`${words.soFar(said)} `}${again}`,
  })
}

export function percentOf(progress: number): number {
  return Math.round(progress * 100)
}

function factsOf({ of, days, documents, createdAt, completedAt }: ForecastEntry): Html {
  const named = words.facts
  return facts([
    [named.documents, words.owners[of]],
    [named.days, words.lastDays(days)],
    [named.judged, String(documents.judged)],
    [named.refused, String(documents.refused)],
    [named.withoutBytes, documents.withoutBytes > 0 && String(documents.withoutBytes)],
    [named.notJudged, documents.notJudged > 0 && String(documents.notJudged)],
    [named.begun, time(createdAt)],
    [named.completed, completedAt && time(completedAt)],
  ])
}

type RuleColumn = {
  column: Column
  isFor?(rule: ForecastRuleEntry): boolean
  cell(rule: ForecastRuleEntry): Part
}

function rulesOf({ rules, hasMore }: ForecastEntry, caller: Caller): Html {
  const shown = rules.slice(0, rulesShownMax)
  const columns = ruleColumns(caller).filter(({ isFor }) => !isFor || shown.some(isFor))
  const isCut = hasMore || rules.length > shown.length
  return html`${!shown.some(hasSender) && html`<p class="hint">${words.withoutSenders}</p>`}
${table(
  words.rules,
  columns.map(({ column }) => column),
  shown.map((rule) => columns.map(({ cell }) => cell(rule))),
)}
${isCut && html`<p class="hint">${words.left(shown.length)}</p>`}`
}

const hasSender = ({ sender }: ForecastRuleEntry) => sender !== undefined

function ruleColumns(caller: Caller): RuleColumn[] {
  const { rule, documents, type, sender, tenant, first } = words.ruleHeads
  const mayRead = mayCall(caller, { scope: 'documents:read', testToken: 'read' })
  const linked = (id: string): Html => (mayRead ? linkTo({ id }) : html`…${id.slice(-8)}`)
  return [
    { column: { head: rule, as: 'title' }, cell: (one) => brief(one.rule) },
    { column: { head: documents, as: 'figure' }, cell: (one) => one.documents },
    { column: type, cell: (one) => typeOf(one) },
    {
      ...{ column: sender, isFor: hasSender },
      cell: (one) => one.sender !== undefined && participantName({ id: one.sender }),
    },
    {
      ...{ column: tenant, isFor: ({ tenantId }) => tenantId !== undefined },
      cell: ({ tenantId: id }) => id && html`<a href="/console/tenants/${id}">…${id.slice(-8)}</a>`,
    },
    {
      ...{ column: first, isFor: ({ documentIds }) => documentIds !== undefined },
      cell: ({ documentIds = [] }) => documentIds.map((id) => html`${linked(id)} `),
    },
  ]
}

function typeOf(rule: ForecastRuleEntry): Html {
  const whole = plain(rule.documentTypeId)
  return html`<bdi title="${whole}">${short(forecastTypeName(rule), typeCharacters)}</bdi>`
}
