// The second engine, VALIDATION_ENGINE=saxon: the same rules as stylesheets in saxon-js agree with
// the compiled ones, including message and place.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import {
  openValidator,
  ValidationUnavailable,
  type Verdict,
} from '../../../src/validation/index.ts'
import { mutate } from '../own-rules/mutant.ts'
import { randomNumbers } from '../structure/mutant.ts'
import { corpusFolder, describeWithRules, rulesFolder } from './official.ts'

const ids = ['en16931', 'peppol-billing', 'peppol-mls']
const timeoutMs = 300_000

describeWithRules('saxon-js', () => {
  let rulesDir: string
  beforeAll(() => {
    rulesDir = mkdtempSync(path.join(tmpdir(), 'fourcorner-sef-test-'))
    cpSync(rulesFolder, rulesDir, { recursive: true })
    const environment = { ...process.env, RULES_DIR: rulesDir }
    execFileSync('npm', ['run', '-s', 'schematron', '--', ...ids], {
      env: environment,
      stdio: 'ignore',
    })
    // Three stylesheets take half a minute; a busy machine needs longer.
  }, 1_200_000)
  afterAll(() => rmSync(rulesDir, { recursive: true, force: true }))

  async function judgeTwice(pack: 'own' | 'official', ruleSets: string[], documents: string[]) {
    const saxon = await openValidator({
      engine: 'saxon',
      pack,
      rulesDir,
      limits: { ...limits.validation, timeMs: timeoutMs },
    })
    const compiled = await openValidator({
      engine: 'compiled',
      pack,
      rulesDir,
      limits: limits.validation,
    })
    const verdicts: { theirs: Verdict; ours: Verdict }[] = []
    for (const document of documents) {
      const bytes = Buffer.from(document)
      const theirs = await saxon.validate(bytes, { layers: 'all', ruleSets })
      verdicts.push({ theirs, ours: await compiled.validate(bytes, { layers: 'all', ruleSets }) })
    }
    await Promise.all([saxon.close(), compiled.close()])
    return verdicts
  }

  test('agrees with our compiled rules on each Message Level Status', async () => {
    const verdicts = await judgeTwice('own', ['peppol-mls'], changedSamples())
    for (const { theirs, ours } of verdicts) expect(theirs).toEqual(ours)
    // One sample pads its code, so the second change does not apply to it.
    expect(verdicts.filter(({ ours }) => !ours.valid)).toHaveLength(15)
  })

  test('agrees with the compiled official rules on invoices', async () => {
    const verdicts = await judgeTwice('official', ['en16931', 'peppol-billing'], invoices())
    const judged = verdicts.filter(({ ours }) =>
      ours.findings.every(({ rule }) => rule !== 'rule-error'),
    )
    for (const { theirs, ours } of judged) expect(inOrder(theirs)).toEqual(inOrder(ours))
    expect(judged.filter(({ ours }) => ours.valid).length).toBeGreaterThan(3)
    expect(judged.filter(({ ours }) => !ours.valid).length).toBeGreaterThan(3)
    // A rule that fails ends the whole stylesheet, so only that is reported; but never a pass.
    for (const { theirs, ours } of verdicts) expect(theirs.valid).toBe(ours.valid)
  })

  test('without a stylesheet says so, and how to make it', async () => {
    const saxon = await openValidator({
      engine: 'saxon',
      rulesDir,
      limits: { ...limits.validation, timeMs: timeoutMs },
    })
    const asked = saxon.validate(Buffer.from('<a/>'), {
      layers: 'all',
      ruleSets: ['peppol-selfbilling'],
    })
    await expect(asked).rejects.toThrow(ValidationUnavailable)
    await expect(asked).rejects.toThrow(
      /There is no stylesheet .*peppol-selfbilling.*npm run schematron makes it/,
    )
    await saxon.close()
  })
})

function changedSamples(): string[] {
  return textsIn('mls').flatMap((text) => [
    text,
    text.replace(/schemeID="0242"/, 'schemeID="0088"'),
    text.replaceAll(/>(AP|AB|RE)</g, '>XX<'),
  ])
}

/** Eight originals and eight changed ones. */
function invoices(): string[] {
  const random = randomNumbers(20261121)
  const whole = textsIn('billing').filter((text) => text.length < 30_000)
  return whole.slice(0, 8).flatMap((text) => [text, mutate(text, random)])
}

function textsIn(folder: string): string[] {
  const names = readdirSync(path.join(corpusFolder, folder)).filter((name) => name.endsWith('.xml'))
  return names.map((name) => readFileSync(path.join(corpusFolder, folder, name), 'utf8'))
}

/** Findings at one place come in the order of the stylesheet or of the compiled patterns. */
function inOrder({ findings, ...verdict }: Verdict): Verdict {
  const key = ({ rule, xpath }: Verdict['findings'][number]) => `${xpath} ${rule}`
  return { ...verdict, findings: [...findings].sort((a, b) => (key(a) < key(b) ? -1 : 1)) }
}
