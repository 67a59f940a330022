// Installing rules from jars: pinned files are installed, everything else is refused
// and changes nothing.

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import {
  alteredRules,
  installRules,
  listRules,
  openValidator,
  type Pin,
  parsePins,
  pins,
  type RuleSet,
} from '../../../src/validation/index.ts'
import type { Release } from '../../../src/validation/rules/pin.ts'
import { ruleFile, temporaryFolder, writeJar } from './artifacts.ts'

const now = new Date('2026-11-21T12:00:00Z')
const document = Buffer.from('<a xmlns="urn:a"/>')
const example = readFileSync('test/fixtures/billing/invoice-usual.out.xml')

function install(rulesDir: string, from: string, list: readonly (Release | Pin)[]) {
  const pins = list.map((each) => ('releases' in each ? each : { releases: [each] }))
  return installRules({ pins, rulesDir, from, now, report: () => {} })
}

async function rulesSaid(rulesDir: string, day: string): Promise<string[]> {
  const validator = await openValidator({ rulesDir, engine: 'compiled', limits: limits.validation })
  try {
    const verdict = await validator.validate(document, {
      layers: 'all',
      ruleSets: ['test'],
      on: new Date(day),
    })
    return [
      ...verdict.ruleSets.map(({ version, pack }) => `${pack} ${version}`),
      ...verdict.findings.map(({ rule }) => rule),
    ]
  } finally {
    await validator.close()
  }
}

