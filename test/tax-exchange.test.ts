// Five corners without official rules: what is judged is judged by its structure.
import { readFileSync } from 'node:fs'
import { describe } from 'vitest'
import { exchangesInFiveCorners } from './tax-exchange.ts'

const slovak = readFileSync('test/fixtures/billing/invoice-complete.out.xml')
const emirati = Buffer.from(
  `${slovak}`
    .replace(/(<cbc:CustomizationID>)[^<]*/, '$1urn:peppol:pint:billing-1@ae-1')
    .replace(/(<cbc:ProfileID>)[^<]*/, '$1urn:peppol:bis:billing')
    .replace(/(<cbc:ID>[^<]*<\/cbc:ID>)/, '$1<cbc:UUID>is replaced</cbc:UUID>'),
)

describe('in five corners', () => {
  exchangesInFiveCorners({ ae: emirati, sk: slovak }, { RULES_DIR: 'test/no-rules-here' })
})
