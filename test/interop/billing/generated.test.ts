import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeDocument, convertUbl, documentModel, toUbl } from '../../../src/billing/index.ts'
import { limits } from '../../../src/config/limits.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { generate } from '../../billing/generate.ts'

const rulesDir = path.resolve(process.env.RULES_DIR ?? 'data/rules')
/** In CI the official rules must be available: a skipped test has not passed. */
const isMissing = !existsSync(path.join(rulesDir, 'xsd')) && process.env.CI === undefined
const note = isMissing
  ? ` (skipped: no official rules in ${rulesDir}; see 'fourcorner rules install')`
  : ''

const count = 10_000
const batch = 500

function written(seed: number): Buffer {
  const { kind, json } = generate(seed)
  const { document, inconsistencies } = completeDocument(kind, documentModel(kind).parse(json))
  expect(inconsistencies, `seed ${seed}`).toEqual([])
  return toUbl(kind, document)
}

function again(ubl: Buffer): Buffer {
  const read = convertUbl(ubl)
  if (read.kind !== 'read') throw new Error(read.kind)
  expect(read.unmapped).toEqual([])
  return toUbl(
    read.of,
    completeDocument(read.of, documentModel(read.of).parse(read.document)).document,
  )
}

describe.skipIf(isMissing)(`10,000 generated documents${note}`, () => {
  let validator: Validator

  beforeAll(async () => {
    validator = await openValidator({
      rulesDir,
      engine: 'compiled',
      pack: 'official',
      limits: limits.validation,
    })
  })
  afterAll(() => validator?.close())

  test.each(Array.from({ length: count / batch }, (_, index) => index * batch))(
    'from seed %i on: valid by the schemas, no fatal rule, the same after the ' +
      'journey through JSON',
    async (first) => {
      for (let seed = first; seed < first + batch; seed++) {
        const ubl = written(seed)
        expect(again(ubl).equals(ubl), `seed ${seed}`).toBe(true)
        const { valid, findings, ruleSets } = await validator.validate(ubl, { layers: 'all' })
        const fatal = findings
          .filter(({ severity }) => severity === 'error')
          .map(({ rule, message }) => `${rule}: ${message}`)
        expect(fatal, `seed ${seed}`).toEqual([])
        expect(valid, `seed ${seed}`).toBe(true)
        expect(
          ruleSets.filter(({ pack }) => pack === 'official').length,
          `seed ${seed}`,
        ).toBeGreaterThanOrEqual(2)
      }
    },
  )

  test('would be noticed: a wrong total is fatal, an extra element invalid', async () => {
    const ubl = written(1).toString()
    const total = ubl.replace(/(<cbc:TaxInclusiveAmount[^>]*>)[^<]*/, '$1999999.99')
    const rules = (await validator.validate(Buffer.from(total), { layers: 'all' })).findings.map(
      ({ rule }) => rule,
    )
    expect(rules).toContain('BR-CO-15')
    const strange = ubl.replace('<cbc:IssueDate>', '<cbc:Strange>x</cbc:Strange><cbc:IssueDate>')
    expect((await validator.validate(Buffer.from(strange), { layers: 'structure' })).valid).toBe(
      false,
    )
  })
})
