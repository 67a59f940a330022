import { expect, it } from 'vitest'
import { functionLines, longFunctions } from './function-lines.ts'

const lines = (count: number) => '  work()\n'.repeat(count)

it('counts the lines of a function without those of the functions inside it', () => {
  const source = `
export function outer<Value>(of: Value): Value {
  const inner = async () => {
${lines(10)}  }
  class Thing {
    method(): void {
${lines(3)}    }
  }
  return of
}
`
  expect(functionLines(source)).toEqual([
    { line: 3, ownLines: 12 },
    { line: 16, ownLines: 5 },
    { line: 2, ownLines: 5 },
  ])
})

it('counts an arrow of one line, and nothing that has no body', () => {
  const source = 'declare function out(): void\nexport const twice = (n: number) => 2 * n\n'
  expect(functionLines(source)).toEqual([{ line: 2, ownLines: 1 }])
})

it('finds a function that is one line too long, and says where', () => {
  const source = (count: number) => `\nfunction long() {\n${lines(count)}}\n`
  expect(longFunctions('core/a.ts', source(118), 120)).toEqual([])
  expect(longFunctions('core/a.ts', source(119), 120)).toEqual(['core/a.ts:2: 121 own lines'])
  // What is in an inner function counts for that one.
  const nested = `function outer() {\n  const inner = () => {\n${lines(119)}}\n${lines(100)}}\n`
  expect(longFunctions('core/a.ts', nested, 120)).toEqual(['core/a.ts:2: 121 own lines'])
})
