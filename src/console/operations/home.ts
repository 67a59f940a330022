// /console: what needs a person, and whether all is well, on one screen.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../../core/gateway.ts'
import { readiness } from '../../core/identity/identify.ts'
import { levelsOf } from '../../core/operations/levels.ts'
import { cached } from '../../core/runtime/cached.ts'
import type { Levels } from '../../core/runtime/metrics.ts'
import { showFigures } from '../../core/tracking/show-figures.ts'
import { queueOf } from '../../core/tracking/track.ts'
import { callout } from '../components/callout.ts'
import { facts } from '../components/facts.ts'
import { duration, exactTime } from '../components/time.ts'
import { foreign } from '../foreign.ts'
import { queryOf, readFields } from '../form.ts'
import { type Html, html } from '../html.ts'
import { sendPage } from '../page.ts'
import { bytes, code, section } from '../show.ts'
import { labels } from '../words/labels.ts'
import { figuresSection } from './figures.ts'

export async function homePage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const { service, peppolAccess, requests, now } = gateway
  const found = cached(() => readiness(gateway), requests.readinessMs)

  app.get(
    '/console',
    { config: { scope: 'any', testToken: 'read' } },
    async ({ caller, url }, reply) => {
      readFields(queryOf(url), [])
      const { scopes } = caller.token
      const mayRead = scopes.includes('documents:read')
      const of = scopes.includes('operator') ? 'installation' : 'tenant'
      const [state, queue, figures, levels] = await Promise.all([
        found(),
        mayRead ? queueOf(gateway, caller) : undefined,
        mayRead ? showFigures(gateway, caller, of) : undefined,
        scopes.includes('metrics') ? levelsOf(gateway) : undefined,
      ])
      const at = now().getTime()
      const { ready, faults, warnings, certificate } = state
      const leftSeconds = (Date.parse(certificate.expiresAt) - at) / 1000
      const oldest = queue?.oldestAt && duration((at - Date.parse(queue.oldestAt)) / 1000)
      return sendPage(reply, {
        title: labels.home,
        at: '/console',
        content: html`${
          ready
            ? callout({ tone: 'good', happened: 'Documents are accepted.' })
            : callout({ tone: 'bad', happened: 'No document can be accepted.' })
        }
${[...faults, ...warnings].map((one) => callout({ tone: 'care', happened: foreign(one) }))}
${facts([
  ['Waiting', queue && html`<a href="/console/queue">${queue.depth}</a>`],
  ['Oldest waiting', oldest],
  ['Own certificate', html`ends in ${duration(leftSeconds)}, ${exactTime(certificate.expiresAt)}`],
  ['Fingerprint', code(certificate.fingerprint)],
  ['Network', peppolAccess.network.name],
  ['Version', service.version],
  ['Time', exactTime(now().toISOString())],
])}
${figures && figuresSection(figures)}
${levels && ofAllTenants(levels)}`,
      })
    },
  )
}

/** What /metrics tells those who may read it. */
function ofAllTenants({ queue, diskFreeBytes, revocationsStale }: Levels): Html {
  return section(
    'installation',
    'Of all tenants',
    facts([
      ['Waiting', queue ? String(queue.documents) : 'the database does not respond'],
      ['Oldest waiting', queue && queue.documents > 0 && duration(queue.oldestSeconds)],
      ['Open circuits', queue && String(queue.circuitsOpen)],
      ['Free on the disk', diskFreeBytes !== undefined && bytes(diskFreeBytes)],
      ['Revocation lists without an answer', String(revocationsStale)],
    ]),
  )
}
