// /api/v1/registrations/{id}/publication: a participant in our SMP. What is asked for is carried
// out in the background.
import { z } from 'zod'
import { actorOf } from '../../core/access/actor.ts'
import {
  askToPublish,
  askToWithdraw,
  requirePublisher,
} from '../../core/network/ask-publication.ts'
import { openFewLookups } from '../../core/network/few-lookups.ts'
import { identify } from '../../core/network/identification.ts'
import { showPublication, storedPublication } from '../../core/network/publication-entry.ts'
import { registrarOf } from '../../core/network/registrations.ts'
import { requestHeaders } from '../headers.ts'
import { identificationExamples } from '../reference/examples.ts'
import { text } from '../reference-to-document.ts'
import { type Route, routesOf } from '../zod.ts'
import {
  identificationRecord,
  identificationWish,
  publicationRecord,
} from './publication-schemas.ts'

const tags = ['Registrations']
const access = { scope: ['admin', 'operator'], testToken: 'nothing' } as const
const pathParticipant = z.object({
  id: text
    .min(1)
    .max(200)
    .meta({ description: 'The participant', examples: ['0208:0685660237'] }),
})
const ofTenant = {
  tenantId: text.min(1).max(255).exactOptional().meta({
    description: 'Another tenant whose participant it is; with the scope `operator`',
  }),
}
const findProblems = ['registration.not-found', 'tenant.not-found'] as const
const askProblems = [
  ...findProblems,
  ...(['publication.not-allowed', 'publication.no-smp'] as const),
] as const
const background =
  'Needs the scope `operator`, or `admin` in a tenant with `mayPublish`. Carried out in the ' +
  'background, also after a restart; GET says how far it is. What cannot be written for a while ' +
  'is tried again.'

const publishRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/registrations/:id/publish',
    {
      config: { ...access, problems: [...askProblems, 'identification.missing'] },
      schema: {
        operationId: 'publishRegistration',
        tags,
        summary: 'Publish a participant in our SMP',
        description:
          `Writes what is registered, and reads it back. ${background} Never takes the place of ` +
          'another access point.',
        headers: requestHeaders,
        params: pathParticipant,
        querystring: z.strictObject(ofTenant),
        response: { 202: publicationRecord },
      },
    },
    async ({ caller, params, query }, reply) => {
      const { tenantId } = await registrarOf(gateway, caller, query.tenantId)
      const asked = { tenantId, participant: params.id }
      await askToPublish(gateway, caller, asked)
      return reply.code(202).send(await storedPublication(gateway, tenantId, params.id))
    },
  )

const withdrawRoute: Route = (app, { gateway }) =>
  app.delete(
    '/api/v1/registrations/:id/publication',
    {
      config: { ...access, problems: [...askProblems, 'request.invalid-field'] },
      schema: {
        operationId: 'withdrawRegistration',
        tags,
        summary: 'Withdraw a participant from our SMP',
        description:
          'Others find it here no more. It is served for another day, and then removed. ' +
          background,
        headers: requestHeaders,
        params: pathParticipant,
        querystring: z.strictObject({
          confirm: text
            .min(1)
            .max(200)
            .exactOptional()
            .meta({
              description: 'The participant once more: without it nothing is done',
              examples: ['0208:0685660237'],
            }),
          ...ofTenant,
        }),
        response: { 202: publicationRecord },
      },
    },
    async ({ caller, params, query }, reply) => {
      const { tenantId } = await registrarOf(gateway, caller, query.tenantId)
      const asked = { tenantId, participant: params.id, confirm: query.confirm ?? '' }
      await askToWithdraw(gateway, caller, asked)
      return reply.code(202).send(await storedPublication(gateway, tenantId, params.id))
    },
  )

const showPublicationRoute: Route = (app, { gateway }) => {
  const oneOfFew = openFewLookups(gateway)
  app.get(
    '/api/v1/registrations/:id/publication',
    {
      config: { ...access, problems: [...findProblems, 'capacity.busy'] },
      schema: {
        operationId: 'showPublication',
        tags,
        summary: 'Show where a participant stands in the SMP',
        description:
          'What was written from here, what was asked for, and how our SMP and DNS differ from ' +
          'what is registered: they are asked now. Without an SMP of ours, what is stored.',
        headers: requestHeaders,
        params: pathParticipant,
        querystring: z.strictObject(ofTenant),
        response: { 200: publicationRecord },
      },
    },
    async ({ caller, params, query }) => {
      const { tenantId } = await registrarOf(gateway, caller, query.tenantId)
      const asked = { participant: params.id, actor: actorOf(caller) }
      return oneOfFew(() => showPublication(gateway, tenantId, asked))
    },
  )
}

const identifyRoute: Route = (app, { gateway }) =>
  app.put(
    '/api/v1/registrations/:id/identification',
    {
      config: {
        ...access,
        problems: [...findProblems, 'publication.not-allowed', 'request.invalid-field'],
        bodyExamples: { 'application/json': identificationExamples },
      },
      schema: {
        operationId: 'identifyRegistration',
        tags,
        summary: 'Record how the customer behind a participant was identified',
        description:
          'On the networks `test` and `production` no participant is published newly without it, ' +
          'or while it is overdue. What is published stays. For those who may publish. The log ' +
          'keeps each record.',
        headers: requestHeaders,
        params: pathParticipant,
        querystring: z.strictObject(ofTenant),
        body: { content: { 'application/json': { schema: identificationWish } } },
        response: { 200: identificationRecord },
      },
    },
    async ({ caller, params, query, body }) => {
      requirePublisher(gateway, caller)
      const { tenantId, actor } = await registrarOf(gateway, caller, query.tenantId)
      return identify(gateway, { tenantId, actor, participant: params.id }, body)
    },
  )

export const publications = routesOf(
  publishRoute,
  withdrawRoute,
  showPublicationRoute,
  identifyRoute,
)
