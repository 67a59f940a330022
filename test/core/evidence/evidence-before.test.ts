// Evidence that the version before made: what it proves still, and what nothing in it covers.
import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { type Check, verifyEvidence } from '../../../src/core/evidence/verify-evidence.ts'
import { readPki } from '../../../src/sandbox/pki-folder.ts'
import { recordForgeries, sealed, withRecord } from './forged-evidence.ts'

const folder = 'test/fixtures/version-before'
const zip = readFileSync(`${folder}/evidence.zip`)
const files = unzipSync(zip)
const pki = readPki(`${folder}/pki`)
const trust = {
  roots: [pki.root.certificate],
  accessPointIssuers: [pki['access-point-ca'].certificate],
  smpIssuers: [pki['smp-ca'].certificate],
}

async function checksOf(bytes: Uint8Array): Promise<Map<string, Check>> {
  const checks = new Map<string, Check>()
  for await (const check of verifyEvidence(bytes, () => trust)) checks.set(check.check, check)
  return checks
}

it('is verified, and names what it lacks', async () => {
  const checks = await checksOf(zip)
  expect(Object.fromEntries([...checks].map(([name, { outcome }]) => [name, outcome]))).toEqual({
    ...{ file: 'proven', 'audit log': 'proven', submission: 'proven', files: 'proven' },
    ...{ message: 'proven', receiver: 'proven', receipt: 'proven', record: 'proven' },
    rest: 'not covered',
  })
  const rest = checks.get('rest')?.detail.split(', ')
  for (const member of ['direction', 'test', 'validation', 'sender.country'])
    expect(rest).toContain(`document.${member}`)
  expect(rest).not.toContain('document.number')
})

// Without the document's row, nothing says whose client it is, and the like.
const uncovered = ['another country', 'a client', 'a reference', 'a verdict', 'a warning']

it.each(recordForgeries)(
  'with %s in its record is found, if that is covered',
  async (name, change) => {
    const checks = await checksOf(withRecord(files, change))
    const expected = uncovered.includes(name) ? 'proven' : 'wrong'
    expect(checks.get('record')?.outcome).toBe(expected)
  },
)

it('of a form that is not known is refused', async () => {
  const bytes = sealed(files, (manifest) =>
    Object.assign(manifest, { format: 'fourcorner evidence 4' }),
  )
  expect((await checksOf(bytes)).get('file')).toMatchObject({
    outcome: 'wrong',
    detail: "it is no 'fourcorner evidence 2', but 'fourcorner evidence 4'",
  })
})
