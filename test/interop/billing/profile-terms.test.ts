// The business terms that the own rules of a profile name: each is a field of JSON, or one of those
// that JSON does not hold.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { documentModel, kinds } from '../../../src/billing/index.ts'

const originals = path.resolve(process.env.RULES_DIR ?? 'data/rules', 'originals')
const isMissing = !existsSync(originals) && process.env.CI === undefined
const note = isMissing
  ? ` (skipped: no official rules in ${originals}; see 'fourcorner rules install')`
  : ''

/** The last layer of each: the rules that only the profile has. */
const files = {
  'pint-eu': /^pint-eu-[\d.]+-3-/,
  xrechnung: /^xrechnung-ubl-/,
  nlcius: /^nlcius-ubl-/,
  'pint-ae': /^pint-ae-[\d.]+-2-/,
  'pint-aunz': /^pint-aunz-[\d.]+-2-/,
  'pint-sg': /^pint-sg-[\d.]+-2-/,
}

/** `ibt-031-1`, `IBT-31` and `BT-031` are BT-31; `BTAE-002` is BTAE-02. */
function termsIn(file: string): string[] {
  const text = readFileSync(path.join(originals, file), 'utf8')
  const messages = [...text.matchAll(/<svrl:text>([^<]*)/g)].map(([, message = '']) => message)
  const named = messages.flatMap((message) =>
    [...message.matchAll(/\b(i?b[tg]|btae|bt-sg|b[tg]-dex)-(\d+)/gi)].map(([, prefix, number]) => {
      const plain = prefix!.toUpperCase().replace(/^I/, '')
      return `${plain}-${Number(number)}`
    }),
  )
  return [...new Set(named)]
}

const model = JSON.stringify(z.toJSONSchema(documentModel(kinds.invoice), { io: 'input' }))
const known = new Set(
  [...model.matchAll(/"x-term":"I?([A-Z-]+)-0*(\d+)/g)].map(
    ([, prefix, number]) => `${prefix}-${number}`,
  ),
)

/** What is no field of JSON, and why. */
const absent: Partial<Record<keyof typeof files, string[]>> = {
  // Terms of the extension: third-party payments and lines within lines.
  xrechnung: ['BG-DEX-1', 'BG-DEX-6', 'BG-DEX-9', 'BT-DEX-1', 'BT-DEX-2', 'BT-DEX-3'],
  // Groups whose fields are those of the line, and BT-98 and BT-105 by the name of their reason.
  'pint-ae': ['BG-29', 'BG-30', 'BG-31', 'BT-196', 'BT-198'],
  // Groups of terms, totals and objects; BT-94 misprinted, and BT-151 in a row of several.
  'pint-aunz': ['BG-33', 'BG-36', 'BG-37', 'BG-38', 'BT-192', 'BT-194'],
}

describe.skipIf(isMissing)(`terms that the rules of a profile name${note}`, () => {
  test.each(Object.entries(files))('%s', (profile, form) => {
    const file = readdirSync(originals).find((name) => form.test(name))!
    const terms = termsIn(file)
    expect(terms.length).toBeGreaterThan(30)
    const unknown = terms.filter((term) => !known.has(term))
    expect(unknown.sort()).toEqual(absent[profile as keyof typeof files] ?? [])
  })
})
