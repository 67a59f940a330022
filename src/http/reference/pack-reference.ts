// Packs the committed reference, its page and the guides into the built program: `node
// dist/http/reference/pack-reference.js`, a step of the build. That the reference is the one of the
// routes, its test makes sure.
import { mkdirSync, writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { guideIndex } from './guide-links.ts'
import { packedGuide, readGuides } from './guides.ts'
import { packedReference } from './packed-reference.ts'
import { printGuide } from './print-guides.ts'
import { referenceNames } from './print-reference.ts'
import type { SwaggerUiFile } from './reference.ts'
import { makeReferenceFile, swaggerUi } from './reference-files.ts'

mkdirSync(new URL('guides/', packedReference), { recursive: true })
const names = [...referenceNames, ...(Object.keys(swaggerUi) as SwaggerUiFile[])]
for (const name of names)
  writeFileSync(
    new URL(`${name}.br`, packedReference),
    brotliCompressSync(await makeReferenceFile(name)),
  )
const guides = await readGuides()
for (const guide of guides.length > 0 ? [guideIndex(guides), ...guides] : [])
  writeFileSync(packedGuide(guide.name), brotliCompressSync(printGuide(guide, guides)))
