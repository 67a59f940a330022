// Packs the committed reference into the built program: `node dist/pack-reference.js`, a step of
// the build. That it is the one of the routes, its test makes sure.
import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { referenceNames } from './print-reference.ts'
import { packedReference, printCommitted } from './reference-files.ts'

mkdirSync(packedReference, { recursive: true })
for (const name of referenceNames)
  writeFileSync(
    new URL(`${name}.br`, packedReference),
    brotliCompressSync(await printCommitted(name)),
  )
