// /console: what needs a person, how the day went, the latest documents, and whether all is well.
import type { FastifyInstance } from 'fastify'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { readiness } from '../../core/identity/identify.ts'
import { levelsOf } from '../../core/operations/levels.ts'
import { directions } from '../../core/record.ts'
import { cached } from '../../core/runtime/cached.ts'
import { showFigures } from '../../core/tracking/show-figures.ts'
import { listRecords } from '../../core/tracking/track.ts'
import { emptyList } from '../components/list-state.ts'
import { documentsTable } from '../documents/rows.ts'
import { queryOf, readFields } from '../form.ts'
import { html } from '../html.ts'
import { sendPage } from '../page.ts'
import { section } from '../show.ts'
import { homeWords } from '../words/home.ts'
import { labels } from '../words/labels.ts'
import { figuresSection } from './figures.ts'
import { healthSection } from './health.ts'
import { needsYou } from './needs-you.ts'

const latestMax = 10

export async function homePage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const { service, peppolAccess, requests, now } = gateway
  const found = cached(() => readiness(gateway), requests.readinessMs)

  app.get(
    '/console',
    { config: { scope: 'any', testToken: 'read' } },
    async ({ caller, url, frame }, reply) => {
      readFields(queryOf(url), [])
      const { scopes } = caller.token
      const mayRead = scopes.includes('documents:read')
      const of = scopes.includes('operator') ? 'installation' : 'tenant'
      const [state, figures, latest, levels] = await Promise.all([
        found(),
        mayRead ? showFigures(gateway, caller, of) : undefined,
        mayRead ? latestOf(gateway, caller) : undefined,
        scopes.includes('metrics') ? levelsOf(gateway) : undefined,
      ])
      const { name } = peppolAccess.network
      const { version } = service
      return sendPage(reply, {
        title: labels.home,
        at: '/console',
        content: html`${mayRead && needsYou(frame.attention)}
${latest && section('latest', homeWords.latest, latest)}
${figures && figuresSection(figures)}
${healthSection({ state, levels, network: name, version, now: now() })}`,
      })
    },
  )
}

async function latestOf(gateway: Gateway, caller: Caller) {
  const query = { sort: '-createdAt', limit: latestMax } as const
  const { data } = await listRecords(gateway, caller, { ...query, direction: [...directions] })
  return data.length > 0
    ? documentsTable(homeWords.latest, data, { isMixed: true })
    : emptyList(homeWords.noneYet)
}
