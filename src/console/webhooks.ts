// /console/webhooks: whom the events of the caller's own tenant are sent to, and what came back.
import type { FastifyInstance } from 'fastify'
import type { Caller, Gateway } from '../core/gateway.ts'
import { webhookEventTypes } from '../core/runtime/events.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  redeliver,
  rotateSecret,
  showWebhook,
  testWebhook,
  type WebhookRecord,
} from '../core/webhooks/webhooks.ts'
import { deliveriesTable } from './deliveries.ts'
import { foreign, plain } from './foreign.ts'
import { formBytesMax, nameIn, queryOf, readFields } from './form.ts'
import { type Html, html } from './html.ts'
import { idOf } from './id.ts'
import { sendPage } from './page.ts'
import { pageLinks } from './paging.ts'
import { askFirst } from './question.ts'
import { shownOnce } from './secret.ts'
import { choice, facts, mark, given as shownIf, table, time } from './show.ts'

type Params = { Params: { id: string } }
const path = '/console/webhooks'
const config = { scope: 'admin', testToken: 'nothing' } as const
const fields = ['url', 'description', ...webhookEventTypes] as const
const urlCharactersMax = 2_000
const verify = 'The receiver checks the signature of each event with it (Standard Webhooks).'

export async function webhookPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ caller, url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const { data, page } = await listWebhooks(gateway, caller, { limit: 50, ...given })
    return sendPage(reply, {
      title: 'Webhooks',
      at: path,
      caller,
      content: html`${data.length > 0 ? webhooksTable(data) : html`<p>There is none.</p>`}
${pageLinks(path, given, page.nextCursor)}
<h2>A new webhook</h2>
${webhookForm()}`,
    })
  })

  app.post(path, { config, bodyLimit: formBytesMax }, async (request, reply) => {
    const { caller, body } = request
    const given = readFields(String(body ?? ''), fields, urlCharactersMax)
    const { id, secret } = await createWebhook(gateway, caller, {
      url: given.url ?? '',
      ...(given.description ? { description: nameIn(given, 'description') } : {}),
      types: webhookEventTypes.filter((type) => given[type] === 'yes'),
    })
    const content = shownOnce(secret, { use: verify, back: `${path}/${id}` })
    return sendPage(reply, { title: 'A new webhook', at: path, caller, content })
  })

  app.get<Params>(`${path}/:id`, { config }, async ({ caller, params, url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const webhook = await showWebhook(gateway, caller, idOf(params.id))
    const query = { limit: 50, ...given }
    const { data, page } = await listDeliveries(gateway, caller, webhook.id, query)
    const here = `${path}/${webhook.id}`
    return sendPage(reply, {
      title: 'Webhook',
      at: path,
      caller,
      content: html`${webhookFacts(webhook)}
<p class="row">${Object.entries(actions).map(
        ([name, { link, isFor }]) =>
          isFor(webhook) && html`<a class="button" href="${here}/${name}">${link} …</a>`,
      )}</p>
<h2>Deliveries</h2>
${data.length > 0 ? deliveriesTable(here, data) : html`<p>Nothing was sent yet.</p>`}
${pageLinks(here, given, page.nextCursor)}`,
    })
  })

  for (const [name, { title, link, consequence, act }] of Object.entries(actions))
    askFirst(app, {
      path: `${path}/:id/${name}`,
      at: path,
      ...config,
      async ask({ caller, params }) {
        const { id, url } = await showWebhook(gateway, caller, idOf(params.id!))
        return {
          title,
          consequence: html`<p>${foreign(url)}</p><p>${consequence}</p>`,
          button: link,
          back: `${path}/${id}`,
        }
      },
      async act({ caller, params }) {
        const id = idOf(params.id!)
        const secret = await act(gateway, caller, id)
        if (name === 'delete') return path
        if (!secret) return `${path}/${id}`
        const content = shownOnce(secret, { use: verify, back: `${path}/${id}` })
        return { title: 'The new secret', content }
      },
    })

  app.post<{ Params: { id: string; deliveryId: string } }>(
    `${path}/:id/deliveries/:deliveryId/redeliver`,
    { config, bodyLimit: formBytesMax },
    async ({ caller, params, body }, reply) => {
      readFields(String(body ?? ''), [])
      const [id, deliveryId] = [idOf(params.id), idOf(params.deliveryId)]
      await redeliver(gateway, caller, { id, deliveryId })
      return reply.redirect(`${path}/${id}`, 303)
    },
  )
}

