// The official schemas as installed, without annotations, beside the original schemas.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openXsd, type Xsd } from '../../../src/validation/xsd/open.ts'
import { parseXml, XmlError } from '../../../src/xml/index.ts'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../../official-documents.ts'
import { annotationsIn, shapeOf } from '../../validation/structure/schema-shape.ts'
import { mutate, randomNumbers } from './mutant.ts'
import {
  describeWithSchemas,
  originalSchemaFolder,
  schemaFolder,
  schemaNames,
} from './official-schemas.ts'

const seed = Number(process.env.STRUCTURE_SEED ?? 20261121)
const mutants = Number(process.env.STRUCTURE_MUTANTS ?? 3000)
const documents = [...officialFiles('billing'), ...officialFiles('mls')]

const lacking = mkdtempSync(path.join(tmpdir(), 'fourcorner-schemas-'))
const opened: Xsd[] = []

async function open(folder: string): Promise<Xsd> {
  const xsd = await openXsd(folder)
  if (!xsd) throw new Error(`There are no schemas in ${folder}`)
  opened.push(xsd)
  return xsd
}

describeWithSchemas('the official schemas without their annotations', () => {
  beforeAll(() => {
    cpSync(schemaFolder, lacking, { recursive: true })
    const file = path.join(lacking, 'UBL-UnqualifiedDataTypes-2.1.xsd')
    const whole = readFileSync(file, 'utf8')
    const part = '<xsd:attribute name="currencyID" type="xsd:normalizedString" use="required"/>'
    expect(whole).toContain(part)
    writeFileSync(file, whole.replace(part, part.replace(' use="required"', '')))
  })
  afterAll(() => {
    for (const xsd of opened) xsd.close()
    rmSync(lacking, { recursive: true })
  })

  it('are all there', () => {
    expect(readdirSync(schemaFolder).sort()).toEqual(schemaNames)
    expect(schemaNames.length).toBeGreaterThan(20)
  })

  it.each(schemaNames)('have the same meaning: %s', (name) => {
    const [whole, bare] = [originalSchemaFolder, schemaFolder].map((folder) =>
      readFileSync(path.join(folder, name)),
    )
    expect(annotationsIn(bare!)).toBe(0)
    expect(shapeOf(bare!)).toEqual(shapeOf(whole!))
  })

  describeWithOfficialDocuments('on mutated documents', () => {
    it(`find in ${mutants} what the originals find, word for word`, async () => {
      const { differences, valid, invalid } = compare(
        await open(originalSchemaFolder),
        await open(schemaFolder),
      )
      expect(differences).toEqual([])
      expect(valid).toBeGreaterThan(mutants / 20)
      expect(invalid).toBeGreaterThan(mutants / 2)
    })

    it('would find something else if more were missing', async () => {
      const { differences } = compare(
        await open(originalSchemaFolder),
        await open(lacking),
        mutants / 10,
      )
      expect(differences.length).toBeGreaterThan(0)
    })
  })
})

type Compared = { differences: string[]; valid: number; invalid: number }

function compare(whole: Xsd, other: Xsd, rounds = mutants): Compared {
  const random = randomNumbers(seed)
  const compared: Compared = { differences: [], valid: 0, invalid: 0 }
  for (let round = 0; round < rounds; round++) {
    const file = documents[round % documents.length]!
    const document = parsed(mutate(readOfficial(file), random))
    if (!document || !whole.knows(document.root)) continue
    const [right, said] = [whole.check(document), other.check(document)]
    compared[right.length === 0 ? 'valid' : 'invalid']++
    if (JSON.stringify(right) !== JSON.stringify(said))
      compared.differences.push(`${file}, round ${round}`)
  }
  return compared
}

/** Undefined for what is no longer XML. */
function parsed(bytes: Uint8Array) {
  try {
    return parseXml(bytes, { instructions: 'keep' })
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}
