// Compiled rules of billing against Saxon-HE on the same official stylesheets, on documents that
// seeded changes have made wrong in one way or another. Findings must be equal by id, flag and
// location, errors by rule and code.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mutate as mutateForRules } from '../own-rules/mutant.ts'
import { mutate as mutateForSchemas, randomNumbers } from '../structure/mutant.ts'
import { compare, filesIn } from './compare.ts'
import { describeWithRules } from './official.ts'
import { openSaxon, type Saxon, saxonLack } from './saxon.ts'

const seed = Number(process.env.VALIDATION_SEED ?? 20261121)
const mutantsCount = Number(process.env.VALIDATION_MUTANTS ?? 5000)

/**
 * One half changed in ways that matter to rules of invoices, the other in ways that
 * matter to schemas.
 */
function mutants(): Buffer[] {
  const random = randomNumbers(seed)
  const documents = filesIn('billing').map((file) => readFileSync(file))
  return Array.from({ length: mutantsCount }, (_, at) => {
    const document = documents[random(documents.length)]!
    return at % 2 === 0
      ? Buffer.from(mutateForRules(document.toString(), random))
      : mutateForSchemas(document, random)
  })
}

const name = `on ${mutantsCount} changed documents the compiled rules agree with Saxon-HE`
describeWithRules(saxonLack ? `${name} (skipped: ${saxonLack})` : name, () => {
  let saxon: Saxon
  let files: string[]
  beforeAll(async () => {
    if (saxonLack) return
    saxon = await openSaxon()
    files = saxon.write(mutants())
  })
  afterAll(() => saxon?.close())

  test.skipIf(saxonLack).each(['en16931', 'peppol-billing'])('%s', async (id) => {
    const { alike, findings, errors, explained, different } = await compare(saxon, id, files)
    console.log(
      `${id}: ${alike} alike with ${findings} findings, ${errors} alike in error; explained:`,
      explained,
    )
    expect(different).toEqual([])
    expect(alike).toBeGreaterThan(mutantsCount * 0.995)
    // The comparison is meaningful only when there are many findings.
    expect(findings).toBeGreaterThan(mutantsCount / 2)
  })
})
