// The rule sets: which version of each is in force, since when, and what follows.
import { z } from 'zod'
import {
  beginForecast,
  type ForecastEntry,
  type ForecastSummary,
  forecastDaysMax,
  forecastOwners,
  listForecasts,
  showForecast,
  usualForecastOwner,
} from '../../core/operations/forecast.ts'
import { type RuleCalendar, showRules } from '../../core/rule-day.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import { page } from '../page.ts'
import { pageHeaders, pageParameters, sendPage } from '../page-query.ts'
import { forecastExamples } from '../reference/examples.ts'
import { text } from '../reference-to-document.ts'
import { type Route, routesOf } from '../zod.ts'
import { count, moment, rulePack } from './record.ts'
import { asNumber, pathId } from './token-schemas.ts'

const day = z.string().meta({ examples: ['2027-02-24'] })
const dated = {
  version: z.string().meta({ examples: ['3.0.22'] }),
  pack: rulePack,
  validFrom: day.meta({ description: 'The first day that it is in force' }),
}

const calendar = exactly<RuleCalendar>()(
  z
    .object({
      day: day.meta({ description: 'Today' }),
      ruleSets: z.array(
        z
          .object({
            id: z.string().meta({ examples: ['peppol-billing'] }),
            title: z.string(),
            ...dated,
            validUntil: day
              .exactOptional()
              .meta({ description: 'The last day, if the version that follows is known' }),
            next: z.object(dated).meta({ id: 'NextRuleSet' }).exactOptional(),
            note: z.string().exactOptional(),
          })
          .meta({ id: 'DatedRuleSet', description: 'A rule set in the version in force' }),
      ),
    })
    .meta({ id: 'RuleCalendar', description: 'The rule sets in force, and what follows' }),
)

const listRulesRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/rules',
    {
      config: { scope: 'documents:read', testToken: 'read' },
      schema: {
        operationId: 'listRules',
        tags: ['Documents'],
        summary: 'The rules in force, and what follows',
        description:
          'Each rule set in the version that documents of today are judged by, with its first ' +
          'and, if known, its last day, and the version that follows. ' +
          '`POST /api/v1/validate?on=DAY` judges by what will be in force.',
        headers: requestHeaders,
        response: { 200: calendar },
      },
    },
    async () => showRules(gateway),
  )

const daysFault = `must be a whole number from 1 to ${forecastDaysMax}`

const forecastWish = z
  .strictObject({
    on: text.max(40).meta({
      description: 'The day of the rules, from 2026-02-23 to two years ahead',
      examples: ['2027-02-24'],
    }),
    days: z
      .preprocess(
        asNumber,
        z.int({ error: daysFault }).min(1, daysFault).max(forecastDaysMax, daysFault),
      )
      .default(30)
      .meta({ description: 'How many days of documents, up to now; 30 by default' }),
    of: z
      .enum(forecastOwners)
      .exactOptional()
      .meta({
        description:
          '`tenant`: your documents, by sender and with their ids; `installation`: those of all ' +
          'tenants, with the scope `operator`. By default the tenant for a token with `admin`',
      }),
  })
  .meta({ id: 'ForecastWish' })

const summaryFields = {
  id: z.string(),
  on: day.meta({ description: 'The day of the rules' }),
  days: count,
  of: z.enum(forecastOwners),
  status: z.enum(['running', 'completed']),
  progress: z.number().meta({ description: 'From 0 to 1' }),
  createdAt: moment,
  completedAt: moment.exactOptional(),
  documents: z
    .object({
      judged: count,
      refused: count.meta({ description: 'Those that at least one rule refuses' }),
      withoutBytes: count.meta({ description: 'Their bytes were removed' }),
      notJudged: count.meta({ description: 'There are no usable rules for them' }),
    })
    .meta({ id: 'ForecastDocuments' }),
}

const forecastSummary = exactly<ForecastSummary>()(
  z.object(summaryFields).meta({
    id: 'ForecastSummary',
    description: 'A forecast without what its rules would refuse',
  }),
)

