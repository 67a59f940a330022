// Compiles our own pack into the built program: `node dist/validation/rules/build-own.js`, a step
// of the build.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileSchema } from '../compiler/compile.ts'
import { readPack, writeManifest } from './manifest.ts'

const source = fileURLToPath(new URL('../../../schematron/own/', import.meta.url))
const target = fileURLToPath(new URL('../../schematron/own/', import.meta.url))

const pack = readPack('own', source)
if (!pack) throw new Error(`There is no manifest in ${source}`)
mkdirSync(target, { recursive: true })
const ruleSets = pack.ruleSets.map((set) => ({ ...set, files: set.files.map(compileInto) }))
writeManifest(target, { ruleSets })

function compileInto(file: string): string {
  const compiled = file.replace(/\.sch$/, '.js')
  writeFileSync(
    join(target, compiled),
    compileSchema(readFileSync(join(source, file), 'utf8')).source,
  )
  return compiled
}
