// Hundreds of assertions only say that a path of names leads nowhere: `not(a/b/c)`. A run of them
// is answered by one walk through the document's names instead of one look-up each.
import type { Expression } from '../ast.ts'
import type { Assertion } from '../schema.ts'
import { quote } from './code.ts'
import { constant, type ModuleParts, nameId } from './module-parts.ts'
import { plainNames } from './path.ts'

/** The minimum length of a run: fewer are faster one by one. */
const runMin = 4

export type Numbered = { assertion: Assertion; number: number }

/** The assertions in their order, with those that are answered together in one list. */
export function inRuns(assertions: readonly Numbered[]): Numbered[][] {
  const runs: Numbered[][] = []
  let isOpen = false
  for (const each of assertions) {
    const isAbsence = absentNames(each.assertion) !== undefined
    if (isAbsence && isOpen) runs.at(-1)!.push(each)
    else runs.push([each])
    isOpen = isAbsence
  }
  return runs.flatMap((run) => (run.length < runMin ? run.map((each) => [each]) : [run]))
}

/** JavaScript that reports the broken ones of a run. */
export function compileAbsences(parts: ModuleParts, run: readonly Numbered[]): string {
  const paths = run.map(({ assertion }) => {
    const names = absentNames(assertion) ?? []
    return `[${names.map((name) => nameId(parts, name)).join(', ')}]`
  })
  const texts = run.map(({ assertion, number }) => `[${number}, ${quote(textOf(assertion) ?? '')}]`)
  const tree = constant(parts, `pathTree([${paths.join(', ')}])`, 'absent')
  const broken = constant(parts, `[${texts.join(', ')}]`, 'broken')
  const report = `report(${broken}[at][0], node, ${broken}[at][1])`
  return `for (const at of pathsFrom(node, ${tree})) ${report}`
}

// The names of the path, if the assertion asks nothing else and its message quotes no value.
function absentNames(assertion: Assertion): string[] | undefined {
  const { kind, test } = assertion
  if (kind !== 'assert' || textOf(assertion) === undefined) return undefined
  const call = bare(test)
  const [argument, ...more] = call.type === 'call' && call.name === 'not' ? call.arguments : []
  return argument === undefined || more.length > 0 ? undefined : namesOf(bare(argument))
}

function textOf({ message }: Assertion): string | undefined {
  const texts = message.map((part) => ('text' in part ? part.text : undefined))
  return texts.includes(undefined) ? undefined : texts.join('')
}

function bare(expression: Expression): Expression {
  return expression.type === 'parenthesis' ? bare(expression.inner) : expression
}

function namesOf(expression: Expression): string[] | undefined {
  const isRelative = expression.type === 'path' && !expression.fromRoot
  const steps = expression.type === 'step' ? [expression] : isRelative ? expression.steps : []
  const names = plainNames(steps, 0)
  return names.length > 0 && names.length === steps.length ? names : undefined
}
