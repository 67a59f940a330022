// The documents of docs/profiles: of each profile a minimal and a full one, and more.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import {
  completeDocument,
  convertUbl,
  documentModel,
  type Kind,
  kinds,
  toUbl,
} from '../../../src/billing/index.ts'
import { parseJson } from '../../../src/intake/json.ts'
import { readJsonDocument } from '../../../src/intake/json-document.ts'

export type Json = { [name: string]: unknown }
export type ProfileDocument = { profile: string; heading: string; kind: Kind; text: string }

const folder = path.resolve('docs/profiles')

export const profileDocuments: ProfileDocument[] = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .sort()
  .flatMap((file) => {
    const page = readFileSync(path.join(folder, file), 'utf8')
    return [...page.matchAll(/^## ([^\n]+)\n(?:(?!^## ).)*?^```json\n(.*?)^```/gms)].map(
      ([, heading = '', text = '']) => {
        const { type = 'invoice', profile } = JSON.parse(text)
        return { profile, heading, kind: kinds[type as keyof typeof kinds], text }
      },
    )
  })

/** The JSON of the minimal or the full document of a profile, its numbers as they are written. */
export function documentOf(profile: string, size: 'minimal' | 'full'): Json {
  const found = profileDocuments.find(
    (one) => one.profile === profile && one.heading.includes(size),
  )
  return parseJson(found!.text) as Json
}

/** The UBL of a document as it is sent, and what contradicts itself in it. */
export function written(text: string) {
  const { kind, document } = readJsonDocument(Buffer.from(text), { day: '2026-11-28' })
  const { document: complete, inconsistencies } = completeDocument(kind, document)
  return { kind, ubl: toUbl(kind, complete), inconsistencies }
}

/** The same document after UBL → JSON → UBL. */
export function throughUbl(ubl: Buffer): Buffer {
  const read = convertUbl(ubl)
  if (read.kind !== 'read') throw new Error(read.kind)
  if (read.unmapped.length > 0) throw new Error(JSON.stringify(read.unmapped))
  const { document } = completeDocument(read.of, documentModel(read.of).parse(read.document))
  return toUbl(read.of, document)
}
