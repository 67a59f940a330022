// Every page of the console, what is around them, and what each answer says to browsers.
import type { FastifyPluginAsync } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import type { Gateway } from '../core/gateway.ts'
import { Problem } from '../problem.ts'
import { documentActions } from './document-actions.ts'
import { documentFiles } from './document-files.ts'
import { documentPage } from './document-page.ts'
import { documentLists } from './documents.ts'
import { useErrorPages } from './error-pages.ts'
import { formBytesMax } from './form.ts'
import { logPage } from './log.ts'
import { networkPage } from './network-page.ts'
import { nowPage } from './now-page.ts'
import { queuePages } from './queue-pages.ts'
import { reportPages } from './reports.ts'
import { contentSecurityPolicy } from './security-policy.ts'
import { useSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { stylesheet, stylesheetPath } from './stylesheet.ts'
import { tenantPages } from './tenants.ts'
import { tokenPages } from './tokens.ts'
import { webhookPages } from './webhooks.ts'

export type ConsoleOptions = { gateway: Gateway; gate: Gate }

const yearSeconds = 365 * 24 * 3600

/** `gate` is that of the API: guessing tokens has no second chance here. */
export const consolePages: FastifyPluginAsync<ConsoleOptions> = async (app, { gateway, gate }) => {
  app.addHook('onRoute', (route) => {
    route.schema = { hide: true }
  })
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({
      'Content-Security-Policy': contentSecurityPolicy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'same-origin',
    })
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: formBytesMax },
    async (_: unknown, body: string) => body,
  )
  app.decorateRequest('caller')
  useErrorPages(app, gateway)

  app.get(stylesheetPath, async (_, reply) =>
    reply
      .header('Cache-Control', `public, max-age=${yearSeconds}, immutable`)
      .header('Content-Type', 'text/css; charset=utf-8')
      .send(stylesheet),
  )
  await app.register(signIn, { gate })
  await app.register(async (pages) => {
    useSessions(pages, gate)
    await pages.register(nowPage, { gateway })
    await pages.register(documentLists, { gateway })
    await pages.register(documentPage, { gateway })
    await pages.register(documentActions, { gateway })
    await pages.register(documentFiles, { gateway })
    await pages.register(queuePages, { gateway })
    await pages.register(networkPage, { gateway })
    await pages.register(webhookPages, { gateway })
    await pages.register(tokenPages, { gateway })
    await pages.register(tenantPages, { gateway })
    await pages.register(reportPages, { gateway })
    await pages.register(logPage, { gateway })
    pages.get('/console/*', { config: { scope: 'any', testToken: 'read' } }, async () => {
      throw new Problem('request.not-found', { detail: 'The console has no such page.' })
    })
  })
}
