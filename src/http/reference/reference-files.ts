// The files of the reference. The build prints and packs them (pack-reference.ts), which takes
// longer than a start may; beside sources they are printed from what is committed.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { packedReference } from './packed-reference.ts'
import type { ReferenceName } from './print-reference.ts'
import type { ReferenceFile, SwaggerUiFile } from './reference.ts'

const committed = new URL('../../../openapi/openapi.json', import.meta.url)

const swaggerUi: Record<SwaggerUiFile, string> = {
  'swagger-ui.css': import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css'),
  'swagger-ui-bundle.js': import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'),
}

export async function readReferenceFile(name: ReferenceFile): Promise<Buffer> {
  if (name === 'swagger-ui.css' || name === 'swagger-ui-bundle.js')
    return readFile(fileURLToPath(swaggerUi[name]))
  const packed = await readFile(new URL(`${name}.br`, packedReference)).catch(ifMissing)
  return packed ? promisify(brotliDecompress)(packed) : Buffer.from(await printCommitted(name))
}

export async function printCommitted(name: ReferenceName): Promise<string> {
  const { printAgain } = await import('./print-reference.ts')
  return printAgain(JSON.parse(await readFile(committed, 'utf8')), name)
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
