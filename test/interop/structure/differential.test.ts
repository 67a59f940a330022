// Our tables against the official schemas: both must call the same documents valid and the same
// documents invalid.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkTables } from '../../../src/validation/structure/check.ts'
import { openXsd, type Xsd } from '../../../src/validation/xsd/open.ts'
import { parseXml, XmlError } from '../../../src/xml/index.ts'
import {
  describeWithOfficialDocuments,
  officialFiles,
  readOfficial,
} from '../../official-documents.ts'
import { mutate, randomNumbers } from './mutant.ts'
import { describeWithSchemas, schemaFolder } from './official-schemas.ts'

const seed = Number(process.env.STRUCTURE_SEED ?? 20261121)
const mutants = Number(process.env.STRUCTURE_MUTANTS ?? 6000)
const files = [...officialFiles('billing'), ...officialFiles('mls')]

let xsd: Xsd

type Judged = { ours: string[]; official: string[] }

function judge(bytes: Uint8Array): Judged {
  const document = parseXml(bytes, { instructions: 'keep' })
  const report = ({ message, xpath }: { message: string; xpath: string }) => `${xpath}: ${message}`
  const official = xsd.knows(document.root)
    ? xsd.check(document).map(report)
    : ['no schema for this root']
  return { ours: checkTables(document).map(report), official }
}

describeWithSchemas('our tables beside the official schemas', () => {
  beforeAll(async () => {
    const opened = await openXsd(schemaFolder)
    if (!opened) throw new Error(`There are no schemas in ${schemaFolder}`)
    xsd = opened
  })
  afterAll(() => xsd?.close())

  describeWithOfficialDocuments('on the official documents', () => {
    it.each(files)('judge %s alike', (file) => {
      const { ours, official } = judge(readOfficial(file))
      expect({ valid: ours.length === 0, ours }).toEqual({ valid: official.length === 0, ours })
    })
  })

  describeWithOfficialDocuments('on mutated documents', () => {
    it(`judge ${mutants} alike`, () => {
      const random = randomNumbers(seed)
      const count = { valid: 0, invalid: 0, explained: 0 }
      const differences: (Judged & { round: number; file: string })[] = []
      for (let round = 0; round < mutants; round++) {
        const file = files[round % files.length]!
        const judged = judgeMutant(mutate(readOfficial(file), random))
        if (!judged) continue
        const valid = judged.ours.length === 0
        count[valid ? 'valid' : 'invalid']++
        if (valid === (judged.official.length === 0)) continue
        if (isExplained(judged)) count.explained++
        else differences.push({ round, file, ...judged })
      }
      expect(differences).toEqual([])
      // The comparison is meaningful only when there are many documents on either side.
      expect(count.valid).toBeGreaterThan(mutants / 20)
      expect(count.invalid).toBeGreaterThan(mutants / 2)
      expect(count.explained).toBeLessThan(mutants / 100)
    })
  })

  describe('where they differ, and why', () => {
    const extended = (content: string) =>
      Buffer.from(`<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
        xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
        xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2">
        <ext:UBLExtensions><ext:UBLExtension>
          <ext:ExtensionContent>${content}</ext:ExtensionContent>
        </ext:UBLExtension></ext:UBLExtensions>
      </ApplicationResponse>`)

    it.each([
      [
        'a signature',
        '<ds:Signature xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:Wrong/></ds:Signature>',
      ],
      ['an element that no document of ours can contain', '<cac:Contract>Wrong</cac:Contract>'],
    ])('in an extension the tables skip %s', (_, content) => {
      const { ours, official } = judge(extended(content))
      const about = (finding: string) => finding.includes('/ExtensionContent[1]/')
      expect([ours.some(about), official.some(about)]).toEqual([false, true])
    })

    it(
      'in Base64 libxml2 skips characters outside its alphabet, which XML Schema 2 ' +
        '(3.2.16) does not allow',
      () => {
        const invoice = readFileSync('test/fixtures/billing/invoice-usual.out.xml', 'utf8')
        const object =
          '<cbc:EmbeddedDocumentBinaryObject mimeCode="a" ' +
          'filename="a">AA?AA</cbc:EmbeddedDocumentBinaryObject>'
        const reference =
          `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID>` +
          `<cac:Attachment>${object}</cac:Attachment></cac:AdditionalDocumentReference>`
        const { ours, official } = judge(
          Buffer.from(invoice.replace('<cac:ProjectReference>', `${reference}$&`)),
        )
        expect([ours.length, official.length]).toEqual([1, 0])
      },
    )
  })
})

/** Why the two may differ; each reason has its own test above. */
function isExplained({ ours, official }: Judged): boolean {
  if (official.length === 0)
    return ours.every((finding) => finding.includes('must be bytes in Base64'))
  return ours.length === 0 && official.every((finding) => finding.includes('/ExtensionContent[1]/'))
}

/** Undefined for what is no longer XML. */
function judgeMutant(bytes: Uint8Array): Judged | undefined {
  try {
    return judge(bytes)
  } catch (error) {
    if (error instanceof XmlError) return undefined
    throw error
  }
}
