// Packs the committed reference into the built program: `node dist/pack-reference.js`, a step of
// the build. That it is the one of the routes, its test makes sure.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { printAgain } from './http/print-reference.ts'
import { packedReference } from './packed-reference.ts'

const committed = readFileSync(new URL('../openapi/openapi.json', import.meta.url), 'utf8')
mkdirSync(packedReference, { recursive: true })
for (const [name, text] of await printAgain(JSON.parse(committed)))
  writeFileSync(new URL(`${name}.br`, packedReference), brotliCompressSync(text))
