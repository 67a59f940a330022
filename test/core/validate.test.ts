// What is validated, and which findings refuse a document.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import type { ValidationFloor } from '../../src/core/gateway.ts'
import type { ValidationMode } from '../../src/core/validate.ts'
import {
  checksOf,
  factsOf,
  type ReportedFinding,
  refusalOf,
  type ValidationReport,
  validateBody,
  validateOnly,
} from '../../src/core/validate.ts'
import { openMetrics } from '../../src/http/routes/metrics.ts'
import { openIntake } from '../../src/intake/index.ts'
import { ValidationUnavailable } from '../../src/validation/index.ts'

const structural = ['syntax', 'structure']
const everything = [...structural, 'rules']

describe('what is validated', () => {
  const cases: [ValidationMode, ValidationFloor, ReturnType<typeof checksOf> | object][] = [
    ['off', 'none', undefined],
    ['schema', 'none', { mode: 'schema', layers: 'structure', refusing: structural }],
    ['report', 'none', { mode: 'report', layers: 'all', withOutdated: true, refusing: [] }],
    ['true', 'none', { mode: 'true', layers: 'all', refusing: everything }],
    ['off', 'schema', { mode: 'schema', layers: 'structure', refusing: structural }],
    ['schema', 'schema', { mode: 'schema', layers: 'structure', refusing: structural }],
    [
      ...(['report', 'schema'] as const),
      { mode: 'report', layers: 'all', withOutdated: true, refusing: structural },
    ],
    ['true', 'schema', { mode: 'true', layers: 'all', refusing: everything }],
    ['off', 'rules', { mode: 'true', layers: 'all', refusing: everything }],
    ['schema', 'rules', { mode: 'true', layers: 'all', refusing: everything }],
    ['report', 'rules', { mode: 'true', layers: 'all', refusing: everything }],
    ['true', 'rules', { mode: 'true', layers: 'all', refusing: everything }],
  ]
  it.each(cases)(
    'when the caller asks for %s and the operator demands %s',
    (mode, floor, checks) => {
      expect(checksOf(mode, floor)).toEqual(checks)
    },
  )
})

function finding(layer: ReportedFinding['layer'], severity: 'error' | 'warning'): ReportedFinding {
  return { layer, severity, rule: 'BR-01', message: '', xpath: '/Invoice[1]' }
}

function report(...findings: ReportedFinding[]): ValidationReport {
  return { valid: findings.every(({ severity }) => severity === 'warning'), findings, ruleSets: [] }
}

describe('a refusal', () => {
  const [all, schema, none] = [
    checksOf('true', 'none')!,
    checksOf('schema', 'none')!,
    checksOf('report', 'none')!,
  ]

  it('is about the schema when the structure is wrong, whatever else is', () => {
    const wrong = report(finding('rules', 'error'), finding('structure', 'error'))
    expect([all, schema, none].map((checks) => refusalOf(wrong, checks))).toEqual([
      'validation.schema-failed',
      'validation.schema-failed',
      undefined,
    ])
  })

  it('is about the rules when only they are broken', () => {
    const wrong = report(finding('rules', 'error'))
    expect([all, schema, none].map((checks) => refusalOf(wrong, checks))).toEqual([
      'validation.rules-failed',
      undefined,
      undefined,
    ])
  })

  it('never comes from warnings', () => {
    expect(refusalOf(report(finding('rules', 'warning')), all)).toBeUndefined()
  })
})

describe('the facts of a validation', () => {
  it('count errors and warnings', () => {
    const facts = factsOf(
      report(finding('rules', 'error'), finding('rules', 'warning')),
      checksOf('report', 'none')!,
    )
    expect(facts).toEqual({
      mode: 'report',
      verdict: 'invalid',
      errors: 1,
      warnings: 1,
      ruleSets: [],
    })
  })
})

describe('a validator', () => {
  const body = { format: 'xml', bytes: Buffer.from('<a/>'), mediaType: 'application/xml' } as const
  const now = () => new Date('2026-11-21T12:00:00Z')
  const intake = openIntake(limits.intake)
  const metrics = openMetrics()

  it('is asked for the bytes as received, and for the versions of today', async () => {
    const asked: unknown[] = []
    const validate = async (...question: unknown[]) => {
      asked.push(...question)
      return { valid: true, findings: [], ruleSets: [] }
    }
    await validateBody({ intake, validate, metrics, now }, body, { layers: 'all' })
    expect(asked).toEqual([body.bytes, { layers: 'all', on: now() }])
  })

  it('and the fields of JSON are judged by the versions of that day', async () => {
    const validate = async () => ({ valid: true, findings: [], ruleSets: [] })
    const address = { country: 'SK' }
    const party = { endpoint: '0245:2020317068', vatId: 'SK2020317068', address }
    const text = readFileSync('test/fixtures/billing/invoice-minimal.in.json', 'utf8')
    const document = { ...JSON.parse(text), typeCode: '384' }
    for (const role of ['seller', 'buyer']) document[role] = { ...document[role], ...party }
    const sent = { format: 'json', bytes: Buffer.from(JSON.stringify(document)) } as const
    const on = (day: string) =>
      validateOnly({ intake, validate, metrics, now: () => new Date(day) }, sent)
    await expect(on('2027-02-23')).rejects.toMatchObject({
      code: 'request.invalid-field',
      errors: [{ pointer: '/typeCode', rule: 'PEPPOL-EN16931-P0112' }],
    })
    expect(await on('2027-02-24')).toMatchObject({ valid: true })
  })

  it('that cannot judge causes the problem validation.unavailable', async () => {
    const validate = () => Promise.reject(new ValidationUnavailable('The queue is full'))
    await expect(
      validateBody({ intake, validate, metrics, now }, body, { layers: 'all' }),
    ).rejects.toMatchObject({
      code: 'validation.unavailable',
      detail: 'The queue is full.',
      retryable: true,
    })
  })

  it('that breaks is a bug, not a problem of the caller', async () => {
    const validate = () => Promise.reject(new TypeError('oops'))
    await expect(
      validateBody({ intake, validate, metrics, now }, body, { layers: 'all' }),
    ).rejects.toThrow(TypeError)
  })
})
