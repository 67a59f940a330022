// docs/status-and-reports.md names each code that can be written, with our words for it.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { invoiceStatuses, statusActions, statusReasons } from '../../src/reporting/index.ts'

const page = readFileSync('docs/status-and-reports.md', 'utf8')

it.each([
  ...Object.entries(invoiceStatuses).map(([code, word]) => [code, `\`${word}\``]),
  ...Object.entries({ ...statusReasons, PPD: 'paid in part' }),
  ...Object.entries(statusActions),
])('the page names %s as %s', (code, words) => {
  expect(page).toMatch(new RegExp(`\\| \`${code}\` \\| ${words}( \\||[:;])`))
})

it('the page names no other code', () => {
  const named = [...page.matchAll(/\| `([A-Z]{2,3})` \|/g)].map(([, code]) => code)
  const known = [invoiceStatuses, statusReasons, statusActions].flatMap(Object.keys)
  // Three of them are words of Message Level Status as well, in tables of their own.
  expect([...new Set(named)].sort()).toEqual([...new Set(known)].sort())
})
