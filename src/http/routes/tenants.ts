// /api/v1/tenants: the tenants of the installation, for its operators.
import { actorOf } from '../../core/access/actor.ts'
import {
  addTenant,
  changeTenant,
  issueTokenFor,
  listTenants,
  removeTenant,
  showTenant,
} from '../../core/access/tenants.ts'
import { requestHeaders } from '../headers.ts'
import { pageHeaders, pageQuery, sendPage, toPageQuery } from '../page-query.ts'
import { tenantChangeExamples, tenantExamples, tokenExamples } from '../reference/examples.ts'
import { type Route, routesOf } from '../zod.ts'
import {
  issuedToken,
  nothing,
  pathId,
  tenantChange,
  tenantList,
  tenantRecord,
  tenantWish,
  tokenWish,
  toTenantChange,
  toTokenWish,
} from './token-schemas.ts'
import { issueProblems } from './tokens.ts'

const tags = ['Tenants']
const access = { scope: 'operator', testToken: 'nothing' } as const

const createTenantRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/tenants',
    {
      config: {
        ...access,
        problems: [
          ...(['tenant.name-taken', 'participant.id-invalid'] as const),
          'participant.checksum-failed',
        ],
        bodyExamples: { 'application/json': tenantExamples },
        answerHeaders: { 201: { Location: 'Where the tenant is' } },
      },
      schema: {
        operationId: 'createTenant',
        tags,
        summary: 'Create a tenant',
        description: 'Several tenants may send for one participant.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: tenantWish } } },
        response: { 201: tenantRecord },
      },
    },
    async (request, reply) => {
      const tenant = await addTenant(gateway, actorOf(request.caller), request.body)
      return reply.code(201).header('Location', `/api/v1/tenants/${tenant.id}`).send(tenant)
    },
  )

const listTenantsRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/tenants',
    {
      config: {
        ...access,
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listTenants',
        tags,
        summary: 'List the tenants',
        description: 'Newest first.',
        headers: requestHeaders,
        querystring: pageQuery,
        response: { 200: tenantList },
      },
    },
    async ({ query, url }, reply) =>
      sendPage(reply, url, await listTenants(gateway, toPageQuery(query))),
  )

const showTenantRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/tenants/:id',
    {
      config: { ...access, problems: ['tenant.not-found'] },
      schema: {
        operationId: 'showTenant',
        tags,
        summary: 'Show a tenant',
        description: 'Whom it may send for, and what becomes of its duplicates.',
        headers: requestHeaders,
        params: pathId,
        response: { 200: tenantRecord },
      },
    },
    async ({ params }) => showTenant(gateway, params.id),
  )

const showOwnTenantRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/tenant',
    {
      config: { scope: 'documents:read', testToken: 'read', problems: ['tenant.not-found'] },
      schema: {
        operationId: 'showOwnTenant',
        tags,
        summary: 'Show your own tenant',
        description:
          'For whom you may send, and what operators have set for you, such as what is reported ' +
          'to tax authorities.',
        headers: requestHeaders,
        response: { 200: tenantRecord },
      },
    },
    async ({ caller }) => showTenant(gateway, caller.tenant.id),
  )

const changeTenantRoute: Route = (app, { gateway }) =>
  app.patch(
    '/api/v1/tenants/:id',
    {
      config: {
        ...access,
        problems: [
          ...(['tenant.not-found', 'tenant.name-taken'] as const),
          ...(['participant.id-invalid', 'participant.checksum-failed'] as const),
          'participant.registered',
        ],
        bodyExamples: { 'application/json': tenantChangeExamples },
      },
      schema: {
        operationId: 'changeTenant',
        tags,
        summary: 'Change a tenant',
        description:
          'What is absent stays as it is. A participant cannot leave the list while documents ' +
          'are received for it.',
        headers: requestHeaders,
        params: pathId,
        body: { content: { 'application/json': { schema: tenantChange } } },
        response: { 200: tenantRecord },
      },
    },
    async ({ caller, params, body }) =>
      changeTenant(gateway, { id: params.id, actor: actorOf(caller) }, toTenantChange(body)),
  )

const deleteTenantRoute: Route = (app, { gateway }) =>
  app.delete(
    '/api/v1/tenants/:id',
    {
      config: {
        ...access,
        problems: ['tenant.not-found', 'tenant.not-deletable', 'registration.published'],
      },
      schema: {
        operationId: 'deleteTenant',
        tags,
        summary: 'Delete a tenant that never sent anything',
        description: 'Its tokens and webhooks go with it. Your own tenant cannot be deleted.',
        headers: requestHeaders,
        params: pathId,
        response: { 204: nothing },
      },
    },
    async ({ caller, params }, reply) => {
      const by = { actor: actorOf(caller), ownId: caller.tenant.id }
      await removeTenant(gateway, { ...by, id: params.id })
      return reply.code(204).send(undefined)
    },
  )

const createTokenOfTenantRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/tenants/:id/tokens',
    {
      config: {
        ...access,
        problems: [...issueProblems, 'tenant.not-found'],
        bodyExamples: { 'application/json': tokenExamples },
      },
      schema: {
        operationId: 'createTokenOfTenant',
        tags,
        summary: 'Create a token for a tenant',
        description:
          'Its first one, for instance: with the scope `admin`, it makes the others. The answer ' +
          'shows its text, once. Its scopes are among those of your own token.',
        headers: requestHeaders,
        params: pathId,
        body: { content: { 'application/json': { schema: tokenWish } } },
        response: { 201: issuedToken },
      },
    },
    async ({ caller, params, body }, reply) =>
      reply.code(201).send(await issueTokenFor(gateway, caller, params.id, toTokenWish(body))),
  )

export const tenants = routesOf(
  createTenantRoute,
  listTenantsRoute,
  showTenantRoute,
  showOwnTenantRoute,
  changeTenantRoute,
  deleteTenantRoute,
  createTokenOfTenantRoute,
)
