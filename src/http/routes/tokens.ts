// /api/v1/tokens: the tokens of the caller's own tenant.

import {
  changeToken,
  issueToken,
  listTokens,
  revokeToken,
  rotateToken,
  showToken,
} from '../../core/access/tokens.ts'
import { requestHeaders } from '../headers.ts'
import { pageHeaders, pageQuery, sendPage, toPageQuery } from '../page-query.ts'
import { rotationExamples, tokenChangeExamples, tokenExamples } from '../reference/examples.ts'
import { type Route, routesOf } from '../zod.ts'
import {
  issuedToken,
  nothing,
  pathId,
  rotation,
  tokenChange,
  tokenList,
  tokenRecord,
  tokenWish,
  toTokenWish,
} from './token-schemas.ts'

const tags = ['Tokens']
const access = { scope: 'admin', testToken: 'test' } as const
const endsTooLate = { code: 'request.invalid-field', status: 422 } as const
export const issueProblems = [
  'auth.environment-mismatch',
  'request.invalid-field',
  'token.limit-reached',
  endsTooLate,
] as const
const issueHeaders = { 201: { Location: 'Where the token is' } }

const createTokenRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/tokens',
    {
      config: {
        ...access,
        problems: issueProblems,
        bodyExamples: { 'application/json': tokenExamples },
        answerHeaders: issueHeaders,
      },
      schema: {
        operationId: 'createToken',
        tags,
        summary: 'Create a token',
        description:
          'For your own tenant. The answer shows its text, once. Its scopes are among those of ' +
          'your own token. If that ends, the new one ends no later, and at the same time unless ' +
          'you say when.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: tokenWish } } },
        response: { 201: issuedToken },
      },
    },
    async ({ caller, body }, reply) => {
      const issued = await issueToken(gateway, caller, caller.tenant, toTokenWish(body))
      return reply.code(201).header('Location', `/api/v1/tokens/${issued.id}`).send(issued)
    },
  )

const listTokensRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/tokens',
    {
      config: {
        ...access,
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listTokens',
        tags,
        summary: 'List the tokens of your tenant',
        description: 'Newest first, without secrets. Revoked and expired ones are listed too.',
        headers: requestHeaders,
        querystring: pageQuery,
        response: { 200: tokenList },
      },
    },
    async ({ caller, query, url }, reply) =>
      sendPage(reply, url, await listTokens(gateway, caller, toPageQuery(query))),
  )

const showTokenRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/tokens/:id',
    {
      config: { ...access, problems: ['token.not-found'] },
      schema: {
        operationId: 'showToken',
        tags,
        summary: 'Show a token',
        description: 'Without its secret, which is stored nowhere.',
        headers: requestHeaders,
        params: pathId,
        response: { 200: tokenRecord },
      },
    },
    async ({ caller, params }) => showToken(gateway, caller, params.id),
  )

const changeTokenRoute: Route = (app, { gateway }) =>
  app.patch(
    '/api/v1/tokens/:id',
    {
      config: {
        ...access,
        problems: [...issueProblems, 'token.not-found', 'token.not-valid'],
        bodyExamples: { 'application/json': tokenChangeExamples },
      },
      schema: {
        operationId: 'changeToken',
        tags,
        summary: 'Rename a token, or let it end at another time',
        description:
          'You need every scope that the token has. If your own token ends, this one is given ' +
          'no later end. A token that was revoked or has expired stays as it is.',
        headers: requestHeaders,
        params: pathId,
        body: { content: { 'application/json': { schema: tokenChange } } },
        response: { 200: tokenRecord },
      },
    },
    async ({ caller, params, body: { expiresAt, ...same } }) =>
      changeToken(gateway, caller, params.id, {
        ...same,
        ...(expiresAt ? { expiresAt: new Date(expiresAt) } : {}),
      }),
  )

const revokeTokenRoute: Route = (app, { gateway }) =>
  app.delete(
    '/api/v1/tokens/:id',
    {
      config: { ...access, problems: ['token.not-found'] },
      schema: {
        operationId: 'revokeToken',
        tags,
        summary: 'Revoke a token',
        description:
          'No call that begins later is served, on any node. It may be your own token: have ' +
          'another one first.',
        headers: requestHeaders,
        params: pathId,
        response: { 204: nothing },
      },
    },
    async ({ caller, params }, reply) => {
      await revokeToken(gateway, caller, params.id)
      return reply.code(204).send(undefined)
    },
  )

const rotateTokenRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/tokens/:id/rotate',
    {
      config: {
        ...access,
        bodyMayBeAbsent: true,
        problems: [
          ...(['auth.environment-mismatch', 'token.not-found', 'token.not-valid'] as const),
          'token.limit-reached',
          endsTooLate,
        ],
        bodyExamples: { 'application/json': rotationExamples },
        answerHeaders: issueHeaders,
      },
      schema: {
        operationId: 'rotateToken',
        tags,
        summary: 'Replace a token by a new one',
        description:
          'The new token has the same name, scopes and environment; if the old one had an end, ' +
          'the new one is valid for as long. The old one works until the overlap is over. You ' +
          'need every scope that the token has, and, unless it is your own, a token that ends no ' +
          'earlier than the new one.',
        headers: requestHeaders,
        params: pathId,
        body: { content: { 'application/json': { schema: rotation } } },
        response: { 201: issuedToken },
      },
    },
    async ({ caller, params, body }, reply) => {
      const issued = await rotateToken(gateway, caller, params.id, body.overlapSeconds * 1000)
      return reply.code(201).header('Location', `/api/v1/tokens/${issued.id}`).send(issued)
    },
  )

export const tokens = routesOf(
  createTokenRoute,
  listTokensRoute,
  showTokenRoute,
  changeTokenRoute,
  revokeTokenRoute,
  rotateTokenRoute,
)
