// /console: whether all is well, on one screen.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../core/gateway.ts'
import { readiness } from '../core/identity/identify.ts'
import { levelsOf } from '../core/operations/levels.ts'
import { cached } from '../core/runtime/cached.ts'
import type { Levels } from '../core/runtime/metrics.ts'
import { showFigures } from '../core/tracking/show-figures.ts'
import { queueOf } from '../core/tracking/track.ts'
import { figuresSection } from './figures.ts'
import { foreign } from './foreign.ts'
import { queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { sendPage } from './page.ts'
import { bytes, duration, facts, mark, time } from './show.ts'

export async function nowPage(
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
        title: 'Now',
        at: '/console',
        caller,
        content: html`<p>${
          ready
            ? html`${mark('ready')} Documents are accepted.`
            : html`${mark('unavailable')} No document can be accepted.`
        }</p>
${[...faults, ...warnings].map((sentence) => html`<p class="warning">${foreign(sentence)}</p>`)}
${facts([
  ['Waiting', queue && html`<a href="/console/queue">${queue.depth}</a>`],
  ['Oldest waiting', oldest],
  ['Own certificate', html`ends in ${duration(leftSeconds)}, ${time(certificate.expiresAt)}`],
  ['Fingerprint', html`<code>${certificate.fingerprint}</code>`],
  ['Network', peppolAccess.network.name],
  ['Version', service.version],
  ['Time', time(now().toISOString())],
])}
${figures && figuresSection(figures)}
${levels && ofAllTenants(levels)}`,
      })
    },
  )
}

/** What /metrics tells those who may read it. */
function ofAllTenants({ queue, diskFreeBytes, revocationsStale }: Levels): Html {
  return html`<h2>Of all tenants</h2>
${facts([
  ['Waiting', queue ? String(queue.documents) : 'the database does not respond'],
  ['Oldest waiting', queue && queue.documents > 0 && duration(queue.oldestSeconds)],
  ['Open circuits', queue && String(queue.circuitsOpen)],
  ['Free on the disk', diskFreeBytes !== undefined && bytes(diskFreeBytes)],
  ['Revocation lists without an answer', String(revocationsStale)],
])}`
}
