// Packs the committed reference into the built program: `node dist/http/pack-reference.js`, a step
// of the build. That it is the one of the routes, its test makes sure.
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import fastify from 'fastify'
import { packedReference, printReference, type ReferenceName } from './print-reference.ts'

const committed = new URL('../../openapi/openapi.json', import.meta.url)
const app = fastify()
await app.register(swagger, {
  mode: 'static',
  specification: { document: JSON.parse(readFileSync(committed, 'utf8')) },
})
for (const name of Object.keys(printReference) as ReferenceName[])
  writeFileSync(packedReference(name), brotliCompressSync(printReference[name](app)))
