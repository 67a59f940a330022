// For operators: is the process alive, and can it accept documents? No token needed.
import { z } from 'zod'
import { readiness } from '../../core/identity/identify.ts'
import { cached } from '../../core/runtime/cached.ts'
import { Problem } from '../../problem.ts'
import { type Route, routesOf } from '../zod.ts'
import { ownCertificate } from './record.ts'

const live = z
  .object({ status: z.literal('live') })
  .meta({ id: 'Live', description: 'The process is alive' })
const ready = z
  .object({
    status: z.literal('ready'),
    certificate: ownCertificate,
    warnings: z
      .array(z.string())
      .exactOptional()
      .meta({ description: 'What an operator has to look into, one sentence each' }),
  })
  .meta({ id: 'Ready', description: 'Documents can be accepted' })

const isLiveRoute: Route = (app) =>
  app.get(
    '/health/live',
    {
      schema: {
        operationId: 'isLive',
        tags: ['Health'],
        security: [],
        summary: 'Is the process alive?',
        description: 'Returns 200 as long as the process can answer at all.',
        response: { 200: live },
      },
    },
    async () => ({ status: 'live' as const }),
  )

const isReadyRoute: Route = (app, { gateway }) => {
  const found = cached(() => readiness(gateway), gateway.requests.readinessMs)
  app.get(
    '/health/ready',
    {
      config: { problems: ['service.unavailable'] },
      schema: {
        operationId: 'isReady',
        tags: ['Health'],
        security: [],
        summary: 'Can documents be accepted?',
        description:
          'Returns 200 only while the database responds and its disk has room, the payload store ' +
          'works if there is one, our certificate is valid and the process is neither starting ' +
          'nor stopping.',
        response: { 200: ready },
      },
    },
    async () => {
      // What is true of a process that starts or stops is wrong a moment later.
      const { starting, draining } = gateway
      const { ready, faults, warnings, certificate } = await (starting.now || draining.now
        ? readiness(gateway)
        : found())
      if (!ready) throw new Problem('service.unavailable', { detail: faults.join(' ') })
      return {
        status: 'ready' as const,
        certificate,
        ...(warnings.length > 0 ? { warnings } : {}),
      }
    },
  )
}

export const health = routesOf(isLiveRoute, isReadyRoute)
