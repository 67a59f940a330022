// Compiles our own pack into the built program: `node dist/validation/rules/build-own.js`, a step
// of the build.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileSchema } from '../compiler/compile.ts'
import { readPack, writeManifest } from './manifest.ts'
import { scriptDigest } from './script-digest.ts'

const source = fileURLToPath(new URL('../../../schematron/own/', import.meta.url))
const target = fileURLToPath(new URL('../../schematron/own/', import.meta.url))

const pack = readPack('own', source)
if (!pack) throw new Error(`There is no manifest in ${source}`)
mkdirSync(target, { recursive: true })
const ruleSets = pack.ruleSets.map((set) => {
  const compiled = set.files.map(compileInto)
  const files = compiled.map(({ file }) => file)
  return { ...set, files, digests: compiled.map(({ digest }) => digest) }
})
writeManifest(target, { ruleSets })

function compileInto(path: string): { file: string; digest: string } {
  const file = path.replace(/\.sch$/, '.js')
  const script = compileSchema(readFileSync(join(source, path), 'utf8')).source
  writeFileSync(join(target, file), script)
  return { file, digest: scriptDigest(script) }
}
