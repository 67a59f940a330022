// The official rule sets beyond billing against Saxon-HE with the same version: on their documents
// in the corpus, original and changed.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutate, randomNumbers } from '../structure/mutant.ts'
import { compare, filesIn } from './compare.ts'
import { describeWithRules } from './official.ts'
import { openSaxon, type Saxon, saxonLack } from './saxon.ts'

const seed = Number(process.env.VALIDATION_SEED ?? 20261121)
const mutantsCount = Number(process.env.VALIDATION_OTHER_MUTANTS ?? 150)

/** If there are no documents of the kind, those of a kind with the same root are used. */
const sets: [id: string, folders: string[]][] = [
  ['peppol-selfbilling', ['billing']],
  ['peppol-order', ['units/unit-order', 'units/unit-common']],
  ['peppol-order-change', ['units/unit-order-change']],
  ['peppol-order-cancellation', ['units/unit-order-cancellation']],
  ['peppol-order-response', ['units/unit-order-response']],
  ['peppol-order-response-advanced', ['units/unit-order-response-advanced']],
  ['peppol-order-agreement', ['units/unit-order-agreement']],
  ['peppol-catalogue', ['units/unit-catalogue']],
  ['peppol-catalogue-response', ['units/unit-invoice-response', 'mls']],
  ['peppol-punch-out', ['units/unit-punch-out']],
  ['peppol-despatch-advice', ['units/unit-despatch-advice']],
  ['peppol-invoice-response', ['units/unit-invoice-response']],
  ['peppol-mlr', ['units/unit-invoice-response', 'mls']],
  ['tdd-ae', ['tdd/ae']],
  ['tdd-sk', ['tdd/sk']],
  ['tdd-vida', ['tdd/vida']],
  ...['ae', 'aunz', 'eu', 'jp', 'my', 'om', 'sg'].map((country): [string, string[]] => [
    `pint-${country}`,
    [`pint/pint-${country}`],
  ]),
  ['tdd-om', ['pint/tdd-om']],
  ['xrechnung-ubl', ['pint/xrechnung-ubl']],
  ['xrechnung-cii', ['pint/xrechnung-cii']],
  ['en16931-cii', ['pint/xrechnung-cii', 'pint/france-cii']],
  ['nlcius-ubl', ['pint/nlcius-ubl']],
  ['nlcius-gaccount', ['pint/nlcius-ubl']],
  ['nlcius-cii', ['pint/nlcius-cii']],
  ['fr-ctc-ubl', ['pint/france-ubl']],
  ['fr-ctc-extended-ubl', ['pint/france-ubl']],
  ['fr-ctc-cii', ['pint/france-cii']],
  ['fr-ctc-extended-cii', ['pint/france-cii']],
  ['fr-ctc-cdar', ['pint/france-cdar']],
]

/** Changed in ways that matter to schemas, which any document can be. */
function mutantsOf(files: readonly string[]): Buffer[] {
  const random = randomNumbers(seed)
  const documents = files.map((file) => readFileSync(file))
  return Array.from({ length: mutantsCount }, () =>
    mutate(documents[random(documents.length)]!, random),
  )
}

const name = 'the compiled rules beyond billing say what Saxon-HE says'
describeWithRules(saxonLack ? `${name} (skipped: ${saxonLack})` : name, () => {
  let saxon: Saxon
  beforeAll(async () => {
    if (!saxonLack) saxon = await openSaxon()
  })
  afterAll(() => saxon?.close())

  test.skipIf(saxonLack).each(sets)('%s', async (id, folders) => {
    const files = folders.flatMap((folder) => filesIn(folder))
    const compared = await compare(saxon, id, [...files, ...saxon.write(mutantsOf(files))])
    const { alike, findings, errors, explained, different } = compared
    console.log(
      `${id}: ${alike} alike with ${findings} findings, ${errors} alike in error; explained:`,
      explained,
    )
    expect(different).toEqual([])
    expect(findings).toBeGreaterThan(mutantsCount / 10)
  })
})
