// The reference of this API: /openapi.json, /openapi.yaml, and a page at /docs where every
// call can be tried, to which / leads a browser; and the guides, as pages and as Markdown.
import type { FastifyInstance } from 'fastify'
import { choose } from '../accept.ts'
import { sendBytes } from '../send-bytes.ts'
import { firstPage, firstStyle } from './first-page.ts'
import { asServed, type Guide, guideIndex, shippedFiles } from './guide-links.ts'
import { guideStyle } from './guide-style.ts'
import { readGuidePage, readShippedFile } from './guides.ts'
import type { ReferenceName } from './print-reference.ts'
import { mark, pageScript, pageStyle, referencePage } from './reference-page.ts'

// Without `upgrade-insecure-requests`: the page must also work over plain http on addresses
// other than loopback.
const contentSecurityPolicy = [
  "default-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ')

const html = 'text/html; charset=utf-8'
const plain = 'text/plain; charset=utf-8'
const css = 'text/css; charset=utf-8'
const script = 'text/javascript; charset=utf-8'
const json = 'application/json; charset=utf-8'
const yaml = 'application/yaml'

/** What Swagger UI consists of. */
export type SwaggerUiFile = 'swagger-ui.css' | 'swagger-ui-bundle.js'
export type ReferenceFile = ReferenceName | SwaggerUiFile

export type ReferenceOptions = {
  /** Called once for each file, unless it fails, when it is first asked for. */
  read(name: ReferenceFile): Promise<Buffer>
  guides?: readonly Guide[]
}

/** Its own routes are not described in it. */
export function useReference(app: FastifyInstance, { read, guides = [] }: ReferenceOptions): void {
  const files = new Map<ReferenceFile, Promise<Buffer>>()
  const file = (name: ReferenceFile) => () => {
    const known = files.get(name)
    if (known) return known
    const bytes = read(name)
    files.set(name, bytes)
    // The next one to want it tries again.
    bytes.catch(() => files.delete(name))
    return bytes
  }
  const text = (content: string) => async () => Buffer.from(content)
  const page = text(referencePage(guides))
  const routes: [url: string, mediaType: string, bytes: () => Promise<Buffer>][] = [
    ['/openapi.json', json, file('openapi.json')],
    ['/openapi.yaml', yaml, file('openapi.yaml')],
    ['/docs', html, page],
    ['/docs/', html, page],
    ['/docs/json', json, file('page.json')],
    ['/docs/yaml', yaml, file('openapi.yaml')],
    ['/docs/static/swagger-ui.css', css, file('swagger-ui.css')],
    ['/docs/static/swagger-ui-bundle.js', script, file('swagger-ui-bundle.js')],
    ['/docs/static/theme/page.css', css, text(pageStyle)],
    ['/docs/static/theme/page.js', script, text(pageScript)],
    ['/docs/static/theme/first.css', css, text(firstStyle)],
    ['/docs/static/theme/guide.css', css, text(guideStyle)],
    ['/docs/static/theme/mark.svg', 'image/svg+xml', text(mark)],
  ]
  for (const [url, mediaType, bytes] of routes)
    app.get(url, { schema: { hide: true } }, async (_, reply) => {
      if (url.startsWith('/docs')) reply.header('Content-Security-Policy', contentSecurityPolicy)
      // An upgrade may change it.
      if (url.startsWith('/docs/static/')) reply.header('Cache-Control', 'max-age=3600')
      return sendBytes(reply, mediaType, await bytes())
    })
  // Programs are told that nothing is here; they have no use for a page.
  app.get('/', { schema: { hide: true } }, async (request, reply) =>
    choose(request, reply, ['application/json', 'text/html']) === 'text/html'
      ? reply.header('Content-Security-Policy', contentSecurityPolicy).type(html).send(firstPage)
      : reply.callNotFound(),
  )
  useGuides(app, guides)
}

/** A page has no script, and loads its style from here. */
const guidePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"

function useGuides(app: FastifyInstance, guides: readonly Guide[]): void {
  if (guides.length === 0) return
  const index = guideIndex(guides)
  for (const guide of [index, ...guides]) {
    const markdown = Buffer.from(asServed(guide, guides))
    app.get(`/guides/${guide.name}.md`, { schema: { hide: true } }, async (_, reply) =>
      sendBytes(reply, plain, markdown),
    )
    const url = guide === index ? '/guides' : `/guides/${guide.name}`
    app.get(url, { schema: { hide: true } }, async (_, reply) => {
      const page = await readGuidePage(guide, guides)
      if (page === undefined) return reply.redirect(`/guides/${guide.name}.md`)
      reply.header('Content-Security-Policy', guidePolicy)
      return sendBytes(reply, html, page)
    })
  }
  for (const path of shippedFiles(guides))
    app.get(`/guides/files/${path}`, { schema: { hide: true } }, async (_, reply) => {
      const bytes = await readShippedFile(path)
      return bytes ? sendBytes(reply, plain, bytes) : reply.callNotFound()
    })
}