const forecastList = z
  .object({ data: z.array(forecastSummary), page })
  .meta({ id: 'ForecastList', description: 'Forecasts, newest first' })

const forecast = exactly<ForecastEntry>()(
  z
    .object({
      ...summaryFields,
      rules: z
        .array(
          z
            .object({
              tenantId: z
                .string()
                .exactOptional()
                .meta({ description: 'In a forecast of the installation' }),
              documentTypeId: z.string(),
              rule: z.string().meta({ examples: ['PEPPOL-EN16931-P0112'] }),
              documents: count,
              sender: z
                .string()
                .exactOptional()
                .meta({ description: 'In a forecast of a tenant, with the scope `admin`' }),
              documentIds: z
                .array(z.string())
                .exactOptional()
                .meta({ description: 'The first 20, where `sender` is' }),
            })
            .meta({ id: 'ForecastRule', description: 'What one rule would refuse' }),
        )
        .meta({ description: 'The most frequent ones first, 1,000 at most' }),
      hasMore: z.boolean(),
    })
    .meta({ id: 'Forecast', description: 'What the rules of a day would refuse' }),
)

const access = { scope: ['admin', 'operator'], testToken: 'nothing' } as const
const tags = ['Documents']

const createForecastRoute: Route = (app, { gateway }) =>
  app.post(
    '/api/v1/rules/forecasts',
    {
      config: {
        ...access,
        problems: ['request.missing-field', 'request.invalid-field', 'forecast.too-many'],
        bodyExamples: { 'application/json': forecastExamples },
        answerHeaders: { 202: { Location: 'Where its progress and its result are' } },
      },
      schema: {
        operationId: 'createForecast',
        tags,
        summary: 'What the rules of a day would refuse',
        description:
          'In the background, and behind all other work: judges the documents that were sent in ' +
          'the last days, without those of test, as `X-Validation: true` would on that day. ' +
          'While one is under way for the same documents and day, the request is answered with it.',
        headers: requestHeaders,
        body: { content: { 'application/json': { schema: forecastWish } } },
        response: { 202: forecast },
      },
    },
    async ({ caller, body }, reply) => {
      const begun = await beginForecast(gateway, caller, body)
      return reply.code(202).header('Location', `/api/v1/rules/forecasts/${begun.id}`).send(begun)
    },
  )

const listForecastsRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/rules/forecasts',
    {
      config: {
        ...{ ...access, testToken: 'read' },
        problems: ['request.invalid-field'],
        answerHeaders: pageHeaders,
      },
      schema: {
        operationId: 'listForecasts',
        tags,
        summary: 'List forecasts',
        description:
          'Forecasts of your tenant or of the installation, newest first, also those that were ' +
          'made unasked before rules begin. Each is kept for 90 days.',
        headers: requestHeaders,
        querystring: z.strictObject({
          of: z
            .enum(forecastOwners)
            .exactOptional()
            .meta({
              description:
                '`installation`: with the scope `operator`. By default the tenant for a token ' +
                'with `admin`',
            }),
          ...pageParameters,
        }),
        response: { 200: forecastList },
      },
    },
    async ({ caller, query, url }, reply) => {
      const wish = { of: usualForecastOwner(caller), limit: 50, ...query }
      return sendPage(reply, url, await listForecasts(gateway, caller, wish))
    },
  )

const showForecastRoute: Route = (app, { gateway }) =>
  app.get(
    '/api/v1/rules/forecasts/:id',
    {
      config: { ...access, testToken: 'read', problems: ['forecast.not-found'] },
      schema: {
        operationId: 'showForecast',
        tags,
        summary: 'How far a forecast has come, and what it has found',
        description:
          'Counts by document type, rule, and sender or tenant. No message and no value of a ' +
          'document is kept.',
        headers: requestHeaders,
        params: pathId,
        response: { 200: forecast },
      },
    },
    async ({ caller, params }) => showForecast(gateway, caller, params.id),
  )

export const rules = routesOf(
  listRulesRoute,
  createForecastRoute,
  listForecastsRoute,
  showForecastRoute,
)