type Action = {
  /** On the page of the webhook, and on the button. */
  link: string
  title: string
  consequence: string
  isFor(webhook: WebhookRecord): boolean
  /** Resolves with a secret to be shown. */
  act(gateway: Gateway, caller: Caller, id: string): Promise<string | undefined>
}

const actions: Record<'test' | 'rotate-secret' | 'disable' | 'enable' | 'delete', Action> = {
  test: {
    link: 'Send a test event',
    title: 'Send a test event?',
    consequence: 'Of the type webhook.test, to this webhook only.',
    isFor: ({ enabled }) => enabled,
    act: async (gateway, caller, id) => void (await testWebhook(gateway, caller, id)),
  },
  'rotate-secret': {
    link: 'Replace the secret',
    title: 'Replace the secret?',
    consequence: 'Both secrets sign for 24 hours. A second rotation in that time ends the first.',
    isFor: () => true,
    act: async (gateway, caller, id) => (await rotateSecret(gateway, caller, id)).secret,
  },
  disable: {
    link: 'Disable',
    title: 'Disable this webhook?',
    consequence: 'What happens while it is off is not sent later: it is in the feed of events.',
    isFor: ({ enabled }) => enabled,
    act: async (gateway, caller, id) =>
      void (await changeWebhook(gateway, caller, id, { enabled: false })),
  },
  enable: {
    link: 'Enable',
    title: 'Enable this webhook?',
    consequence: 'Its failures are forgotten, and it goes on with what is waiting.',
    isFor: ({ enabled }) => !enabled,
    act: async (gateway, caller, id) =>
      void (await changeWebhook(gateway, caller, id, { enabled: true })),
  },
  delete: {
    link: 'Delete',
    title: 'Delete this webhook?',
    consequence: 'Nothing is sent any more, and its log of deliveries is gone.',
    isFor: () => true,
    act: async (gateway, caller, id) => void (await deleteWebhook(gateway, caller, id)),
  },
}

function webhookForm(): Html {
  return html`<form method="post" action="${path}" class="stack">
<label>URL: https, at a public address <input name="url" type="url" required
 maxlength="${urlCharactersMax}"></label>
<label>Description <input name="description" maxlength="255"></label>
<fieldset><legend>Events; none ticked: all, and those that are added later</legend>
${webhookEventTypes.map((type) => choice(type, type))}</fieldset>
<button type="submit">Create the webhook</button></form>`
}

function webhooksTable(webhooks: readonly WebhookRecord[]): Html {
  return table(
    'Webhooks',
    ['URL', 'State', 'Failures in a row', 'Last success'],
    webhooks.map(
      ({ id, url, enabled, failures, lastSuccessAt }) => html`<tr>
<th scope="row"><a href="${path}/${id}"><bdi>${plain(url)}</bdi></a></th>
<td>${mark(enabled ? 'enabled' : 'disabled')}</td><td>${failures}</td>
<td>${lastSuccessAt && time(lastSuccessAt)}</td></tr>`,
    ),
  )
}

function webhookFacts(webhook: WebhookRecord): Html {
  const { url, description, types, disabled, previousSecretUntil } = webhook
  return facts([
    ['URL', foreign(url)],
    ['Description', shownIf(description)],
    ['Events', types.length > 0 ? types.join(', ') : 'all'],
    ['State', mark(webhook.enabled ? 'enabled' : 'disabled')],
    ['Disabled', disabled && html`${time(disabled.at)} ${foreign(disabled.reason)}`],
    ['Failures in a row', String(webhook.failures)],
    ['Last success', webhook.lastSuccessAt && time(webhook.lastSuccessAt)],
    ['The secret before also signs until', previousSecretUntil && time(previousSecretUntil)],
    ['Created', time(webhook.createdAt)],
  ])
}
