// The second engine: our own rules as stylesheets in saxon-js say what the compiled ones say, message and place included.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openValidator, ValidationUnavailable } from '../../../src/validation/index.ts'
import { corpusFolder, describeWithRules } from './official.ts'

const script = 'schematron/sef.ts'

describeWithRules('saxon-js', () => {
  test('says of each Message Level Status what the compiled rules say', async () => {
    const rulesDir = mkdtempSync(path.join(tmpdir(), 'fourcorner-sef-test-'))
    const environment = { ...process.env, RULES_DIR: rulesDir }
    execFileSync(process.execPath, ['--import', 'tsx', script, 'peppol-mls'], {
      env: environment,
      stdio: 'ignore',
    })
    const saxon = await openValidator({ engine: 'saxon', pack: 'own', rulesDir, timeoutMs: 300_000 })
    const compiled = await openValidator({ engine: 'compiled', pack: 'own' })
    const options = { layers: 'all', ruleSets: ['peppol-mls'] } as const
    let broken = 0
    for (const name of readdirSync(path.join(corpusFolder, 'mls'))) {
      const text = readFileSync(path.join(corpusFolder, 'mls', name), 'utf8')
      for (const document of [
        text,
        text.replace(/schemeID="0242"/, 'schemeID="0088"'),
        text.replaceAll(/>(AP|AB|RE)</g, '>XX<'),
      ]) {
        const [theirs, ours] = [
          await saxon.validate(Buffer.from(document), options),
          await compiled.validate(Buffer.from(document), options),
        ]
        expect(theirs).toEqual(ours)
        if (!ours.valid) broken++
      }
    }
    // One sample pads its code, so that the second change passes it by.
    expect(broken).toBe(15)
    const unbuilt = saxon.validate(Buffer.from('<a/>'), { layers: 'all', ruleSets: ['peppol-billing'] })
    await expect(unbuilt).rejects.toThrow(ValidationUnavailable)
    await Promise.all([saxon.close(), compiled.close()])
  })
})
