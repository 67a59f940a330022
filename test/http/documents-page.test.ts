// docs/documents.md: its examples are accepted, and its table matches the model and the mapper.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { completeDocument, type KindName, kinds, toUbl } from '../../src/billing/index.ts'
import { readJsonDocument } from '../../src/intake/json-document.ts'
import { type FieldRow, fieldTable } from '../billing/field-table.ts'

const page = readFileSync('docs/documents.md', 'utf8')
const documents = [...page.matchAll(/^```json\n(.*?)^```/gms)].map((found) => found[1]!)

describe('docs/documents.md', () => {
  it('shows documents of every kind', () => {
    const shown = new Set(documents.map((text) => (JSON.parse(text).type ?? 'invoice') as KindName))
    expect([...shown].sort()).toEqual(Object.keys(kinds).sort())
    expect(documents.length).toBeGreaterThan(9)
  })

  it.each(documents.map((text) => [JSON.parse(text).number as string, text]))(
    '%s is accepted and adds up',
    (_, text) => {
      const { kind, document } = readJsonDocument(Buffer.from(text), { day: '2026-11-28' })
      const { document: complete, inconsistencies } = completeDocument(kind, document)
      expect(inconsistencies).toEqual([])
      expect(toUbl(kind, complete).toString()).toContain(`<${kind.root} `)
    },
  )

  // After an intended change: npx vitest run --project unit test/http/documents-page -u
  it('has the table of all fields', async () => {
    const [before, rest] = page.split('<!-- fields -->\n')
    const after = rest!.slice(rest!.indexOf('<!-- /fields -->'))
    const made = `${before}<!-- fields -->\n${table(fieldTable())}${after}`
    await expect(made).toMatchFileSnapshot('../../docs/documents.md')
  })
})

function table(rows: FieldRow[]): string {
  const lines = rows.map(
    (row) => `| ${[fieldOf(row), row.term, meaningOf(row), pathOf(row)].join(' | ')} |\n`,
  )
  return `| Field | Term | Meaning | UBL |\n|---|---|---|---|\n${lines.join('')}`
}

function fieldOf({ field, isRequired }: FieldRow): string {
  return isRequired ? `**\`${field}\`**` : `\`${field}\``
}

function meaningOf({ about, example }: FieldRow): string {
  return example === undefined ? about : `${about}; such as \`${example}\``
}

function pathOf({ invoice, creditNote }: FieldRow): string {
  if (invoice === creditNote) return invoice === undefined ? '' : `\`${invoice}\``
  const inCreditNote = (creditNote ?? '').replace(/^CreditNoteLine/, 'InvoiceLine')
  if (inCreditNote === invoice) return `\`${invoice}\``
  return `\`${invoice ?? '–'}\`; credit note: \`${creditNote ?? '–'}\``
}
