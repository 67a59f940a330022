// The reference as bytes: made by the build (pack-reference.ts), which takes longer than a start
// may; beside sources, on the first call.
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import type { Examples } from './openapi.ts'

/** `page.json`: as the page at /docs needs it. */
export type ReferenceName = 'openapi.json' | 'openapi.yaml' | 'page.json'

/** What @fastify/swagger has collected or been given, printed. */
export const printReference: Record<ReferenceName, (app: FastifyInstance) => string> = {
  'openapi.json': (app) => JSON.stringify(app.swagger()),
  'openapi.yaml': (app) => app.swagger({ yaml: true }),
  'page.json': (app) => forPage(app.swagger()),
}

/** Absent beside sources. */
export function packedReference(name: ReferenceName): URL {
  return new URL(`./${name}.br`, import.meta.url)
}

/** Each is read or made once. */
export function openReference(app: FastifyInstance): (name: ReferenceName) => Promise<Buffer> {
  const made = new Map<ReferenceName, Promise<Buffer>>()
  return (name) => {
    const known = made.get(name) ?? readReference(app, name)
    made.set(name, known)
    return known
  }
}

async function readReference(app: FastifyInstance, name: ReferenceName): Promise<Buffer> {
  const packed = await readFile(packedReference(name)).catch(ifMissing)
  return packed ? decompress(packed) : Buffer.from(printReference[name](app))
}

const decompress = promisify(brotliDecompress)

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
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
