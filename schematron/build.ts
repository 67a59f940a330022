// Generates the tabular part of our rule pack from schematron/tables:
// `node --import tsx schematron/build.ts`
import { writeFileSync } from 'node:fs'
import { en16931Codes, peppolCodes } from './tables/codes.ts'
import { decimals } from './tables/decimals.ts'
import { outsideTheCore } from './tables/outside-the-core.ts'
import { syntax } from './tables/syntax.ts'
import { vat } from './tables/vat.ts'
import { type Schema, writeSchema } from './write-schema.ts'

const schemas: Record<string, Schema> = {
  'en16931-codes.sch': en16931Codes,
  'en16931-decimals.sch': decimals,
  'en16931-outside-the-core.sch': outsideTheCore,
  'en16931-syntax.sch': syntax,
  'en16931-vat.sch': vat,
  'peppol-codes.sch': peppolCodes,
}

/** The text of each generated file in schematron/own, by its name. */
export function madeFiles(): Map<string, string> {
  return new Map(Object.entries(schemas).map(([name, schema]) => [name, writeSchema(schema)]))
}

if (process.argv[1]?.endsWith('build.ts')) {
  for (const [name, text] of madeFiles())
    writeFileSync(new URL(`own/${name}`, import.meta.url), text)
}
