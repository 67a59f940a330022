// /console: whether all is well, on one screen.
import type { FastifyInstance } from 'fastify'
import type { Gateway } from '../core/gateway.ts'
import { readiness } from '../core/identify.ts'
import { remembered } from '../core/remembered.ts'
import { queueOf } from '../core/track.ts'
import { foreign } from './foreign.ts'
import { queryOf, readFields } from './form.ts'
import { html } from './html.ts'
import { sendPage } from './page.ts'
import { duration, facts, mark, time } from './show.ts'

export async function nowPage(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  const { service, peppolAccess, requests, now } = gateway
  const found = remembered(() => readiness(gateway), requests.readinessMs)

  app.get('/console', { config: { scope: 'any' } }, async ({ caller, url }, reply) => {
    readFields(queryOf(url), [])
    const mayRead = caller.token.scopes.includes('documents:read')
    const [state, queue] = await Promise.all([
      found(),
      mayRead ? queueOf(gateway, caller) : undefined,
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
])}`,
    })
  })
}
