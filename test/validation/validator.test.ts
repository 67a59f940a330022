// The door of the room: verdicts in the calling thread and in the pool, their limits, and
// what cannot be judged.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openValidator, ValidationUnavailable, type Validator } from '../../src/validation/index.ts'

const example = readFileSync('test/fixtures/billing/invoice-usual.out.xml')
const broken = Buffer.from(
  example.toString().replace('<cbc:InvoiceTypeCode>380<', '<cbc:InvoiceTypeCode>999<'),
)
const padded = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.from(`<!--${' '.repeat(limits.validation.inlineBytesMax)}-->`)])

let validator: Validator
beforeAll(async () => {
  validator = await openValidator({ engine: 'compiled', limits: limits.validation })
})
afterAll(() => validator.close())

test('saxon-js is not opened without any stylesheet', async () => {
  const opened = openValidator({
    engine: 'saxon',
    rulesDir: 'no-such-folder',
    limits: limits.validation,
  })
  await expect(opened).rejects.toThrow('There are no stylesheets for saxon-js')
})

describe('a verdict', () => {
  test('on a valid invoice has no finding and names the rule sets', async () => {
    const verdict = await validator.validate(example, { layers: 'all' })
    expect(verdict.findings).toEqual([])
    expect(verdict.valid).toBe(true)
    expect(verdict.ruleSets.map(({ id, pack }) => `${pack} ${id}`)).toEqual([
      'own en16931',
      'own peppol-billing',
    ])
  })

  test('on a broken one says which rule, where, and what to read', async () => {
    const { valid, findings } = await validator.validate(broken, { layers: 'all' })
    expect(valid).toBe(false)
    const finding = findings.find(({ rule }) => rule === 'BR-CL-01')
    expect(finding).toMatchObject({
      layer: 'rules',
      severity: 'error',
      xpath: '/Invoice[1]/InvoiceTypeCode[1]',
    })
    expect(finding?.link).toContain('BR-CL-01')
    expect(
      broken
        .toString()
        .split('\n')
        [finding!.line! - 1]!.slice(finding!.column! - 1),
    ).toMatch(/^<cbc:InvoiceTypeCode>/)
  })

  test('from a thread is the same as from the calling one', async () => {
    const here = await validator.validate(broken, { layers: 'all' })
    expect(await validator.validate(padded(broken), { layers: 'all' })).toEqual(here)
  })

  test('with others at the same moment is the same as alone', async () => {
    const documents = [example, broken, Buffer.from('<a/>'), padded(broken), example, broken]
    const alone = []
    for (const bytes of documents) alone.push(await validator.validate(bytes, { layers: 'all' }))
    const together = documents.map((bytes) => validator.validate(bytes, { layers: 'all' }))
    expect(await Promise.all(together)).toEqual(alone)
  })

  test.each([
    ['nothing', '', 'syntax.malformed'],
    ['malformed XML', 'hello', 'syntax.malformed'],
    ['a document type', '<!DOCTYPE a><a/>', 'syntax.forbidden'],
    ['another encoding', '\u00ff\u00fe', 'syntax.malformed'],
    ['too deep', '<a>'.repeat(200), 'syntax.limit'],
    ['another root', '<a xmlns="urn:a"/>', 'structure.unknown-root'],
  ])('on %s is a finding', async (_, text, rule) => {
    const { valid, findings } = await validator.validate(Buffer.from(text), { layers: 'all' })
    expect(valid).toBe(false)
    expect(findings.map((finding) => finding.rule)).toEqual([rule])
  })

  test('is not given on PINT by the rules of others, here as little as in a thread', async () => {
    const pint = Buffer.from(
      example
        .toString()
        .replace(/(?<=<cbc:CustomizationID>)[^<]*/, 'urn:peppol:pint:billing-1@aunz-1'),
    )
    for (const bytes of [pint, padded(pint)]) {
      await expect(validator.validate(bytes, { layers: 'all' })).rejects.toMatchObject({
        message: expect.stringMatching(/^There are no rules for .*Invoice of the type urn:peppol:/),
        lacksRules: true,
      })
      const { valid, ruleSets } = await validator.validate(bytes, { layers: 'structure' })
      expect({ valid, ruleSets }).toEqual({ valid: true, ruleSets: [] })
    }
  })

  test('on structure alone applies no rules', async () => {
    const verdict = await validator.validate(broken, { layers: 'structure' })
    expect(verdict).toEqual({ valid: true, findings: [], ruleSets: [] })
  })

  test('on named rule sets is that of those alone', async () => {
    const options = { layers: 'all', ruleSets: ['peppol-billing'] } as const
    const verdict = await validator.validate(broken, options)
    expect(verdict.ruleSets.map(({ id }) => id)).toEqual(['peppol-billing'])
    expect(verdict.findings.map(({ rule }) => rule)).not.toContain('BR-CL-01')
  })
})

