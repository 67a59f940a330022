// The files of the reference. The build prints and packs them (pack-reference.ts), which takes
// longer than a start may; beside sources they are printed from what is committed.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { ReferenceFile } from './http/reference.ts'

/** Of the built program: each file compressed by brotli. */
export const packedReference = new URL('./reference/', import.meta.url)

const committed = new URL('../openapi/openapi.json', import.meta.url)

const swaggerUi = new Map<ReferenceFile, string>([
  ['swagger-ui.css', import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css')],
  ['swagger-ui-bundle.js', import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js')],
])

export async function readReferenceFile(name: ReferenceFile): Promise<Buffer> {
  const own = swaggerUi.get(name)
  if (own) return readFile(fileURLToPath(own))
  const packed = await readFile(new URL(`${name}.br`, packedReference)).catch(ifMissing)
  if (packed) return promisify(brotliDecompress)(packed)
  return Buffer.from((await printCommitted()).get(name)!)
}

export async function printCommitted(): Promise<Map<string, string>> {
  const { printAgain } = await import('./http/print-reference.ts')
  return printAgain(JSON.parse(await readFile(committed, 'utf8')))
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
