// The collection of findings ends where nobody reads on.
import { expect, it } from 'vitest'
import { startReport } from '../../../src/validation/structure/report.ts'
import { parseXml } from '../../../src/xml/index.ts'

it('is full after a hundred findings and one that says so, and not before', () => {
  const document = parseXml(Buffer.from('<a/>'))
  const report = startReport(document)
  for (let count = 0; count < 100; count++)
    report.add(document.root, 'structure.wrong', { message: String(count) })
  expect(report.isFull()).toBe(false)
  report.add(document.root, 'structure.wrong', { message: 'one more' })
  expect(report.isFull()).toBe(true)
  report.add(document.root, 'structure.wrong', { message: 'and another' })
  const rules = report.findings().map(({ rule }) => rule)
  expect(rules).toHaveLength(101)
  expect(rules.at(-1)).toBe('structure.too-many')
})
