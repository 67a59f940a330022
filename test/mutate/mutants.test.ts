import { expect, it } from 'vitest'
import { applyMutant, mutantsOf } from './mutants.ts'

const mutated = (source: string) => mutantsOf(source).map((mutant) => applyMutant(source, mutant))

it.each([
  ['a === b', ['a !== b', ';']],
  ['a < b', ['a <= b', ';']],
  ['a && b', ['a || b', ';']],
  ['a ?? b', ['a && b', ';']],
  ['a + b', ['a - b', ';']],
  ['!a', ['a', ';']],
  ['f(a)', [';']],
  ["f('x', '', 7, true)", ["f('', '', 7, true)", ';']],
])('breaks %s', (source, some) => {
  expect(mutated(source)).toEqual(expect.arrayContaining(some))
})

it('breaks each value, and each only once', () => {
  expect(mutated("const a = f('x', '', 7, true)")).toEqual([
    "const a = f('', '', 7, true)",
    "const a = f('x', 'mutant', 7, true)",
    "const a = f('x', '', 8, true)",
    "const a = f('x', '', 7, false)",
  ])
})

it('breaks conditions, returns, throws and arrows', () => {
  expect(mutated('function f() { if (a) return b\n throw c }')).toEqual([
    'function f() { if (!(a)) return b\n throw c }',
    'function f() { if (a) return undefined\n throw c }',
    'function f() { if (a) return b\n ; }',
  ])
  expect(mutated('const f = () => (a ? b : c)')).toEqual([
    'const f = () => (undefined)',
    'const f = () => (!(a) ? b : c)',
  ])
})

it('leaves types, names and imports alone', () => {
  const source = [
    "import { a } from 'a'",
    "type B = 'b' | 1",
    "const c = { 'd-e': a as 'f', [g<'h'>()]: a! }",
    "export * from 'i'",
    "export { j } from 'j'",
  ]
  expect(mutated(source.join('\n'))).toEqual([])
})

it('says in which line it is', () => {
  expect(mutantsOf('const a = b\n\nf()').map(({ line }) => line)).toEqual([3])
})
