// What callers, operators and monitors rely on, as names and shapes without wording: operations and
// schemas of the API, settings and their defaults, metrics, commands with their options.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Surface = {
  /** `GET /path operationId`, each with a digest of its parameters and answers. */
  operations: Record<string, string>
  /** Digest of each schema. */
  schemas: Record<string, string>
  /** `NAME=default`. */
  settings: string[]
  metrics: string[]
  /** By file of src/cli: names of commands, old ones too, of arguments and options. */
  commands: Record<string, string[]>
}

const wording = ['description', 'summary', 'title', 'example', 'examples']

const commandNames = new RegExp(
  String.raw`(?:\.(?:option|requiredOption|argument|command|alias)|` +
    String.raw`new (?:Command|Option|Argument))\(\s*['"]([^'"]+)`,
  'g',
)

/** The surface of a checkout, from its files. */
export function surfaceOf(folder: string): Surface {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const { paths, components } = JSON.parse(read('openapi/openapi.json'))
  const operations = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path} ${operation.operationId}`,
        digest(operation),
      ]),
  )
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [name, digest(schema)])
  return {
    operations: Object.fromEntries(operations),
    schemas: Object.fromEntries(schemas),
    settings: namesIn(read('.env.example'), /^#? ?([A-Z][A-Z0-9_]+=.*)$/gm),
    metrics: namesIn(sources(join(folder, 'src')), /['"`](fourcorner_[a-z_]+)['"`]/g),
    commands: Object.fromEntries(
      filesIn(join(folder, 'src/cli')).flatMap((file) => {
        const names = namesIn(read(`src/cli/${file}`), commandNames)
        return names.length > 0 ? [[file, names]] : []
      }),
    ),
  }
}

/** Names of TypeScript files, with their folders in it. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts'))
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].sort()
}

function sources(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(shapeOf(value)))
    .digest('hex')
    .slice(0, 12)
}

/** Without its wording. A property of that name is an object in `properties`, and stays. */
function shapeOf(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => shapeOf(item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => isProperties || !wording.includes(name))
      .map(([name, member]) => [name, shapeOf(member, name === 'properties' && !isProperties)]),
  )
}
