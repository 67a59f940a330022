// Compiled rules against Saxon-HE on the same official stylesheets: documents that seeded changes have made wrong in one
// way or another, and the documents of every other rule set. Findings must be equal by id, flag and location.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkStructure } from '../../../src/validation/structure/index.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { mutate as mutateForRules } from '../own-rules/mutant.ts'
import { mutate as mutateForSchemas, randomNumbers } from '../structure/mutant.ts'
import { corpusFolder, describeWithRules, isSame, type OursSaid, officialSet, type Said } from './official.ts'
import { askSaxon, readAll, saxonLack, writeDocuments } from './saxon.ts'

const seed = 20261121
const mutantsCount = Number(process.env.VALIDATION_MUTANTS ?? 5000)

function filesIn(folder: string): string[] {
  const names = readdirSync(path.join(corpusFolder, folder)).filter((name) => name.endsWith('.xml'))
  return names.map((name) => path.join(corpusFolder, folder, name))
}

/** One half changed as the rules of invoices mind, the other as schemas do. */
function invoiceMutants(files: string[], count: number): Buffer[] {
  const random = randomNumbers(seed)
  const documents = readAll(files)
  return Array.from({ length: count }, (_, at) => {
    const document = documents[random(documents.length)]!
    return at % 2 === 0
      ? Buffer.from(mutateForRules(document.toString(), random))
      : mutateForSchemas(document, random)
  })
}

/** Changed as schemas mind, which any document can be. */
function mutantsOf(files: string[], count: number): Buffer[] {
  const random = randomNumbers(seed)
  const documents = readAll(files)
  return Array.from({ length: count }, () => mutateForSchemas(documents[random(documents.length)]!, random))
}

/** The files on which the two do not say the same, with what each says alone. */
async function differences(id: string, files: string[]): Promise<string[]> {
  const set = officialSet(id)
  const documents = readAll(files)
  const different: string[] = []
  for (const [sheet, stylesheet] of set.stylesheets.entries()) {
    const theirs = await askSaxon(stylesheet, files)
    expect(theirs).toHaveLength(files.length)
    for (const [at, said] of theirs.entries()) {
      const ours = set.ask(documents[at]!)[sheet]!
      if (!isSame(ours, said) && !isShortCut(ours, said, documents[at]!))
        different.push(explain(files[at]!, ours, said))
    }
  }
  return different
}

// The one difference that is explained: the order in which the operands of `and` and `or` are looked at is left open
// (XPath 2.0, 3.6), so Saxon may pass by an operand in which we meet an amount that is none (BR-CO-14). Both refuse such a
// document: it breaks the structure too.
function isShortCut(ours: OursSaid, theirs: Said, document: Buffer): boolean {
  if ('error' in theirs || ours.errors.length === 0) return false
  const isAlike = ours.findings.every((finding) => theirs.findings.includes(finding))
  const structure = checkStructure(parseXml(document, { instructions: 'keep' }))
  return isAlike && structure.some(({ flag }) => flag === 'fatal')
}

function explain(file: string, ours: OursSaid, theirs: Said): string {
  const a = [...ours.findings, ...ours.errors.map((code) => `error ${code}`)]
  const b = 'findings' in theirs ? theirs.findings : [`error ${theirs.error}`]
  const only = (left: string[], right: string[]) => left.filter((each) => !right.includes(each)).join(' ')
  return `${file} ours: ${only(a, b)} theirs: ${only(b, a)}`
}

const name = 'the compiled rules say what Saxon-HE says'
describeWithRules(saxonLack ? `${name} (skipped: ${saxonLack})` : name, () => {
  test.skipIf(saxonLack)(`of ${mutantsCount} changed invoices and credit notes`, async () => {
    const files = writeDocuments(invoiceMutants(filesIn('billing'), mutantsCount))
    for (const id of ['en16931', 'peppol-billing']) expect(await differences(id, files)).toEqual([])
  })

  const others: [id: string, folders: string[]][] = [
    ['peppol-selfbilling', ['billing']],
    ['peppol-order', ['units/unit-order', 'units/unit-common']],
    ['peppol-order-change', ['units/unit-order-change']],
    ['peppol-order-cancellation', ['units/unit-order-cancellation']],
    ['peppol-order-response', ['units/unit-order-response']],
    ['peppol-order-response-advanced', ['units/unit-order-response-advanced']],
    ['peppol-order-agreement', ['units/unit-order-agreement']],
    ['peppol-catalogue', ['units/unit-catalogue']],
    ['peppol-punch-out', ['units/unit-punch-out']],
    ['peppol-despatch-advice', ['units/unit-despatch-advice']],
    ['peppol-invoice-response', ['units/unit-invoice-response']],
    ['peppol-mlr', ['units/unit-invoice-response', 'mls']],
    ['tdd-ae', ['tdd/ae']],
    ['tdd-sk', ['tdd/sk']],
    ['tdd-vida', ['tdd/vida']],
  ]
  test.skipIf(saxonLack).each(others)('%s on its documents, whole and changed', async (id, folders) => {
    const files = folders.flatMap((folder) => filesIn(folder))
    const changed = writeDocuments(mutantsOf(files, 50))
    expect(await differences(id, [...files, ...changed])).toEqual([])
  })
})
