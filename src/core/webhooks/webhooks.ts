// Webhooks of a tenant, managed by its administrators. Other tenants' webhooks do not exist for
// them.
import { shown } from '../../billing/index.ts'
import { Problem } from '../../problem.ts'
import type { PageQuery, Webhook, WebhookAttempt, WebhookDelivery } from '../../store/index.ts'
import { actorOf, changedBy } from '../access/actor.ts'
import { refuseRemoved } from '../access/tenant-removed.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { type ListPage, toListPage } from '../list-page.ts'
import type { EventType, WebhookEventType } from '../runtime/events.ts'
import { describeSecretsKeyFault, secretsKeyFault } from '../secrets-key-fault.ts'
import { newSecret, seal } from './webhook-secret.ts'

export type WebhookRecord = {
  id: string
  url: string
  description?: string
  /** Empty: all of them, and those that are added later, but for `inbound.repeated`. */
  types: WebhookEventType[]
  enabled: boolean
  disabled?: { at: string; reason: string }
  /** Attempts in a row that failed. */
  failures: number
  lastSuccessAt?: string
  /** Until when the secret before the last rotation signs too. */
  previousSecretUntil?: string
  createdAt: string
}

/** `secret` is shown once. */
export type IssuedWebhook = WebhookRecord & { secret: string }

export type DeliveryRecord = {
  /** Id of the event: `webhook-id`. */
  id: string
  type: EventType
  sequence: number
  createdAt: string
  documentId?: string
  status: 'waiting' | 'delivered' | 'failed'
  nextAttemptAt?: string
  attempts: WebhookAttempt[]
}

export type WebhookWish = { url: string; description?: string; types?: WebhookEventType[] }
export type WebhookChange = Partial<WebhookWish> & { enabled?: boolean }

type WebhooksNeeds = Pick<
  Gateway,
  'store' | 'webhooks' | 'tenantLimits' | 'events' | 'now' | 'newId'
>

/** Throws Problem `webhook.url-refused`, `webhook.limit-reached`, `webhook.unavailable`. */
export async function createWebhook(
  gateway: WebhooksNeeds,
  caller: Caller,
  { types = [], ...wish }: WebhookWish,
): Promise<IssuedWebhook> {
  const { store, events, newId } = gateway
  const { tenant } = caller
  const by = changedBy(gateway, actorOf(caller))
  const key = await keyOf(gateway)
  await checkUrl(gateway, wish.url)
  // Numbering decides who is called: what has happened is not for it.
  await events.number()
  const id = newId()
  const secret = newSecret()
  const webhook = { ...wish, id, tenantId: tenant.id, types, createdAt: by.at }
  const max = gateway.tenantLimits.webhooks
  const sealed = seal(key, id, secret)
  if (!(await store.createWebhook({ ...webhook, secret: sealed, max }, by))) {
    await refuseRemoved(gateway, tenant.id)
    throw new Problem('webhook.limit-reached', {
      detail: `A tenant can have ${max} webhooks. Delete one that is not used.`,
    })
  }
  return { ...toRecord({ ...webhook, enabled: true, failures: 0 }), secret }
}

/** Newest first. Throws Problem `request.invalid-field`. */
export async function listWebhooks(
  { store }: WebhooksNeeds,
  { tenant }: Caller,
  query: PageQuery,
): Promise<ListPage<WebhookRecord>> {
  return toListPage(store.webhooksOf(tenant.id, query), toRecord)
}

/** Throws Problem `webhook.not-found`, also for another tenant's, as all below do. */
export async function showWebhook(
  gateway: WebhooksNeeds,
  caller: Caller,
  id: string,
): Promise<WebhookRecord> {
  return toRecord(await findWebhook(gateway, caller, id))
}

/** Throws Problem `webhook.url-refused`. */
export async function changeWebhook(
  gateway: WebhooksNeeds,
  caller: Caller,
  id: string,
  change: WebhookChange,
): Promise<WebhookRecord> {
  const webhook = await findWebhook(gateway, caller, id)
  if (change.url !== undefined) await checkUrl(gateway, change.url)
  // Numbering decides who is called: what has happened is for it as it was.
  await gateway.events.number()
  const by = changedBy(gateway, actorOf(caller))
  await gateway.store.changeWebhook({ ...change, id: webhook.id }, by)
  gateway.events.notify(caller.tenant.id)
  return showWebhook(gateway, caller, id)
}

/** Nothing is sent any more, and its log is gone. */
export async function deleteWebhook(
  gateway: WebhooksNeeds,
  caller: Caller,
  id: string,
): Promise<void> {
  const webhook = await findWebhook(gateway, caller, id)
  await gateway.store.deleteWebhook(webhook.id, changedBy(gateway, actorOf(caller)))
}