describe('what cannot be judged is unavailable, never valid', () => {
  test('an unknown rule set', async () => {
    const asked = validator.validate(example, { layers: 'all', ruleSets: ['none'] })
    await expect(asked).rejects.toThrow(ValidationUnavailable)
  })

  test('the official pack if it is not installed', async () => {
    const opened = openValidator({
      engine: 'compiled',
      pack: 'official',
      rulesDir: 'no-such-folder',
      limits: limits.validation,
    })
    await expect(opened).rejects.toThrow('not installed')
  })

  test('a document that arrives when the queue is full', async () => {
    const narrow = await openValidator({
      engine: 'compiled',
      limits: { ...limits.validation, threads: 1, waitingMax: 1 },
    })
    const asked = [1, 2, 3].map(() => narrow.validate(padded(broken), { layers: 'structure' }))
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    await expect(asked[2]).rejects.toThrow(ValidationUnavailable)
    await narrow.close()
  })

  test('a document that takes longer than allowed', async () => {
    const hasty = await openValidator({
      engine: 'compiled',
      limits: { ...limits.validation, threads: 1, timeMs: 1 },
    })
    await expect(hasty.validate(padded(example), { layers: 'all' })).rejects.toThrow('within 1 ms')
    await hasty.close()
  })

  test('a small document of very many elements goes to a thread, one of few does not', async () => {
    const hasty = await openValidator({
      engine: 'compiled',
      limits: { ...limits.validation, threads: 1, timeMs: 1 },
    })
    const withElements = (count: number) => {
      const text = example.toString()
      const at = text.lastIndexOf('</')
      return Buffer.from(`${text.slice(0, at)}${'<a/>'.repeat(count)}${text.slice(at)}`)
    }
    const many = withElements(3_000)
    expect(many.length).toBeLessThan(limits.validation.inlineBytesMax)
    await expect(hasty.validate(many, { layers: 'all' })).rejects.toThrow('within 1 ms')
    expect((await hasty.validate(withElements(100), { layers: 'all' })).valid).toBe(false)
    await hasty.close()
  })

  test('a small document whose text is costly goes to a thread', async () => {
    const hasty = await openValidator({
      engine: 'compiled',
      limits: { ...limits.validation, threads: 1, timeMs: 1 },
    })
    const withDigits = (count: number) =>
      Buffer.from(
        example
          .toString()
          .replaceAll(/(?<=<cbc:EndpointID schemeID=)"\d+">[^<]*/g, `"0088">${'1'.repeat(count)}`),
      )
    const long = withDigits(20_000)
    expect(long.length).toBeLessThan(limits.validation.inlineBytesMax)
    await expect(hasty.validate(long, { layers: 'all' })).rejects.toThrow('within 1 ms')
    expect((await hasty.validate(withDigits(200), { layers: 'all' })).ruleSets).toHaveLength(2)
    await hasty.close()
  })

  test('every document once the validator is closed', async () => {
    const closed = await openValidator({ engine: 'compiled', limits: limits.validation })
    const waiting = closed.validate(padded(example), { layers: 'all' })
    await Promise.all([closed.close(), expect(waiting).rejects.toThrow(ValidationUnavailable)])
    await expect(closed.validate(padded(example), { layers: 'all' })).rejects.toThrow(
      ValidationUnavailable,
    )
  })
})
