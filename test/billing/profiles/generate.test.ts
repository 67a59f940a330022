import { describe, expect, test } from 'vitest'
import { completeDocument, convertUbl, documentModel, toUbl } from '../../../src/billing/index.ts'
import { profileNames } from '../../../src/billing/profiles/profile.ts'
import { lostValues } from '../../fuzz/billing/lost-values.ts'
import { generateFor } from './generate.ts'

const seeds = Array.from({ length: 60 }, (_, seed) => seed)

describe.each(profileNames)('generated documents of %s', (profile) => {
  test('are of many type codes', () => {
    const codes = seeds.map((seed) => String(generateFor(profile, seed).json.typeCode))
    expect(new Set(codes).size).toBeGreaterThan(profile === 'pint-ae' ? 1 : 2)
  })

  test.each(seeds)('of seed %i survive JSON → UBL → JSON, with the same bytes', (seed) => {
    const { kind, json } = generateFor(profile, seed)
    const accepted = documentModel(kind).safeParse(json)
    expect(accepted.error?.issues).toBeUndefined()
    const { document, inconsistencies } = completeDocument(kind, accepted.data!)
    expect(inconsistencies).toEqual([])
    const ubl = toUbl(kind, document)
    const read = convertUbl(ubl)
    if (read.kind !== 'read') throw new Error(read.kind)
    expect(read.unmapped).toEqual([])
    expect(lostValues(json, read.document)).toEqual([])
    const again = completeDocument(kind, documentModel(kind).parse(read.document))
    expect(again.inconsistencies).toEqual([])
    expect(toUbl(kind, again.document).toString()).toBe(ubl.toString())
  })
})