/** Sends it an event of type `webhook.test`. */
export async function testWebhook(
  gateway: WebhooksNeeds,
  caller: Caller,
  id: string,
): Promise<void> {
  const webhook = await findWebhook(gateway, caller, id)
  await gateway.store.addTestEvent(webhook, gateway.now())
  gateway.events.notify(caller.tenant.id)
}

/** Both secrets sign for a while. Throws Problem `webhook.unavailable`. */
export async function rotateSecret(
  gateway: WebhooksNeeds,
  caller: Caller,
  id: string,
): Promise<IssuedWebhook> {
  const key = await keyOf(gateway)
  const webhook = await findWebhook(gateway, caller, id)
  const secret = newSecret()
  const by = changedBy(gateway, actorOf(caller))
  const until = new Date(by.at.getTime() + gateway.webhooks.limits.previousSecretMs)
  const sealed = { id: webhook.id, secret: seal(key, webhook.id, secret), until }
  await gateway.store.replaceWebhookSecret(sealed, by)
  return { ...(await showWebhook(gateway, caller, id)), secret }
}

/** Newest first. Throws Problem `request.invalid-field`. */
export async function listDeliveries(
  gateway: WebhooksNeeds,
  caller: Caller,
  id: string,
  query: PageQuery,
): Promise<ListPage<DeliveryRecord>> {
  const webhook = await findWebhook(gateway, caller, id)
  return toListPage(gateway.store.deliveriesOf(webhook.id, query), toDeliveryRecord)
}

/** Sends an event again, whatever became of it before. */
export async function redeliver(
  gateway: WebhooksNeeds,
  caller: Caller,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<DeliveryRecord> {
  const { store, events, now } = gateway
  const webhook = await findWebhook(gateway, caller, id)
  const find = async () => {
    const delivery = await store.deliveryById(webhook.id, deliveryId)
    if (!delivery) throw new Problem('webhook.not-found')
    return delivery
  }
  const delivery = await find()
  await store.redeliver({ webhookId: webhook.id, id: delivery.id, now: now() })
  events.notify(caller.tenant.id)
  return toDeliveryRecord(await find())
}

async function findWebhook(
  { store }: WebhooksNeeds,
  { tenant }: Caller,
  id: string,
): Promise<Webhook> {
  const webhook = await store.webhookById(tenant.id, id)
  if (!webhook) throw new Problem('webhook.not-found')
  return webhook
}

async function keyOf({ webhooks }: WebhooksNeeds): Promise<Buffer> {
  const key = await webhooks.secretsKey
  if (key) return key
  const fault = (await secretsKeyFault({ webhooks })) ?? 'missing'
  throw new Problem('webhook.unavailable', { detail: describeSecretsKeyFault(fault) })
}

async function checkUrl({ webhooks }: WebhooksNeeds, url: string): Promise<void> {
  const refused = await webhooks.refusalOf(url)
  if (!refused) return
  const message = `url is ${shown(url)}: ${refused.message}.`
  const remedy = ' Plain http and private addresses need WEBHOOKS_ALLOW_INSECURE=true.'
  throw new Problem('webhook.url-refused', {
    detail: refused.isInsecure ? message + remedy : message,
    errors: [{ pointer: '/url', message, value: url }],
  })
}

function toRecord(webhook: Omit<Webhook, 'tenantId'>): WebhookRecord {
  const { id, url, description, types, enabled, failures, createdAt } = webhook
  const { disabledAt, disabledReason: reason = '', lastSuccessAt, previousUntil } = webhook
  return {
    ...{ id, url, types: types as WebhookEventType[], enabled, failures },
    ...(description === undefined ? {} : { description }),
    ...(disabledAt ? { disabled: { at: disabledAt.toISOString(), reason } } : {}),
    ...(lastSuccessAt ? { lastSuccessAt: lastSuccessAt.toISOString() } : {}),
    ...(previousUntil ? { previousSecretUntil: previousUntil.toISOString() } : {}),
    createdAt: createdAt.toISOString(),
  }
}

function toDeliveryRecord(delivery: WebhookDelivery): DeliveryRecord {
  const { id, type, sequence, at, documentId, status, dueAt, attempts } = delivery
  return {
    ...{ id, type: type as EventType, sequence, createdAt: at.toISOString() },
    ...(documentId ? { documentId } : {}),
    status,
    ...(dueAt ? { nextAttemptAt: dueAt.toISOString() } : {}),
    attempts,
  }
}
