// The files of the reference. The build prints and packs them (pack-reference.ts), which takes
// longer than a start may, and needs packages that the built program has not. Beside sources they
// are printed from what is committed.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { packedReference } from './packed-reference.ts'
import type { ReferenceName } from './print-reference.ts'
import type { ReferenceFile, SwaggerUiFile } from './reference.ts'

const committed = new URL('../../../openapi/openapi.json', import.meta.url)

export const swaggerUi: Record<SwaggerUiFile, () => string> = {
  'swagger-ui.css': () => import.meta.resolve('@fastify/swagger-ui/static/swagger-ui.css'),
  'swagger-ui-bundle.js': () =>
    import.meta.resolve('@fastify/swagger-ui/static/swagger-ui-bundle.js'),
}

export async function readReferenceFile(name: ReferenceFile): Promise<Buffer> {
  const packed = await readFile(new URL(`${name}.br`, packedReference)).catch(ifMissing)
  return packed ? promisify(brotliDecompress)(packed) : makeReferenceFile(name)
}

/** The file as the build packs it. */
export async function makeReferenceFile(name: ReferenceFile): Promise<Buffer> {
  return isSwaggerUi(name)
    ? readFile(fileURLToPath(swaggerUi[name]()))
    : Buffer.from(await printCommitted(name))
}

async function printCommitted(name: ReferenceName): Promise<string> {
  const { printAgain } = await import('./print-reference.ts')
  return printAgain(JSON.parse(await readFile(committed, 'utf8')), name)
}

function isSwaggerUi(name: ReferenceFile): name is SwaggerUiFile {
  return Object.hasOwn(swaggerUi, name)
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
