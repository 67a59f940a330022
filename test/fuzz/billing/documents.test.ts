// JSON documents at random. What the gateway takes comes back from its UBL with every value, and
// breaks no rule but national ones and check digits. The seed is always the same, unless FUZZ_SEED
// says otherwise; FUZZ_MUTANTS is the number of documents of each test. For an hour or more:
// `FUZZ_SEED=$RANDOM FUZZ_MUTANTS=500000 npx vitest run --project fuzz --testTimeout 0
// test/fuzz/billing/documents.test.ts`.
import { expect, it } from 'vitest'
import { documentModel } from '../../../src/billing/index.ts'
import { convertToJson } from '../../../src/intake/convert.ts'
import { readJson } from '../../../src/intake/read-document.ts'
import { Problem } from '../../../src/problem.ts'
import { fatalRules } from '../../schematron/own-rules.ts'
import { readCount, readSeed } from '../random.ts'
import { documentAt, type Made } from './documents.ts'
import { lostValues } from './lost-values.ts'

/** The UBL that a document becomes; undefined when it is refused, as convert refuses it. */
function convert({ kind, json }: Made): Buffer | undefined {
  const stated = documentModel(kind).safeParse(json)
  if (!stated.success) return undefined
  try {
    const { ubl, inconsistencies } = readJson(kind, stated.data)
    return inconsistencies.count > 0 ? undefined : ubl
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** Calls `check` with so many documents that are taken. */
function forTaken(
  { seed, count, changes }: { seed: number; count: number; changes: number },
  check: (made: Made, ubl: Buffer, where: string) => void,
): void {
  let taken = 0
  for (let index = 0; taken < count && index < 20 * count; index++) {
    const made = documentAt(seed, index, { changes })
    const ubl = convert(made)
    if (!ubl) continue
    taken += 1
    check(made, ubl, `document ${index} (FUZZ_SEED=${seed})`)
  }
  expect(taken).toBe(count)
}

const seed = readSeed('documents', 42)

it('a document that is taken comes back with every value', () => {
  forTaken({ seed, count: readCount(3_000), changes: 4 }, ({ json }, ubl, where) => {
    const { document, unmapped } = convertToJson(ubl)
    expect(lostValues(json, document), where).toEqual([])
    expect(unmapped, where).toEqual([])
  })
})

const national = /^(DE|DK|GR|IS|IT|NL|NO|SE)-/
const checkDigits = /^PEPPOL-COMMON-R0/

it('a mutant that is taken breaks no rule but national ones and check digits', () => {
  forTaken({ seed: seed + 1, count: readCount(4_000), changes: 5 }, (_, ubl, where) => {
    const broken = fatalRules(ubl, 'en16931', setOf(ubl))
    const others = broken.filter((rule) => !national.test(rule) && !checkDigits.test(rule))
    expect(others, where).toEqual([])
  })
})

function setOf(ubl: Buffer): string {
  return ubl.includes(':selfbilling:3.0') ? 'peppol-selfbilling' : 'peppol-billing'
}
