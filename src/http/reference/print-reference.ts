// The reference as text: JSON, YAML, and as the page at /docs needs it.
import swagger from '@fastify/swagger'
import fastify, { type FastifyInstance } from 'fastify'
import type { Examples } from './openapi.ts'

export const referenceNames = ['openapi.json', 'openapi.yaml', 'page.json'] as const
export type ReferenceName = (typeof referenceNames)[number]

/** What @fastify/swagger knows of `app`. It takes hundreds of milliseconds. */
export function printReference(app: FastifyInstance, name: ReferenceName): string {
  if (name === 'openapi.yaml') return app.swagger({ yaml: true })
  const document = app.swagger()
  return name === 'page.json' ? forPage(document) : JSON.stringify(document)
}

/** A reference that was printed as JSON before, in another form. */
export async function printAgain(document: object, name: ReferenceName): Promise<string> {
  const app = fastify()
  await app.register(swagger, { mode: 'static', specification: { document } } as object)
  return printReference(app, name)
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
