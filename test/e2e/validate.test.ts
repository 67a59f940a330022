// `fourcorner validate` as typed: what it prints and how it exits.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const program = resolve('dist/cli/index.js')
const fixtures = resolve('test/fixtures/billing')

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-validate-'))
const valid = join(folder, 'a-valid.xml')
const invalid = join(folder, 'below', 'b-invalid.xml')
mkdirSync(join(folder, 'below'))
copyFileSync(join(fixtures, 'invoice-usual.out.xml'), valid)
writeFileSync(
  invalid,
  readFileSync(valid, 'utf8')
    .replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '')
    .replace('>1388.25<', '>1388.26<')
    .replace('<cac:OrderReference>', '<cbc:Wrong/><cac:OrderReference>')
    .replace('<cbc:DocumentCurrencyCode>EUR', '<cbc:DocumentCurrencyCode>XXZ'),
)
writeFileSync(join(folder, 'notes.txt'), 'no document')

function validate(...options: string[]) {
  const environment = { ...process.env, DATA_DIR: folder, RULES_DIR: '' }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'validate', ...options],
    {
      encoding: 'utf8',
      env: environment,
    },
  )
  return { status, stdout, stderr }
}

type Line = { file: string; valid: boolean; ruleSets: object[]; findings: Record<string, string>[] }

function jsonLines(stdout: string): Line[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}

describe('fourcorner validate', () => {
  it('exits with 0 when everything is valid, and says by which rules', () => {
    const { status, stdout, stderr } = validate(valid)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(stdout).toMatch(
      /a-valid\.xml: valid\n {2}by en16931 \S+ \(own\), peppol-billing \S+ \(own\)\n1 valid, 0/,
    )
  })

  it('judges by the rules of another day, and refuses what is none', () => {
    const versions = (...options: string[]) => {
      const [line] = jsonLines(validate('--format', 'jsonl', ...options, valid).stdout)
      return line?.ruleSets.at(-1)
    }
    expect(versions('--on', '2027-02-23')).toMatchObject({ version: '3.0.21' })
    expect(versions('--on', '2027-02-24')).toMatchObject({
      ...{ version: '3.0.22', pack: 'own', validFrom: '2027-02-24' },
    })
    for (const day of ['2026-02-22', '2027-02-30', 'tomorrow'])
      expect(validate('--on', day, valid)).toMatchObject({
        ...{ status: 2, stdout: '' },
        stderr: expect.stringMatching(/^error: --on is .*: write a day from 2026-02-23 to /),
      })
  })

  it('walks folders, names rule, place and message, and exits with 1', () => {
    const { status, stdout } = validate(folder)
    expect(status).toBe(1)
    expect(stdout).toContain('a-valid.xml: valid')
    expect(stdout).toMatch(
      /b-invalid\.xml: invalid\n(.*\n)*.*BR-CL-04 at .*CurrencyCode\[1\] \(line 2, col.*\)\n +\S/,
    )
    expect(stdout).toContain('structure.unexpected-element')
    expect(stdout).toMatch(/1 valid, 1 invalid\n$/)
    expect(stdout).not.toContain('notes.txt')
  })

  it('prints one line of JSON per file, with each finding as in the API', () => {
    const { status, stdout } = validate('--format', 'jsonl', folder)
    expect(status).toBe(1)
    const [first, second] = jsonLines(stdout)
    expect(first).toEqual({
      file: valid,
      valid: true,
      ruleSets: [expect.anything(), expect.anything()],
      findings: [],
    })
    expect(second?.valid).toBe(false)
    expect(second?.findings.find(({ rule }) => rule === 'BR-CL-04')).toEqual({
      layer: 'rules',
      rule: 'BR-CL-04',
      severity: 'error',
      message: expect.any(String),
      xpath: '/Invoice[1]/DocumentCurrencyCode[1]',
      line: 2,
      column: expect.any(Number),
      link: expect.any(String),
    })
  })

  it('takes JSON, whose findings point into it', () => {
    const json = join(folder, 'invoice.json')
    const stated = JSON.parse(readFileSync(join(fixtures, 'invoice-usual.in.json'), 'utf8'))
    const judged = (change: object) => {
      writeFileSync(json, JSON.stringify({ ...stated, ...change }))
      const { status, stdout, stderr } = validate('--format', 'jsonl', json)
      expect(stderr).toBe('')
      return { status, ...jsonLines(stdout)[0]! }
    }
    expect(judged({})).toMatchObject({ status: 0, valid: true, ruleSets: [{}, {}] })
    const wrong = judged({ buyer: { ...stated.buyer, endpoint: { scheme: '0192', id: '1' } } })
    expect(wrong).toMatchObject({ status: 1, valid: false, ruleSets: [{}, {}] })
    const fatal = wrong.findings.filter(({ severity }) => severity === 'error')
    expect(fatal).toMatchObject([{ rule: 'PEPPOL-COMMON-R041', pointer: '/buyer/endpoint/id' }])
    // What no UBL can be made of.
    const unread = judged({ issueDate: 'today', nonsense: 1 })
    expect(unread).toMatchObject({ status: 1, valid: false, ruleSets: [] })
    expect(unread.findings.map(({ layer, pointer }) => [layer, pointer])).toEqual(
      expect.arrayContaining([
        ['syntax', '/issueDate'],
        ['syntax', '/nonsense'],
      ]),
    )
    writeFileSync(json, '{ "number": ')
    const { status, stdout } = validate(json)
    expect(status).toBe(1)
    expect(stdout).toMatch(/invoice\.json: invalid\n {2}fatal {3}request\.malformed-json at /)
  })

  it('judges the amounts of JSON as the API does', () => {
    const json = join(folder, 'totals.json')
    const stated = JSON.parse(readFileSync(join(fixtures, 'invoice-usual.in.json'), 'utf8'))
    writeFileSync(json, JSON.stringify({ ...stated, totals: { ...stated.totals, payable: 1 } }))
    const { status, stdout } = validate(json)
    expect(status).toBe(1)
    expect(stdout).toMatch(/fatal .* at \/totals\/payable\n/)
  })

  it('applies only the rule sets it is given', () => {
    const { stdout } = validate('--format', 'jsonl', '--rules', 'en16931', '--pack', 'own', invalid)
    const [only] = jsonLines(stdout)
    expect(only?.ruleSets).toMatchObject([{ id: 'en16931', pack: 'own' }])
    const rules = only!.findings.map(({ rule }) => rule)
    expect(rules).toContain('BR-CL-04')
    expect(rules.filter((rule) => !rule?.startsWith('BR-') && !rule?.startsWith('UBL-'))).toEqual(
      [],
    )
  })

  it.each([
    ['nothing', []],
    ['a missing file', [join(folder, 'absent.xml')]],
    ['a folder without documents', [mkdtempSync(join(tmpdir(), 'fourcorner-empty-'))]],
    ['an unknown rule set', ['--rules', 'en16931,nonsense', valid]],
    ['an unknown format', ['--format', 'html', valid]],
    ['a pack that is not installed', ['--pack', 'official', valid]],
  ])('exits with 2 on wrong use: %s', (_, options) => {
    const { status, stdout, stderr } = validate(...options)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^error: /)
  })
})
