// The files passed to `fourcorner demo`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readDocuments } from '../../src/cli/demo-documents.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-demo-'))
afterAll(() => rmSync(folder, { recursive: true }))

const usual = submitExamples.invoice['application/json']!.usual!.value as object

async function read(document: unknown) {
  const file = join(folder, 'invoice.json')
  writeFileSync(file, typeof document === 'string' ? document : JSON.stringify(document))
  return (await readDocuments([file]))[0]!
}

it('are read as submit reads them', async () => {
  expect(await read(usual)).toMatchObject({ name: 'invoice.json', kind: { name: 'invoice' } })
  expect((await read({ ...usual, type: 'debitNote' })).kind.name).toBe('debitNote')
})

it('are refused with the place of each fault', async () => {
  const faulty = read({ ...usual, number: '', numbr: 'x' })
  await expect(faulty).rejects.toThrow(
    /^invoice\.json: 2 faults; .*\n {2}number is empty: .*\n {2}numbr is not a field: write number/,
  )
  await expect(read('{"number": nope}')).rejects.toThrow(/^invoice\.json: Line 1, column 12: /)
})
