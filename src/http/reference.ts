// The reference of this API: /openapi.json, /openapi.yaml, and a page at /docs where every
// call can be tried, to which / leads a browser; the guides that the page links.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { choose } from './accept.ts'
import { openApiTransforms } from './openapi.ts'
import { printReference, type ReferenceName } from './print-reference.ts'
import { mark, pageScript, pageStyle, referencePage } from './reference-page.ts'
import { sendBytes } from './send-bytes.ts'

const info = {
  title: 'Fourcorner',
  version: '1',
  description:
    'Send invoices, credit notes and debit notes over the Peppol network and see the proof that ' +
    'they arrived. Send your token in `X-API-Token`. Every failure is an ' +
    '`application/problem+json` whose `code` is listed with each call.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
}

const servers = [
  { url: '/', description: 'The gateway that serves this page' },
  { url: 'http://127.0.0.1:8080', description: 'A gateway on this machine, without settings' },
]

// Without `upgrade-insecure-requests`: the page must also work over plain http on addresses
// other than loopback.
const contentSecurityPolicy = {
  'default-src': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
  'img-src': "'self' data:",
  'object-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
}

export type ReferenceOptions = {
  /** Markdown by file name, which the page links. */
  guides?: ReadonlyMap<string, Buffer>
  /** What was printed before; otherwise it is printed for its first reader. */
  readPacked?: (name: ReferenceName) => Promise<Buffer | undefined>
}

/** Must be registered before the routes that it lists. */
export async function useReference(
  app: FastifyInstance,
  { guides = new Map(), readPacked = async () => undefined }: ReferenceOptions,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info,
      servers,
      components: {
        securitySchemes: {
          apiToken: {
            type: 'apiKey',
            in: 'header',
            name: 'X-API-Token',
            description: '`pgw_<live|test>_<public id>_<secret>`',
          },
        },
      },
    },
    convertConstToEnum: false,
    ...openApiTransforms(),
  })
  const page = Buffer.from(referencePage(guides))
  const made = new Map<ReferenceName, Promise<Buffer>>()
  const make = async (name: ReferenceName) =>
    (await readPacked(name)) ?? Buffer.from(printReference(app, name))
  const reference = (name: ReferenceName) => {
    const known = made.get(name) ?? make(name)
    made.set(name, known)
    return known
  }
  const sendJson = async (reply: FastifyReply, name: ReferenceName) =>
    sendBytes(reply, 'application/json; charset=utf-8', await reference(name))
  const sendYaml = async (reply: FastifyReply) =>
    sendBytes(reply, 'application/yaml', await reference('openapi.yaml'))
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      onRequest: async ({ url, routeOptions }, reply) => {
        if (routeOptions.url === '/docs' || routeOptions.url === '/docs/')
          return sendBytes(reply, 'text/html; charset=utf-8', page)
        if (url === '/docs/json') return sendJson(reply, 'page.json')
        if (url === '/docs/yaml') return sendYaml(reply)
      },
    },
    staticCSP: contentSecurityPolicy,
    theme: {
      css: [{ filename: 'page.css', content: pageStyle }],
      js: [{ filename: 'page.js', content: pageScript }],
      favicon: [
        {
          ...{ filename: 'mark.svg', content: mark, type: 'image/svg+xml' },
          ...{ rel: 'icon', sizes: 'any' },
        },
      ],
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, (_, reply) =>
    sendJson(reply, 'openapi.json'),
  )
  app.get('/openapi.yaml', { schema: { hide: true } }, (_, reply) => sendYaml(reply))
  // Programs are told that nothing is here; they have no use for a page.
  app.get('/', { schema: { hide: true } }, async (request, reply) =>
    choose(request, reply, ['application/json', 'text/html']) === 'text/html'
      ? reply.redirect('/docs')
      : reply.callNotFound(),
  )
  for (const [name, guide] of guides)
    app.get(`/guides/${name}`, { schema: { hide: true } }, async (_, reply) =>
      sendBytes(reply, 'text/plain; charset=utf-8', guide),
    )
}
