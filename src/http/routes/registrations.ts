// /api/v1/registrations: whom the caller's tenant receives documents for.
import { z } from 'zod'
import { askToPublish, requirePublisher } from '../../core/network/ask-publication.ts'
import {
  addRegistration,
  changeRegistration,
  listRegistrations,
  registrarOf,
  removeRegistration,
  showRegistration,
} from '../../core/network/registrations.ts'
import { requestHeaders } from '../headers.ts'
import { pageHeaders, pageQuery, sendPage, toPageQuery } from '../page-query.ts'
import { registrationChangeExamples, registrationExamples } from '../reference/examples.ts'
import { text } from '../reference-to-document.ts'
import { type Route, routesOf } from '../zod.ts'
import {
  registrationChange,
  registrationList,
  registrationRecord,
  registrationWish,
} from './inbound-schemas.ts'
import { nothing } from './token-schemas.ts'

const tags = ['Registrations']
const access = { scope: 'admin', testToken: 'nothing' } as const
const pathParticipant = z.object({
  id: text
    .min(1)
    .max(200)
    .meta({
      description: 'The participant',
      examples: ['0208:0685660237'],
    }),
})
const factProblems = ['request.invalid-field', 'request.missing-field'] as const

const createRegistrationRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/registrations',
    {
      config: {
        ...access,
        problems: [
          ...factProblems,
          ...([
            'participant.taken',
            'participant.receiver-not-allowed',
            'registration.limit-reached',
            'participant.id-invalid',
            'participant.checksum-failed',
            'tenant.not-found',
          ] as const),
        ],
        bodyExamples: { 'application/json': registrationExamples },
        answerHeaders: { 201: { Location: 'Where the registration is' } },
      },
      schema: {
        operationId: 'createRegistration',
        tags,
        summary: 'Receive documents for a participant',
        description:
          'In force at once. You register what is among the `participants` of your tenant or, if ' +
          'it has `*`, what is in the list of no other tenant. With the scope `operator` you ' +
          'register anything, also for another tenant; that adds it to the list. A participant ' +
          'has one tenant. Others find it once an SMP names this access point; that of the ' +
          'sandbox does by itself.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: registrationWish } } },
        response: { 201: registrationRecord },
      },
    },
    async ({ caller, body }, reply) => {
      const { participant, tenantId, ...wish } = body
      const registrar = await registrarOf(gateway, caller, tenantId)
      const made = await addRegistration(gateway, registrar, participant, wish)
      return reply
        .code(201)
        .header('Location', `/api/v1/registrations/${made.participant}`)
        .send(made)
    },
  )

const listRegistrationsRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/registrations',
    {
      config: {
        ...access,
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listRegistrations',
        tags,
        summary: 'List the registrations',
        description: 'Newest first.',
        headers: requestHeaders,
        querystring: pageQuery,
        response: { 200: registrationList },
      },
    },
    async ({ caller, query, url }, reply) =>
      sendPage(reply, url, await listRegistrations(gateway, caller, toPageQuery(query))),
  )

const showRegistrationRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/registrations/:id',
    {
      config: { ...access, problems: ['registration.not-found'] },
      schema: {
        operationId: 'showRegistration',
        tags,
        summary: 'Show a registration',
        description: 'What is received for a participant.',
        headers: requestHeaders,
        params: pathParticipant,
        response: { 200: registrationRecord },
      },
    },
    async ({ caller, params }) => showRegistration(gateway, caller.tenant.id, params.id),
  )

const changeRegistrationRoute: Route = (app, { gateway }) =>
  app.put(
    '/api/v1/registrations/:id',
    {
      config: {
        ...access,
        problems: [
          ...factProblems,
          ...(['registration.not-found', 'registration.published'] as const),
          ...(['publication.not-allowed', 'publication.no-smp'] as const),
        ],
        bodyExamples: { 'application/json': registrationChangeExamples },
      },
      schema: {
        operationId: 'changeRegistration',
        tags,
        summary: 'Change what is received for a participant',
        description:
          'In force at once. What is absent is removed; but a type that was written into the SMP ' +
          'has to be withdrawn there first: see `unpublish`.',
        headers: requestHeaders,
        params: pathParticipant,
        querystring: z.strictObject({
          unpublish: z
            .enum(['true', 'false'])
            .exactOptional()
            .meta({
              description:
                '`true`: types that leave are withdrawn from our SMP, and received for another ' +
                'day. For those who may publish',
            }),
        }),
        body: { content: { 'application/json': { schema: registrationChange } } },
        response: { 200: registrationRecord },
      },
    },
    async ({ caller, params, query, body }) => {
      const unpublish = query.unpublish === 'true'
      if (unpublish) requirePublisher(gateway, caller)
      const registrar = await registrarOf(gateway, caller)
      const changed = await changeRegistration(gateway, registrar, params.id, {
        ...body,
        unpublish,
      })
      if (changed.nextDocumentTypes) {
        const asked = { tenantId: registrar.tenantId, participant: changed.participant }
        await askToPublish(gateway, caller, asked)
      }
      return changed
    },
  )

const deleteRegistrationRoute: Route = (app, { gateway }) =>
  app.delete(
    '/api/v1/registrations/:id',
    {
      config: { ...access, problems: ['registration.not-found', 'registration.published'] },
      schema: {
        operationId: 'deleteRegistration',
        tags,
        summary: 'Receive nothing more for a participant',
        description:
          'In force at once: whatever comes is refused as not serviced. What was written into ' +
          'the SMP has to be withdrawn there first.',
        headers: requestHeaders,
        params: pathParticipant,
        response: { 204: nothing },
      },
    },
    async ({ caller, params }, reply) => {
      await removeRegistration(gateway, await registrarOf(gateway, caller), params.id)
      return reply.code(204).send(undefined)
    },
  )

export const registrations = routesOf(
  createRegistrationRoute,
  listRegistrationsRoute,
  showRegistrationRoute,
  changeRegistrationRoute,
  deleteRegistrationRoute,
)
