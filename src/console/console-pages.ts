// Every page of the console, what is around them, and what each answer says to browsers.
import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Gate } from '../core/access/admit.ts'
import type { Gateway } from '../core/gateway.ts'
import { Problem } from '../problem.ts'
import { logPage } from './administration/log.ts'
import { reportPages } from './administration/reports.ts'
import { tenantPages } from './administration/tenants.ts'
import { tokenPages } from './administration/tokens.ts'
import { webhookPages } from './administration/webhooks.ts'
import { documentActions } from './documents/actions.ts'
import { anotherReceiverPage } from './documents/another-receiver.ts'
import { answerPage } from './documents/answer-page.ts'
import { documentPage } from './documents/document-page.ts'
import { listExports } from './documents/export.ts'
import { documentFiles } from './documents/files.ts'
import { forgetPage } from './documents/forget.ts'
import { documentLists } from './documents/lists.ts'
import { searchPage } from './documents/search.ts'
import { sendingPage } from './documents/sending-page.ts'
import { taxReportPages } from './documents/tax-reports-page.ts'
import { wordPage } from './documents/word-page.ts'
import { useErrorPages } from './error-pages.ts'
import { formBytesMax } from './form.ts'
import { useFrame } from './frame.ts'
import { type LookWish, lookWith } from './look.ts'
import { forecastPages } from './operations/forecasts.ts'
import { homePage } from './operations/home.ts'
import { networkPage } from './operations/network-page.ts'
import { queuePages } from './operations/queue-pages.ts'
import { participantPages } from './participants/participants.ts'
import { assetSecurityPolicy, newNonce, pageSecurityPolicy } from './security-policy.ts'
import { useSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { type Asset, favicon, script } from './stylesheet.ts'

export type ConsoleOptions = { gateway: Gateway; gate: Gate; look?: LookWish }

const yearSeconds = 365 * 24 * 3600

/** `gate` is that of the API: guessing tokens has no second chance here. */
export const consolePages: FastifyPluginAsync<ConsoleOptions> = async (app, options) => {
  const { gateway, gate } = options
  const look = lookWith(options.look ?? {})
  app.addHook('onRoute', (route) => {
    route.schema = { hide: true }
  })
  app.addHook('onRequest', async (request, reply) => {
    const nonce = newNonce()
    request.frame = { look, network: gateway.peppolAccess.network.name, nonce }
    reply.headers({
      'Content-Security-Policy': pageSecurityPolicy(nonce),
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
  app.decorateRequest('frame')
  useErrorPages(app, gateway)

  for (const asset of [look.stylesheet, favicon, script, ...(look.logo ? [look.logo] : [])])
    serve(app, asset)
  await app.register(signIn, { gate })
  await app.register(async (pages) => {
    useSessions(pages, gate)
    useFrame(pages, gateway)
    await pages.register(homePage, { gateway })
    await pages.register(searchPage, { gateway })
    await pages.register(documentLists, { gateway })
    await pages.register(listExports, { gateway })
    await pages.register(taxReportPages, { gateway })
    await pages.register(sendingPage, { gateway })
    await pages.register(documentPage, { gateway })
    await pages.register(documentActions, { gateway })
    await pages.register(answerPage, { gateway })
    await pages.register(wordPage, { gateway })
    await pages.register(anotherReceiverPage, { gateway })
    await pages.register(forgetPage, { gateway })
    await pages.register(documentFiles, { gateway })
    await pages.register(queuePages, { gateway })
    await pages.register(networkPage, { gateway })
    await pages.register(forecastPages, { gateway })
    await pages.register(participantPages, { gateway })
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

/** Its name contains its digest, so browsers keep it for as long as they like. */
function serve(app: FastifyInstance, { path, mediaType, bytes }: Asset): void {
  app.get(path, async (_, reply) =>
    reply
      .header('Cache-Control', `public, max-age=${yearSeconds}, immutable`)
      .header('Content-Type', mediaType)
      .header('Content-Security-Policy', assetSecurityPolicy)
      .send(bytes),
  )
}
