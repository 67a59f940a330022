// How much was accepted, delivered, given up and received in the last hour and the last day.
import { z } from 'zod'
import type { Gateway } from '../../core/gateway.ts'
import { type Figures, figuresOwners } from '../../core/runtime/figures.ts'
import { showFigures } from '../../core/tracking/show-figures.ts'
import { exactly } from '../exactly.ts'
import { requestHeaders } from '../headers.ts'
import type { Routes } from '../zod.ts'
import { count, moment } from './record.ts'

const counts = {
  accepted: count.meta({ description: 'Documents to be sent that were submitted' }),
  delivered: count,
  failed: count.meta({ description: 'Given up, and not delivered since' }),
  received: count,
}

const medianSeconds = z
  .number()
  .min(0)
  .exactOptional()
  .meta({
    description:
      'From submission to receipt, of the last 100 delivered of each tenant; absent when there ' +
      'were none',
  })

const period = z
  .object({
    ...counts,
    stepSeconds: count.meta({ description: 'The length of each step' }),
    steps: z
      .array(
        z
          .object({
            from: moment,
            ...counts,
            medianSeconds,
          })
          .meta({ id: 'FiguresStep' }),
      )
      .meta({ description: 'Oldest first' }),
  })
  .meta({ id: 'FiguresPeriod' })

export const figuresSchema = exactly<Figures>()(
  z
    .object({
      of: z.enum(figuresOwners),
      at: moment.meta({ description: 'Up to when they were counted' }),
      waiting: count.meta({ description: 'Documents that wait or are being sent now' }),
      lastHour: period,
      lastDay: period.extend({ medianSeconds }).meta({ id: 'FiguresOfDay' }),
      dayOfWeekBefore: z
        .object({ ...counts, medianSeconds })
        .meta({ id: 'FiguresBefore', description: 'The same 24 hours, seven days earlier' }),
    })
    .meta({ id: 'Figures', description: 'What happened lately, in numbers' }),
)

const figuresQuery = z.strictObject({
  of: z.enum(figuresOwners).exactOptional().meta({
    description:
      'Your `tenant`, by default; or the `installation`: all tenants, for the scope `operator`',
  }),
})

export const figures: Routes<{ gateway: Gateway }> = async (app, { gateway }) => {
  app.get(
    '/api/v1/figures',
    {
      config: { scope: 'documents:read', testToken: 'read', problems: ['request.invalid-field'] },
      schema: {
        operationId: 'showFigures',
        tags: ['Status'],
        summary: 'Show what happened lately, in numbers',
        description:
          'Of the last hour and the last day, in steps; test documents count too. Counted now ' +
          'and then, so you may ask as often as you like.',
        headers: requestHeaders,
        querystring: figuresQuery,
        response: { 200: figuresSchema },
      },
    },
    async ({ caller, query }) => showFigures(gateway, caller, query.of ?? 'tenant'),
  )
}
