// Predicates applied to the same nodes for one value after another: many nodes are looked up by
// value, and the result is that of a search.
import { describe, expect, test } from 'vitest'
import { countReads, evaluate } from './evaluate.ts'

const texts = ['1', '1.0', '01', '2', ' 1 ', 'NaN', '', 'x']

/** Lines with a name, a rate (or two, or none) and a date; `rates` are those that occur. */
function linesOf(count: number, rates = texts): string {
  const lines = Array.from({ length: count }, (_, at) => {
    const own = [
      rates[at % rates.length],
      ...(at % 7 === 0 ? [rates[(at + 1) % rates.length]] : []),
    ]
    const elements = at % 5 === 0 ? '' : own.map((rate) => `<r>${rate}</r>`).join('')
    const [kind, day] = [at % 2 === 0 ? 'S' : 'Z', 10 + (at % 3)]
    return `<l i="${at}"><k>${kind}</k>${elements}<d>2026-11-${day}</d></l>`
  })
  return `<a>${lines.join('')}</a>`
}

describe('a predicate that compares a node with something independent of it', () => {
  const decimals = ['1', '1.0', '01', '2', '-0', '0.00']
  const sides: [string, string[]][] = [
    ['r', texts],
    ['r', decimals],
    ['r/normalize-space(.)', texts],
    ['r[1]/number(.)', texts],
    ['r/xs:decimal(.)', decimals],
    ['r/xs:decimal(.)', texts],
    ['(r[1], r[2]/xs:decimal(.))', decimals],
    ['x', texts],
    ['position()', texts],
  ]
  const values = [
    "'1'",
    '1.0',
    'xs:double(1)',
    "number('x')",
    'true()',
    "('1', '2')",
    '()',
    '(0, 2.0)',
    '//l[2]/r',
  ]
  // Which of several errors is raised is left open (XPath 2.0, 2.3.4).
  const withoutCode = (outcome: string) => outcome.replace(/^error .*/, 'error')
  test.each(sides)(
    'is true of the same nodes however many there are: %s (of %j)',
    (side, rates) => {
      for (const document of [linesOf(10, rates), linesOf(1_100, rates)]) {
        for (const value of values) {
          const ask = (predicate: string, times: number) =>
            withoutCode(
              evaluate(
                `for $w in ${value} return (for $v in 1 to ${times} return count((//l[k = ` +
                  `'S']${predicate}/@i)[. != '9']))[${times}]`,
                document,
              ),
            )
          // A frequent question is looked up by value; a doubly negated one never is.
          const looked = ask(`[not(not(${side} = $w))]`, 1)
          expect(ask(`[${side} = $w]`, 18), value).toBe(looked)
        }
      }
    },
  )

  test.each([
    '//l[r = $rate]',
    "//l[k = 'S'][r = $rate]",
    "/a/l[normalize-space(k) = 'S'][r/xs:decimal(.) = xs:decimal($rate)]/d",
  ])('takes about as many steps for many values at many nodes as at few: %s', (path) => {
    const steps = (count: number) => {
      const rates = Array.from({ length: count }, (_, at) => String(at))
      return countReads('elements', `count(for $rate in //r return ${path})`, linesOf(count, rates))
    }
    expect(steps(600)).toBeGreaterThan(600)
    expect(steps(2_400)).toBeLessThan(steps(600) * 6)
  })
})

describe('a question asked twice of the same nodes', () => {
  test.each(["//l[k = 'S']", '//l/r', "//l[k = 'S']/d[. = '2026-11-11']"])(
    'is answered once if there are many, with the same result: %s',
    (path) => {
      const once = `count(${path})`
      const [twice, many, few] = [`${once} + count(${path})`, linesOf(2_100), linesOf(210)]
      expect(Number(evaluate(twice, many))).toBe(10 * Number(evaluate(twice, few)))
      expect(Number(evaluate(twice, many))).toBe(2 * Number(evaluate(once, many)))
      const reads = (expression: string) => countReads('elements', expression, many)
      expect(reads(twice)).toBeLessThan(reads(once) * 1.1)
    },
  )

  test('is asked again of other nodes, and so is another question', () => {
    const many = linesOf(3_000)
    expect(evaluate("count(//l[k = 'S']) - count(//l[k = 'Z'])", many)).toBe('0')
    expect(evaluate("count(//l[k = 'S']/d) - count(//l/d)", many)).toBe('-1500')
    expect(evaluate('count(//l/d) - count(//l/k)', many)).toBe('0')
    expect(evaluate('count(//l/d) - count(//l/x)', many)).toBe('3000')
  })
})
