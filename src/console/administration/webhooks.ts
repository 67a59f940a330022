// /console/webhooks: whom the events of the caller's own tenant are sent to, and what came back.
import type { FastifyInstance } from 'fastify'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { webhookEventTypes } from '../../core/runtime/events.ts'
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
} from '../../core/webhooks/webhooks.ts'
import { askFirst } from '../ask-first.ts'
import { button, linkButton } from '../components/button.ts'
import { facts } from '../components/facts.ts'
import { checkFields, form, textField } from '../components/field.ts'
import { emptyList } from '../components/list-state.ts'
import { linkedTable } from '../components/table.ts'
import { time } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { formBytesMax, nameIn, queryOf, readFields } from '../form.ts'
import { formPage, type Shown } from '../form-page.ts'
import { type Html, html } from '../html.ts'
import { idOf } from '../id.ts'
import { sendPage } from '../page.ts'
import { pageLinks } from '../paging.ts'
import { section, given as shownIf } from '../show.ts'
import { formWords } from '../words/frame.ts'
import { labels } from '../words/labels.ts'
import { otherBadge } from '../words/other-states.ts'
import { webhookActions } from '../words/webhooks.ts'
import { deliveriesTable } from './deliveries.ts'
import { shownOnce } from './secret.ts'

type Params = { Params: { id: string } }
const path = '/console/webhooks'
const config = { scope: 'admin', testToken: 'nothing' } as const
const fields = ['url', 'description', ...webhookEventTypes] as const
const urlCharactersMax = 2_000
const newWebhook = 'A new webhook'
const none = 'There is no webhook yet: events can also be read from the feed.'
const verify = 'The receiver checks the signature of each event with it (Standard Webhooks).'

export async function webhookPages(
  app: FastifyInstance,
  { gateway }: { gateway: Gateway },
): Promise<void> {
  app.get(path, { config }, async ({ caller, url }, reply) => {
    const given = readFields(queryOf(url), ['cursor'])
    const { data, page } = await listWebhooks(gateway, caller, { limit: 50, ...given })
    const add = { text: 'Create a webhook', href: `${path}/new`, look: 'primary' } as const
    return sendPage(reply, {
      title: labels.webhooks,
      at: path,
      actions: data.length > 0 ? linkButton(add) : undefined,
      content: html`${data.length > 0 ? webhooksTable(data) : emptyList(none, add)}
${pageLinks(path, given, page.nextCursor)}`,
    })
  })

  formPage(app, {
    ...{ path: `${path}/new`, at: path, ...config, fields, charactersMax: urlCharactersMax },
    show: (shown) => ({
      ...{ title: newWebhook, up: { text: labels.webhooks, href: path } },
      content: webhookForm(shown),
    }),
    async act({ caller, given }) {
      const { id, secret } = await createWebhook(gateway, caller, {
        url: given.url ?? '',
        ...(given.description ? { description: nameIn(given, 'description') } : {}),
        types: webhookEventTypes.filter((type) => given[type] === 'yes'),
      })
      const content = shownOnce(secret, { use: verify, back: `${path}/${id}` })
      return { title: newWebhook, content }
    },
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
      up: { text: labels.webhooks, href: path },
      beside: otherBadge(webhook.enabled ? 'enabled' : 'disabled'),
      content: html`${webhookFacts(webhook)}
<div class="actions">${Object.entries(actions).map(
        ([name, { link, isFor }]) =>
          isFor(webhook) &&
          linkButton({
            ...{ text: `${link} …`, href: `${here}/${name}` },
            look: name === 'delete' ? 'danger' : 'secondary',
          }),
      )}</div>
${section(
  'deliveries',
  'Deliveries',
  html`${data.length > 0 ? deliveriesTable(here, data) : emptyList('Nothing was sent yet.')}
${pageLinks(here, given, page.nextCursor)}`,
)}`,
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
          destroys: name === 'delete',
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
    ...webhookActions.test,
    isFor: ({ enabled }) => enabled,
    act: async (gateway, caller, id) => void (await testWebhook(gateway, caller, id)),
  },
  'rotate-secret': {
    ...webhookActions['rotate-secret'],
    isFor: () => true,
    act: async (gateway, caller, id) => (await rotateSecret(gateway, caller, id)).secret,
  },
  disable: {
    ...webhookActions.disable,
    isFor: ({ enabled }) => enabled,
    act: async (gateway, caller, id) =>
      void (await changeWebhook(gateway, caller, id, { enabled: false })),
  },
  enable: {
    ...webhookActions.enable,
    isFor: ({ enabled }) => !enabled,
    act: async (gateway, caller, id) =>
      void (await changeWebhook(gateway, caller, id, { enabled: true })),
  },
  delete: {
    ...webhookActions.delete,
    isFor: () => true,
    act: async (gateway, caller, id) => void (await deleteWebhook(gateway, caller, id)),
  },
}

function webhookForm({ given, errors, notice, hidden }: Shown<(typeof fields)[number]>): Html {
  return html`${notice}${form(
    `${path}/new`,
    html`${hidden}${textField({
      ...{ name: 'url', label: 'URL', type: 'url', isRequired: true, max: urlCharactersMax },
      ...{ value: given.url, error: errors.url, hasFocus: true },
      hint: 'It begins with https, and is at a public address.',
    })}${textField({
      ...{ name: 'description', label: 'Description', max: 255 },
      ...{ value: given.description, error: errors.description },
    })}${checkFields({
      ...{ name: 'types', label: 'Events', error: errors.types },
      hint: 'None ticked: all, and those that are added later.',
      chosen: webhookEventTypes.filter((type) => given[type] === 'yes'),
      choices: webhookEventTypes.map((type) => ({ value: type, label: type })),
    })}`,
    html`${button({ text: 'Create the webhook', look: 'primary' })}
${linkButton({ text: formWords.back, href: path, look: 'quiet' })}`,
  )}`
}

function webhooksTable(webhooks: readonly WebhookRecord[]): Html {
  return linkedTable(
    'Webhooks',
    [
      { head: 'URL', as: 'title' },
      'State',
      { head: 'Failures in a row', as: 'figure' },
      'Last success',
    ],
    webhooks.map(({ id, url, enabled, failures, lastSuccessAt }) => [
      html`<a href="${path}/${id}"><bdi>${plain(url)}</bdi></a>`,
      otherBadge(enabled ? 'enabled' : 'disabled'),
      failures,
      lastSuccessAt && time(lastSuccessAt),
    ]),
  )
}

function webhookFacts(webhook: WebhookRecord): Html {
  const { url, description, types, disabled, previousSecretUntil } = webhook
  return facts([
    ['URL', foreign(url)],
    ['Description', shownIf(description)],
    ['Events', types.length > 0 ? types.join(', ') : 'all'],
    ['Off since', disabled && html`${time(disabled.at)} ${foreign(disabled.reason)}`],
    ['Failures in a row', String(webhook.failures)],
    ['Last success', webhook.lastSuccessAt && time(webhook.lastSuccessAt)],
    ['The secret before also signs until', previousSecretUntil && time(previousSecretUntil)],
    ['Created', time(webhook.createdAt)],
  ])
}
