// /api/v1/webhooks: whom the events of the caller's own tenant are sent to.
import { z } from 'zod'
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
} from '../../core/webhooks/webhooks.ts'
import { requestHeaders } from '../headers.ts'
import { pageHeaders, pageQuery, sendPage, toPageQuery } from '../page-query.ts'
import { webhookChangeExamples, webhookExamples } from '../reference/examples.ts'
import { type Route, routesOf } from '../zod.ts'
import { nothing, pathId } from './token-schemas.ts'
import {
  deliveryList,
  deliveryRecord,
  issuedWebhook,
  pathDelivery,
  webhookChange,
  webhookList,
  webhookRecord,
  webhookWish,
} from './webhook-schemas.ts'

const tags = ['Webhooks']
const access = { scope: 'admin', testToken: 'nothing' } as const
const headers = requestHeaders

const createWebhookRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/webhooks',
    {
      config: {
        ...access,
        problems: ['webhook.url-refused', 'webhook.limit-reached', 'webhook.unavailable'],
        bodyExamples: { 'application/json': webhookExamples },
        answerHeaders: { 201: { Location: 'Where the webhook is' } },
      },
      schema: {
        operationId: 'createWebhook',
        tags,
        summary: 'Create a webhook',
        description:
          'Events that happen from now on are sent to it by POST, signed as Standard Webhooks ' +
          'are. The answer shows the secret, once.',
        headers,
        body: { content: { 'application/json': { schema: webhookWish } } },
        response: { 201: issuedWebhook },
      },
    },
    async ({ caller, body }, reply) => {
      const webhook = await createWebhook(gateway, caller, body)
      return reply.code(201).header('Location', `/api/v1/webhooks/${webhook.id}`).send(webhook)
    },
  )

const listWebhooksRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/webhooks',
    {
      config: {
        ...access,
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listWebhooks',
        tags,
        summary: 'List the webhooks of your tenant',
        description: 'Newest first, without secrets.',
        headers,
        querystring: pageQuery,
        response: { 200: webhookList },
      },
    },
    async ({ caller, query, url }, reply) =>
      sendPage(reply, url, await listWebhooks(gateway, caller, toPageQuery(query))),
  )

const showWebhookRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/webhooks/:id',
    {
      config: { ...access, problems: ['webhook.not-found'] },
      schema: {
        operationId: 'showWebhook',
        tags,
        summary: 'Show a webhook',
        description: 'If it is disabled, the record says why.',
        headers,
        params: pathId,
        response: { 200: webhookRecord },
      },
    },
    async ({ caller, params }) => showWebhook(gateway, caller, params.id),
  )

const changeWebhookRoute: Route = (app, { gateway }) =>
  app.patch(
    '/api/v1/webhooks/:id',
    {
      config: {
        ...access,
        problems: ['webhook.not-found', 'webhook.url-refused'],
        bodyExamples: { 'application/json': webhookChangeExamples },
      },
      schema: {
        operationId: 'changeWebhook',
        tags,
        summary: 'Change, disable or enable a webhook',
        description:
          'While it is disabled, nothing is sent, and what happens then is not sent later: read ' +
          'the feed.',
        headers,
        params: pathId,
        body: { content: { 'application/json': { schema: webhookChange } } },
        response: { 200: webhookRecord },
      },
    },
    async ({ caller, params, body }) => changeWebhook(gateway, caller, params.id, body),
  )

const deleteWebhookRoute: Route = (app, { gateway }) =>
  app.delete(
    '/api/v1/webhooks/:id',
    {
      config: { ...access, problems: ['webhook.not-found'] },
      schema: {
        operationId: 'deleteWebhook',
        tags,
        summary: 'Delete a webhook',
        description: 'Nothing is sent any more, and its log of deliveries is gone.',
        headers,
        params: pathId,
        response: { 204: nothing },
      },
    },
    async ({ caller, params }, reply) => {
      await deleteWebhook(gateway, caller, params.id)
      return reply.code(204).send(undefined)
    },
  )

const testWebhookRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/webhooks/:id/test',
    {
      config: { ...access, problems: ['webhook.not-found'] },
      schema: {
        operationId: 'testWebhook',
        tags,
        summary: 'Send a test event',
        description:
          'Of type `webhook.test`, to this webhook only. Its deliveries show the answer.',
        headers,
        params: pathId,
        response: { 202: z.undefined().meta({ description: 'The event is on its way' }) },
      },
    },
    async ({ caller, params }, reply) => {
      await testWebhook(gateway, caller, params.id)
      return reply.code(202).send(undefined)
    },
  )

const rotateWebhookSecretRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/webhooks/:id/rotate-secret',
    {
      config: {
        ...access,
        problems: ['webhook.not-found', 'webhook.unavailable'],
      },
      schema: {
        operationId: 'rotateWebhookSecret',
        tags,
        summary: 'Replace the secret',
        description: 'Both sign for 24 hours. A second rotation in that time ends the first one.',
        headers,
        params: pathId,
        response: { 200: issuedWebhook },
      },
    },
    async ({ caller, params }) => rotateSecret(gateway, caller, params.id),
  )

const listWebhookDeliveriesRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/webhooks/:id/deliveries',
    {
      config: {
        ...access,
        problems: ['webhook.not-found', 'request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listWebhookDeliveries',
        tags,
        summary: 'List what was sent, and what came back',
        description: 'Newest first, for as long as events are kept.',
        headers,
        params: pathId,
        querystring: pageQuery,
        response: { 200: deliveryList },
      },
    },
    async ({ caller, params, query, url }, reply) =>
      sendPage(reply, url, await listDeliveries(gateway, caller, params.id, toPageQuery(query))),
  )

const redeliverEventRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
    {
      config: { ...access, problems: ['webhook.not-found'] },
      schema: {
        operationId: 'redeliverEvent',
        tags,
        summary: 'Send an event again',
        description: 'With the same `webhook-id`, and with all retries again if it fails.',
        headers,
        params: pathDelivery,
        response: { 202: deliveryRecord },
      },
    },
    async ({ caller, params }, reply) =>
      reply.code(202).send(await redeliver(gateway, caller, params)),
  )

export const webhooks = routesOf(
  createWebhookRoute,
  listWebhooksRoute,
  showWebhookRoute,
  changeWebhookRoute,
  deleteWebhookRoute,
  testWebhookRoute,
  rotateWebhookSecretRoute,
  listWebhookDeliveriesRoute,
  redeliverEventRoute,
)
