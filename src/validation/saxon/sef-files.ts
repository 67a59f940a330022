// The stylesheets that `npm run schematron` compiles for saxon-js (SEF), one for each rule file.
import { join } from 'node:path'
import type { ChosenSet } from '../rules/choose.ts'

/** Inside the folder of the installed rules. */
export function sefFolder(rulesDir: string): string {
  return join(rulesDir, 'sef')
}

/**
 * The files of a rule set, in the order of its rule files, inside the folder of
 * the installed rules.
 */
export function sefFiles(rulesDir: string, { pack, set }: ChosenSet): string[] {
  const count = set.originals?.length ?? set.files.length
  return Array.from({ length: count }, (_, at) =>
    join(sefFolder(rulesDir), `${pack.name}-${set.id}-${set.version}-${at + 1}.sef.json`),
  )
}
