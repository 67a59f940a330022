// Folders of rules that are damaged, half written, or from an earlier version of the program.
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import {
  alteredRules,
  installRules,
  openValidator,
  type Validator,
} from '../../../src/validation/index.ts'
import { ruleFile, temporaryFolder, writeJar } from './artifacts.ts'

const invoice = readFileSync('test/fixtures/billing/invoice-usual.out.xml', 'utf8')
const typed = (id: string) => Buffer.from(invoice.replace(/(?<=<cbc:CustomizationID>)[^<]*/, id))
const singapore = typed('urn:peppol:pint:billing-1@sg-1')
const malaysia = typed('urn:peppol:pint:billing-1@my-1')

/** Rule files of one assertion each, which no invoice breaks; unlike those of any other folder. */
async function installed(ids: readonly string[]): Promise<string> {
  const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
  const files = Object.fromEntries(
    ids.map((id) => [`${id}.sch`, ruleFile(`${id}-${path.basename(rulesDir)}`, 'false()')]),
  )
  const jar = writeJar(from, files, {})
  const ruleSets = ids.map((id) => ({
    ...{ id, title: id, version: '9.0.0', validFrom: '2026-11-01', entries: [`${id}.sch`] },
  }))
  const pins = [{ releases: [{ ...jar, ruleSets }] }]
  await installRules({ pins, rulesDir, from, now: new Date(), report: () => {} })
  return rulesDir
}

function scriptOf(rulesDir: string, id: string): string {
  const folder = path.join(rulesDir, 'compiled')
  const name = readdirSync(folder).find((file) => file.startsWith(`${id}-9`))
  return path.join(folder, name!)
}

let validator: Validator | undefined
afterEach(() => validator?.close())

async function open(rulesDir: string): Promise<Validator> {
  validator = await openValidator({ rulesDir, engine: 'compiled', limits: limits.validation })
  return validator
}

const setsFor = async (opened: Validator, document: Buffer) =>
  (await opened.validate(document, { layers: 'all' })).ruleSets.map(({ id }) => id)

test.each([
  ['is missing', (file: string) => rmSync(file), /pint-sg 9\.0\.0 cannot be used: ENOENT/],
  ['is half written', (file: string) => truncateSync(file, 200), /is not what was installed/],
  ['is empty', (file: string) => truncateSync(file, 0), /is not what was installed/],
])('a rule set whose script %s is unavailable, and no other', async (_, damage, message) => {
  const rulesDir = await installed(['pint-sg', 'pint-my'])
  const file = scriptOf(rulesDir, 'pint-sg')
  damage(file)
  const opened = await open(rulesDir)
  await opened.prepare(Buffer.from(invoice))
  const refused = opened.validate(singapore, { layers: 'all' })
  await expect(refused).rejects.toMatchObject({
    name: 'RulesUnusable',
    message: expect.stringMatching(message),
  })
  await expect(refused).rejects.toThrow('Install the rules again')
  expect(await setsFor(opened, malaysia)).toEqual(['pint-my'])
  expect(await setsFor(opened, Buffer.from(invoice))).toEqual(['en16931', 'peppol-billing'])
  expect(alteredRules(rulesDir).join()).toContain(path.basename(file))
})

test('a gateway whose rules for invoices are damaged opens, and judges all others', async () => {
  const rulesDir = await installed(['en16931', 'pint-my'])
  rmSync(scriptOf(rulesDir, 'en16931'))
  const opened = await open(rulesDir)
  await expect(opened.prepare(Buffer.from(invoice))).rejects.toThrow('en16931 9.0.0 cannot be used')
  expect(await setsFor(opened, malaysia)).toEqual(['pint-my'])
})

test('a script of another version of the program is not run', async () => {
  const rulesDir = await installed(['pint-sg', 'pint-my'])
  const file = scriptOf(rulesDir, 'pint-sg')
  const other = readFileSync(file, 'utf8').replace(/version: \d+/, 'version: 1')
  writeFileSync(file, other)
  const list = path.join(rulesDir, 'manifest.json')
  const manifest = JSON.parse(readFileSync(list, 'utf8'))
  for (const set of manifest.ruleSets) delete set.digests
  writeFileSync(list, JSON.stringify(manifest).replaceAll(/-[0-9a-f]{12}\.js/g, '.js'))
  for (const name of readdirSync(path.dirname(file))) {
    const content = readFileSync(path.join(path.dirname(file), name))
    writeFileSync(path.join(path.dirname(file), name.replace(/-[0-9a-f]{12}\.js/, '.js')), content)
  }
  const opened = await open(rulesDir)
  const refused = opened.validate(singapore, { layers: 'all' })
  await expect(refused).rejects.toThrow('compiled by another version of this program')
  expect(await setsFor(opened, malaysia)).toEqual(['pint-my'])
})

test('a folder of an earlier version of the program is read by the tables', async () => {
  const rulesDir = await installed(['peppol-billing', 'peppol-order'])
  const list = path.join(rulesDir, 'manifest.json')
  const manifest = JSON.parse(readFileSync(list, 'utf8'))
  for (const set of manifest.ruleSets) {
    delete set.digests
    set.documents = [
      {
        namespace: 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
        local: 'Invoice',
        exceptCustomizationIds: ['urn:peppol:pint:'],
      },
    ]
  }
  writeFileSync(list, JSON.stringify(manifest))
  const opened = await open(rulesDir)
  expect(await setsFor(opened, Buffer.from(invoice))).toEqual(['en16931', 'peppol-billing'])
  await expect(setsFor(opened, singapore)).rejects.toMatchObject({ lacksRules: true })
})

test('what was not put in force by a manifest is not there', async () => {
  const rulesDir = await installed(['pint-sg'])
  rmSync(path.join(rulesDir, 'manifest.json'))
  const opened = await open(rulesDir)
  const refused = opened.validate(singapore, { layers: 'all' })
  await expect(refused).rejects.toThrow('the rule set pint-sg is not installed')
})

test.each([
  ['is empty', ''],
  ['has 10,000 characters', `urn:${'x'.repeat(10_000)}`],
  ['is in another case', 'URN:CEN.EU:EN16931:2017'],
  ['is that of PINT with a star', 'urn:peppol:pint:billing-1*'],
])('an invoice whose CustomizationID %s is judged, and reported', async (_, id) => {
  const opened = await open(temporaryFolder())
  const { findings, ruleSets } = await opened.validate(typed(id), { layers: 'all' })
  expect(ruleSets.map((set) => set.id)).toEqual(['en16931', 'peppol-billing'])
  expect(findings.map(({ rule }) => rule)).toContain('PEPPOL-EN16931-R004')
})

test('blanks around a CustomizationID do not matter; a second one is a fault', async () => {
  const opened = await open(temporaryFolder())
  const id = /<cbc:CustomizationID>(.*?)<\/cbc:CustomizationID>/
  const padded = Buffer.from(
    invoice.replace(id, '<cbc:CustomizationID>\n  $1\t </cbc:CustomizationID>'),
  )
  expect(await setsFor(opened, padded)).toEqual(['en16931', 'peppol-billing'])
  const twice = Buffer.from(invoice.replace(id, '$&$&'))
  const { valid, findings } = await opened.validate(twice, { layers: 'all' })
  expect([valid, findings[0]?.layer]).toEqual([false, 'structure'])
})
