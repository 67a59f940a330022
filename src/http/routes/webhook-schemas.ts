// Webhooks and their deliveries as callers see them.
import { z } from 'zod'
import { eventTypes, webhookEventTypes } from '../../core/runtime/events.ts'
import type { DeliveryRecord, IssuedWebhook, WebhookRecord } from '../../core/webhooks/webhooks.ts'
import { exactly } from '../exactly.ts'
import { page } from '../page.ts'
import { text } from '../reference-to-document.ts'
import { pathId } from './token-schemas.ts'

const moment = z.iso.datetime()
const types = z
  .array(z.enum(webhookEventTypes))
  .max(webhookEventTypes.length)
  .meta({
    description:
      'The events that are sent; empty: all, and those that are added later, but not ' +
      '`inbound.repeated`',
  })

const webhookMembers = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().exactOptional(),
  types,
  enabled: z.boolean(),
  disabled: z
    .object({ at: moment, reason: z.string() })
    .meta({ id: 'WebhookDisabled', description: 'Since when and why nothing is sent' })
    .exactOptional(),
  failures: z.int().min(0).meta({ description: 'Attempts in a row that failed' }),
  lastSuccessAt: moment
    .exactOptional()
    .meta({ description: 'While everything arrives, up to a minute earlier than the last event' }),
  previousSecretUntil: moment.exactOptional().meta({
    description: 'Until when the secret before the last rotation signs too',
  }),
  createdAt: moment,
})

export const webhookRecord = exactly<WebhookRecord>()(
  webhookMembers.meta({ id: 'Webhook', description: 'Whom events are sent to' }),
)

export const issuedWebhook = exactly<IssuedWebhook>()(
  webhookMembers
    .extend({
      secret: z.string().meta({ description: '`whsec_…`. It is shown once' }),
    })
    .meta({ id: 'IssuedWebhook', description: 'A webhook, with its new secret' }),
)

export const webhookList = z
  .object({ data: z.array(webhookRecord), page })
  .meta({ id: 'WebhookList', description: 'A page of webhooks' })

const wish = {
  url: text.min(1).max(2_000).meta({ description: 'https, at a public address' }),
  description: text.min(1).max(255).exactOptional(),
  types: types.exactOptional(),
}

export const webhookWish = z.strictObject(wish).meta({ id: 'WebhookWish' })

export const webhookChange = z
  .strictObject({
    ...wish,
    url: wish.url.exactOptional(),
    enabled: z.boolean().exactOptional().meta({
      description: '`true` forgets its failures and goes on with what is waiting',
    }),
  })
  .meta({ id: 'WebhookChange' })

const attempt = z
  .object({
    at: moment,
    durationMs: z.number(),
    httpStatus: z.int().exactOptional(),
    error: z.string().exactOptional().meta({ description: 'Absent: it arrived' }),
    body: z.string().exactOptional().meta({ description: 'How the answer begins' }),
  })
  .meta({ id: 'WebhookAttempt' })

export const deliveryRecord = exactly<DeliveryRecord>()(
  z
    .object({
      id: z.string().meta({ description: 'Of the event: `webhook-id`' }),
      type: z.enum(eventTypes),
      sequence: z.int().min(1),
      createdAt: moment,
      documentId: z.string().exactOptional(),
      status: z.enum(['waiting', 'delivered', 'failed']),
      nextAttemptAt: moment.exactOptional(),
      attempts: z.array(attempt).meta({ description: 'The last 50, oldest first' }),
    })
    .meta({ id: 'WebhookDelivery', description: 'An event on its way to a webhook' }),
)

export const deliveryList = z
  .object({ data: z.array(deliveryRecord), page })
  .meta({ id: 'WebhookDeliveryList', description: 'A page of deliveries' })

export const pathDelivery = z.object({
  ...pathId.shape,
  deliveryId: text
    .min(1)
    .max(255)
    .meta({
      description: 'The id of the event',
      examples: ['019ab3c1-3a5e-7c21-9d40-5b0a6e1f2d33'],
    }),
})
