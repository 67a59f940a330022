// Where `fourcorner rules install` has put the official schemas. Without them their tests are skipped, in CI they fail.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe } from 'vitest'

export const schemaFolder = path.resolve(process.env.RULES_DIR ?? 'data/rules', 'xsd')
const isAbsent = !existsSync(schemaFolder)

/** A describe block that needs the official schemas. */
export function describeWithSchemas(name: string, block: () => void): void {
  const skipped = `${name} (skipped: no official schemas; install them with 'fourcorner rules install')`
  if (isAbsent && !process.env.CI) describe.skip(skipped, block)
  else describe(name, block)
}