const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a">
<xs:element name="a" type="xs:decimal"><xs:annotation>
<xs:documentation>A number.</xs:documentation></xs:annotation></xs:element>
</xs:schema>`

function schemaJar(from: string, text: string): Release {
  return { ...writeJar(from, { ...files, 'a.xsd': text }, versions), schemas: ['a.xsd'] }
}

async function structureSaid(rulesDir: string, text: string): Promise<string[]> {
  const validator = await openValidator({ rulesDir, engine: 'compiled', limits: limits.validation })
  try {
    const { findings } = await validator.validate(Buffer.from(text), { layers: 'structure' })
    return findings.map(({ rule }) => rule)
  } finally {
    await validator.close()
  }
}

const versions = { '1': '2026-01-01', '2': '2026-08-17' }
const files = { '1.sch': ruleFile('ONE', 'false()'), '2.sch': ruleFile('TWO', 'false()') }

function withoutDigests({ ruleSets }: { ruleSets: RuleSet[] }): void {
  for (const set of ruleSets) delete set.digests
}

describe('rules install', () => {
  test('installs two versions side by side, and the day decides which one applies', async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    const installed = await install(rulesDir, from, [writeJar(from, files, versions)])
    expect(
      installed.map(({ version, asserts, source }) => [version, asserts, source?.from]),
    ).toEqual([
      ['1', 1, 'test:rules:1'],
      ['2', 1, 'test:rules:1'],
    ])
    expect(await rulesSaid(rulesDir, '2026-08-16')).toEqual(['official 1', 'ONE'])
    expect(await rulesSaid(rulesDir, '2026-08-17')).toEqual(['official 2', 'TWO'])
    expect(await rulesSaid(rulesDir, '2025-01-01')).toEqual(['official 1', 'ONE'])
  })

  test('refuses a jar that does not match its pin', async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    const pin = writeJar(from, files, versions)
    await expect(install(rulesDir, from, [{ ...pin, sha256: '0'.repeat(64) }])).rejects.toThrow(
      'SHA-256',
    )
    expect(existsSync(path.join(rulesDir, 'manifest.json'))).toBe(false)
  })

  test.each([
    ['an unknown function', 'doc(.)', /2\.sch:3: The function doc is not supported/],
    ['a fault in an expression', 'a b', /2\.sch:3: XPath/],
    ['a missing variable', '$x', /2\.sch:3: There is no variable/],
  ])('refuses %s with file and line, and changes nothing', async (_, broken, message) => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    await install(rulesDir, from, [writeJar(from, files, versions)])
    const before = readFileSync(path.join(rulesDir, 'manifest.json'), 'utf8')
    const pin = writeJar(from, { ...files, '2.sch': ruleFile('TWO', broken) }, versions)
    await expect(install(rulesDir, from, [pin])).rejects.toThrow(message)
    expect(readFileSync(path.join(rulesDir, 'manifest.json'), 'utf8')).toBe(before)
    expect(await rulesSaid(rulesDir, '2026-11-21')).toEqual(['official 2', 'TWO'])
  })

  describe('a script that was changed after it was installed', () => {
    async function changed(change: (manifest: { ruleSets: RuleSet[] }) => void = () => {}) {
      const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
      // A script is loaded once for all folders that have it, so this one is like no other.
      const unique = { ...files, '2.sch': ruleFile(`TWO-${path.basename(rulesDir)}`, 'false()') }
      await install(rulesDir, from, [writeJar(from, unique, versions)])
      const list = path.join(rulesDir, 'manifest.json')
      const manifest = JSON.parse(readFileSync(list, 'utf8')) as { ruleSets: RuleSet[] }
      change(manifest)
      writeFileSync(list, JSON.stringify(manifest))
      expect(alteredRules(rulesDir)).toEqual([])
      const file = manifest.ruleSets[1]!.files[0]!
      writeFileSync(
        path.join(rulesDir, file),
        `${readFileSync(path.join(rulesDir, file), 'utf8')}\n;globalThis.wasRun = true`,
      )
      return { rulesDir, file }
    }

    test.each([
      ['by the manifest', () => {}, 64],
      ['by its name, if an earlier version installed it', withoutDigests, 12],
    ] as const)('is found %s, and never runs', async (_, change, digits) => {
      const { rulesDir, file } = await changed(change)
      expect(alteredRules(rulesDir)).toEqual([
        expect.stringMatching(
          new RegExp(`^${file} is not what was installed: .* not [0-9a-f]{${digits}}$`),
        ),
      ])
      expect(listRules(rulesDir).join('\n')).toContain(`Differs: ${file} is not what was installed`)
      await expect(rulesSaid(rulesDir, '2026-08-17')).rejects.toMatchObject({
        name: 'RulesUnusable',
        message: expect.stringContaining('is not what was installed'),
      })
      expect(globalThis).not.toHaveProperty('wasRun')
      expect(await rulesSaid(rulesDir, '2026-08-16')).toEqual(['official 1', 'ONE'])
    })

    test('has a full digest in the manifest, without which that is broken', async () => {
      const cut = changed(({ ruleSets }) => {
        ruleSets[0]!.digests = ['abc']
      })
      await expect(cut).rejects.toThrow('is not a valid manifest of rules')
    })
  })

  test('refuses a jar that lacks a pinned file, and a missing jar', async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    const pin = writeJar(from, { '1.sch': files['1.sch'] }, versions)
    await expect(install(rulesDir, from, [pin])).rejects.toThrow('does not contain 2.sch')
    await expect(install(rulesDir, temporaryFolder(), [pin])).rejects.toThrow('rules-1.jar')
  })

  test('installs schemas without their annotations, and the originals beside them', async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    await install(rulesDir, from, [schemaJar(from, schema)])
    const read = (file: string) => readFileSync(path.join(rulesDir, file), 'utf8')
    expect(read('originals/xsd/a.xsd')).toBe(schema)
    expect(read('xsd/a.xsd')).toContain('<xs:element name="a"')
    expect(read('xsd/a.xsd')).not.toContain('annotation')
    expect(await structureSaid(rulesDir, '<a xmlns="urn:a">1</a>')).toEqual([])
    expect(await structureSaid(rulesDir, '<a xmlns="urn:a">x</a>')).toEqual(['structure.schema'])
  })

  test('uses schemas that were installed whole', async () => {
    const rulesDir = temporaryFolder()
    mkdirSync(path.join(rulesDir, 'xsd'))
    writeFileSync(path.join(rulesDir, 'xsd/a.xsd'), schema)
    expect(await structureSaid(rulesDir, '<a xmlns="urn:a">x</a>')).toEqual(['structure.schema'])
  })

  test.each([
    ['whole', ' type="xs:decimal"', true],
    ['broken', ' type="urn:nothing"', false],
  ])(
    'schemas of invoices that are %s are noticed before the first invoice arrives',
    async (_, type, isFit) => {
      const rulesDir = temporaryFolder()
      const invoice = schema.replace(
        'urn:a',
        'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2',
      )
      mkdirSync(path.join(rulesDir, 'xsd'))
      writeFileSync(
        path.join(rulesDir, 'xsd/UBL-Invoice-2.1.xsd'),
        invoice.replace(' type="xs:decimal"', type),
      )
      const validator = await openValidator({
        rulesDir,
        engine: 'compiled',
        limits: limits.validation,
      })
      try {
        const prepared = validator.prepare(example)
        if (isFit) await expect(prepared).resolves.toBeUndefined()
        else await expect(prepared).rejects.toThrow('The official schema cannot be loaded')
      } finally {
        await validator.close()
      }
    },
  )

  test.each([
    ['once it is prepared only in threads', true],
    ['until then in the calling thread', false],
  ])(
    'a document that is neither invoice nor credit note is validated %s',
    async (_, isPrepared) => {
      const rulesDir = temporaryFolder()
      mkdirSync(path.join(rulesDir, 'xsd'))
      writeFileSync(path.join(rulesDir, 'xsd/a.xsd'), schema)
      const judge = async (queueMax: number) => {
        const validator = await openValidator({
          rulesDir,
          engine: 'compiled',
          limits: { ...limits.validation, waitingMax: queueMax },
        })
        if (isPrepared) await validator.prepare(example)
        const judged = validator.validate(Buffer.from('<a xmlns="urn:a">x</a>'), {
          layers: 'structure',
        })
        return judged.finally(() => validator.close())
      }
      const byRoom = await Promise.allSettled([judge(1), judge(0)])
      expect(byRoom[0]).toMatchObject({ value: { findings: [{ rule: 'structure.schema' }] } })
      // If no document may wait for a thread, only those that need none are validated.
      expect(byRoom[1]).toMatchObject({ status: isPrepared ? 'rejected' : 'fulfilled' })
    },
  )

  test('the document that prepares a validator must have rules', async () => {
    const rulesDir = temporaryFolder()
    mkdirSync(path.join(rulesDir, 'xsd'))
    writeFileSync(path.join(rulesDir, 'xsd/a.xsd'), schema)
    const validator = await openValidator({
      rulesDir,
      engine: 'compiled',
      limits: limits.validation,
    })
    const prepared = validator.prepare(document).finally(() => validator.close())
    await expect(prepared).rejects.toThrow('There are no rules for {urn:a}a')
  })

  test('refuses a schema that is not XML, and changes nothing', async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    const refused = install(rulesDir, from, [schemaJar(from, schema.replace('</xs:schema>', ''))])
    await expect(refused).rejects.toThrow(/^a\.xsd: /)
    expect(existsSync(path.join(rulesDir, 'manifest.json'))).toBe(false)
    expect(existsSync(path.join(rulesDir, 'xsd'))).toBe(false)
  })

  test("takes an operator's own rule file by their own pin", async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    writeFileSync(path.join(from, 'own.sch'), ruleFile('OWN', 'false()'))
    const sha256 = '84b5a10f0e8c1e7f5dd2a9c2f5bb8f8c9f4d9b6b6c2f4c4b9f0f6f4d4a2e1c00'
    const text = (hash: string) =>
      JSON.stringify([
        {
          source: { file: 'own.sch' },
          sha256: hash,
          ruleSets: [
            {
              id: 'test',
              title: 'Own',
              version: '9',
              validFrom: '2026-01-01',
              documents: [{ namespace: 'urn:a', local: 'a' }],
              entries: ['own.sch'],
            },
          ],
        },
      ])
    const refused = install(rulesDir, from, parsePins(text(sha256)))
    await expect(refused).rejects.toThrow('own.sch does not match its pin')
    const real = /is ([0-9a-f]{64}),/.exec(await refused.then(String, String))![1]!
    await install(rulesDir, from, parsePins(text(real)))
    expect(await rulesSaid(rulesDir, '2026-11-21')).toEqual(['official 9', 'OWN'])
  })
})

test.each([
  ['{}', 'Expected a list of pins'],
  ['[{}]', 'Pin 1 has no source'],
  ['[{"source":{"file":"x"}}]', 'Pin 1 has no SHA-256'],
  [
    JSON.stringify([
      {
        source: { file: 'x' },
        sha256: '0'.repeat(64),
        ruleSets: [
          { id: '../x', version: '1', validFrom: '2026-01-01', entries: ['x'], documents: [{}] },
        ],
      },
    ]),
    "'../x' may contain",
  ],
])('a wrong list of pins is refused: %s', (text, message) => {
  expect(() => parsePins(text)).toThrow(message)
})

test('rules list shows what is in force, its source and what is missing', async () => {
  const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
  expect(listRules(rulesDir, now).join('\n')).toContain('not installed')
  await install(rulesDir, from, [writeJar(from, files, versions)])
  const lines = listRules(rulesDir, now)
  expect(lines.find((line) => / test +1 /.test(line))).not.toMatch(/^\*/)
  expect(lines.find((line) => / test +2 /.test(line))).toMatch(/^\*/)
  expect(lines.join('\n')).toContain('test:rules:1 (SHA-256')
  expect(lines.join('\n')).toMatch(
    /Missing: .*\(tdd-om\) is in force in version 1\.0\.1; there are no rules for it/,
  )
})

describe('a pin of several releases', () => {
  test('has its newest installed, or else the next', async () => {
    const from = temporaryFolder()
    const old = writeJar(from, files, { '1': '2026-01-01' })
    const newer: Release = { ...old, source: { artifact: 'test:rules:2' } }
    const versionsOf = async (pin: Pin) =>
      (await install(temporaryFolder(), from, [pin])).map(({ source }) => source?.from)
    expect(await versionsOf({ releases: [newer, old] })).toEqual(['test:rules:1'])
    cpSync(path.join(from, 'rules-1.jar'), path.join(from, 'rules-2.jar'))
    expect(await versionsOf({ releases: [newer, old] })).toEqual(['test:rules:2'])
  })

  test('is refused when the newest is there and is not what was pinned', async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    const old = writeJar(from, files, versions)
    const newer: Release = { ...old, source: { file: 'rules-2.jar' } }
    writeFileSync(path.join(from, 'rules-2.jar'), 'no jar')
    const refused = install(rulesDir, from, [{ releases: [newer, old] }])
    await expect(refused).rejects.toThrow('rules-2.jar does not match its pin')
  })

  test('is left out, by name, if none can be had and it is optional', async () => {
    const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
    const base = writeJar(from, files, versions)
    const [absent] = parsePins(
      JSON.stringify([{ ...base, source: { artifact: 'test:absent:1' }, optional: true }]),
    )
    const lines: string[] = []
    const options = { rulesDir, from, now, report: (line: string) => void lines.push(line) }
    const installed = await installRules({ ...options, pins: [{ releases: [base] }, absent!] })
    expect(installed.map(({ version }) => version)).toEqual(['1', '2'])
    expect(lines).toContain('Left out, because test:absent:1 cannot be had: test')
    const asked = install(rulesDir, from, [base, { ...absent!, isOptional: false }])
    await expect(asked).rejects.toThrow('absent-1.jar')
  })
})

test('a folder among the schemas of a pin is for all schemas below it', async () => {
  const [rulesDir, from] = [temporaryFolder(), temporaryFolder()]
  const more = { ...files, 'x/y/a.xsd': schema, 'x/b.xsd': schema, 'x/note.txt': '', 'z.xsd': '' }
  const jar = { ...writeJar(from, more, versions), schemas: ['x/'] }
  await install(rulesDir, from, [jar])
  expect(readdirSync(path.join(rulesDir, 'xsd'))).toEqual(['a.xsd', 'b.xsd'])
  const none = install(rulesDir, from, [{ ...jar, schemas: ['w/'] }])
  await expect(none).rejects.toThrow('does not contain w/')
})

test('an editor of pins need not say what documents a rule set of the program is for', () => {
  const pin = (id: string) =>
    JSON.stringify([
      {
        source: { file: 'x' },
        sha256: '0'.repeat(64),
        ruleSets: [{ id, version: '1', validFrom: '2026-01-01', entries: ['x'] }],
      },
    ])
  expect(parsePins(pin('pint-om'))).toHaveLength(1)
  expect(() => parsePins(pin('pint-xx'))).toThrow('which documents pint-xx is for')
  expect(() => parsePins('[{"releases":[]}]')).toThrow('Pin 1 has no release')
})

test('every pin has a hash, and every rule set a day', () => {
  for (const { sha256, ruleSets } of pins.flatMap(({ releases }) => releases)) {
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    for (const { validFrom, entries } of ruleSets) {
      expect(validFrom).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(entries).not.toEqual([])
    }
  }
})
