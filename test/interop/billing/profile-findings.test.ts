// What official rules find in documents of the profiles that JSON takes: each finding points into
// the JSON that was sent.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { profileDocuments } from '../../billing/profiles/documents.ts'
import { openTestGateway } from '../../http/gateway.ts'

const rulesDir = path.resolve(process.env.RULES_DIR ?? 'data/rules')
const isMissing = !existsSync(path.join(rulesDir, 'xsd')) && process.env.CI === undefined
const note = isMissing
  ? ` (skipped: no official rules in ${rulesDir}; see 'fourcorner rules install')`
  : ''

type Json = { [name: string]: unknown }
type Finding = { rule: string; pointer?: string }

/** A change that JSON takes, the rule that it breaks, and where; '' is the whole document. */
const mistakes: [profile: string, at: string, value: unknown, rule: string, pointer: string][] = [
  [
    'nlcius',
    'lines.0.allowances.0.amount',
    '-5',
    'allowance.negative',
    '/lines/0/allowances/0/amount',
  ],
  ['nlcius, minimal', 'paymentTerms', undefined, 'BR-CO-25', ''],
  ['pint-ae', 'payment.creditTransfers', undefined, 'ibr-192-ae', '/payment'],
  ['pint-aunz', 'buyer.legalId', '0088:9429033821734', 'ibr-068', '/buyer/legalId'],
  ['pint-eu', 'seller.legalId', '0208:0123456748', 'ibr-113', '/seller/legalId'],
  ['pint-sg', 'payee.identifier', '0088:7300010000026', 'ibr-068', '/payee/identifier'],
  ['pint-sg', 'seller.legalId', undefined, 'BR-112-GST-SG', ''],
  ['xrechnung', 'seller.contact.phone', 'x', 'BR-DE-27', '/seller/contact'],
  ['xrechnung', 'attachments.1.url', 'x', 'BR-TMP-2', '/attachments/1'],
]

describe.skipIf(isMissing)(`findings in documents of the profiles${note}`, async () => {
  if (isMissing) return
  const { serverWith, token } = await openTestGateway()
  const validator = await openValidator({
    ...{ rulesDir, engine: 'compiled', pack: 'official', limits: limits.validation },
  })
  afterAll(() => validator.close())
  const app = await serverWith({ validate: (...document) => validator.validate(...document) })

  const findingsIn = async (json: Json): Promise<Finding[]> => {
    const answer = await app.inject({
      ...{ method: 'POST', url: '/api/v1/validate', payload: JSON.stringify(json) },
      headers: { 'x-api-token': token, 'content-type': 'application/json' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().findings as Finding[]
  }

  test.each(mistakes)('%s, %s = %j: %s at %s', async (profile, at, value, rule, pointer) => {
    const [name = '', size = 'full'] = profile.split(', ')
    const { text } = profileDocuments.find(
      (one) => one.profile === name && one.heading.includes(size),
    )!
    const findings = await findingsIn(changed(JSON.parse(text), at.split('.'), value))
    expect(findings).toContainEqual(expect.objectContaining({ rule, pointer }))
  })
})

function changed(document: Json, path: string[], value: unknown): Json {
  const copy = structuredClone(document)
  const holder = path.slice(0, -1).reduce((at, step) => at[step] as Json, copy)
  holder[path.at(-1)!] = value
  return copy
}
