// The reference of this API: /openapi.json, /openapi.yaml, and a page at /docs where every
// call can be tried, to which / leads a browser; the guides that the page links.
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { choose } from './accept.ts'
import { type Examples, openApiTransforms } from './openapi.ts'
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

/** Must be registered before the routes that it lists. `guides`: Markdown by file name. */
export async function useReference(
  app: FastifyInstance,
  guides: ReadonlyMap<string, Buffer>,
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
  const json = once(() => Buffer.from(JSON.stringify(app.swagger())))
  const pageJson = once(() => Buffer.from(forPage(app.swagger())))
  const page = Buffer.from(referencePage(guides))
  const yaml = once(() => Buffer.from(app.swagger({ yaml: true })))
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiHooks: {
      onRequest: async ({ url, routeOptions }, reply) => {
        if (routeOptions.url === '/docs' || routeOptions.url === '/docs/')
          return sendBytes(reply, 'text/html; charset=utf-8', page)
        if (url === '/docs/json')
          return sendBytes(reply, 'application/json; charset=utf-8', pageJson())
        if (url === '/docs/yaml') return sendBytes(reply, 'application/yaml', yaml())
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
  app.get('/openapi.json', { schema: { hide: true } }, async (_, reply) =>
    sendBytes(reply, 'application/json; charset=utf-8', json()),
  )
  app.get('/openapi.yaml', { schema: { hide: true } }, async (_, reply) =>
    sendBytes(reply, 'application/yaml', yaml()),
  )
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

/**
 * The reference as the page needs it. Swagger UI sends the example of an XML body only if the body
 * is an element; for a string, which it is to everyone else, it makes up one of its own. After the
 * media type was changed, it looks for the example of the name that the other one has, so where
 * there is one only, it is given without a name.
 */
function forPage(document: object): string {
  const element = { type: 'object', xml: { name: 'document' } }
  const isXml = (key: string) => key === 'application/xml' || key === 'text/xml'
  return JSON.stringify(document, (key, value) =>
    isXml(key) ? { ...withoutName(value), schema: element } : value,
  )
}

function withoutName({ examples = {}, ...media }: { examples?: Examples }): object {
  const [only, ...others] = Object.values(examples)
  return only && others.length === 0 ? { ...media, example: only.value } : { ...media, examples }
}

/** Made on the first call; the same for everyone after it. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}
