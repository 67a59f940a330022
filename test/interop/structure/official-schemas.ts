// The official schemas installed by `fourcorner rules install`: without annotations, and the
// originals. Without them, their tests are skipped; in CI they fail.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe } from 'vitest'

const rulesFolder = path.resolve(process.env.RULES_DIR ?? 'data/rules')
export const schemaFolder = path.join(rulesFolder, 'xsd')
export const originalSchemaFolder = path.join(rulesFolder, 'originals/xsd')
// Folders installed before annotations were removed have no originals.
const isAbsent = !existsSync(originalSchemaFolder)
export const schemaNames = isAbsent ? [] : readdirSync(originalSchemaFolder).sort()

/** A describe block that needs the official schemas. */
export function describeWithSchemas(name: string, block: () => void): void {
  const skipped = `${name} (skipped: no official schemas; see 'fourcorner rules install')`
  if (isAbsent && !process.env.CI) describe.skip(skipped, block)
  else describe(name, block)
}
