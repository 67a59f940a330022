import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { foreignText, jsonLine } from '../../src/cli/foreign-text.ts'
import { startReport } from '../../src/cli/validate-report.ts'

const hostile = 'a\u001b[2Jb\u009b31mc\u009d0;title\u0007\r\nb.xml: valid\u202e'

describe('text from strangers', () => {
  it('has its control characters shown as codes', () => {
    expect(foreignText(hostile)).toBe(
      'a[U+001B][2Jb[U+009B]31mc[U+009D]0;title[U+0007][U+000D][U+000A]b.xml: valid[U+202E]',
    )
  })

  it('is unchanged when it is plain, whatever its language', () => {
    for (const text of ['Größe 5 €', 'שלום', '日本語', 'tab-free'])
      expect(foreignText(text)).toBe(text)
  })

  it('becomes one line of JSON with the same value', () => {
    const line = jsonLine({ hostile })
    expect(line).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(line)).toEqual({ hostile })
  })

  it('is never printed as JSON in another way', () => {
    const names = readdirSync('src/cli', { recursive: true, encoding: 'utf8' })
    for (const name of names.filter((one) => one.endsWith('.ts')))
      if (name !== 'foreign-text.ts')
        expect(readFileSync(`src/cli/${name}`, 'utf8'), name).not.toMatch(/`.*JSON\.stringify.*`/)
  })

  it.each(['text', 'jsonl'] as const)('cannot pass for a verdict of its own: %s', (format) => {
    const written: string[] = []
    const finding = { layer: 'rules', rule: 'X', severity: 'error', message: hostile } as const
    const judged = { file: hostile, valid: false, ruleSets: [], findings: [finding] }
    const report = startReport(format, 1, (text) => written.push(text))
    report.add({ ...judged, findings: [{ ...finding, xpath: hostile }] } as never)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(written.join('')).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
    expect(written.join('').split('\n')).not.toContain('b.xml: valid')
  })
})
