// Whether an expression depends on more than the document, so that it must be evaluated
// anew for each context.
import { contains, type Expression, partsOf } from '../ast.ts'

// Without an argument, these apply to the context item.
const implicit = new Set([
  ...['string', 'normalize-space', 'name', 'local-name', 'namespace-uri', 'number'],
  ...['string-length', 'root'],
])
const alwaysDependent = new Set(['position', 'last', 'current', 'key'])

type Bound = { hasContext: boolean; variables: ReadonlySet<string> }

/** `isGlobal` says of an outside variable whether it depends on the document only. */
export function dependsOnContext(
  expression: Expression,
  isGlobal: (variable: string) => boolean,
  bound: Bound = { hasContext: false, variables: new Set() },
): boolean {
  const depends = (part: Expression, within = bound) => dependsOnContext(part, isGlobal, within)
  const inside = { ...bound, hasContext: true }
  switch (expression.type) {
    case 'number':
    case 'string':
      return false
    case 'context':
      return !bound.hasContext
    case 'variable':
      return !bound.variables.has(expression.name) && !isGlobal(expression.name)
    case 'step':
      return (
        !bound.hasContext || expression.predicates.some((predicate) => depends(predicate, inside))
      )
    case 'path': {
      const [first, ...rest] = expression.fromRoot
        ? [undefined, ...expression.steps]
        : expression.steps
      return (first !== undefined && depends(first)) || rest.some((step) => depends(step!, inside))
    }
    case 'filter':
      return (
        depends(expression.source) ||
        expression.predicates.some((predicate) => depends(predicate, inside))
      )
    case 'call': {
      const name = expression.name.replace(/^fn:/, '')
      if (alwaysDependent.has(name)) return true
      if (expression.arguments.length === 0 && implicit.has(name)) return !bound.hasContext
      return expression.arguments.some((argument) => depends(argument))
    }
    case 'for':
    case 'some':
    case 'every':
      return bindingDepends(expression, depends, bound)
    default:
      return partsOf(expression).some((part) => depends(part))
  }
}

function bindingDepends(
  { bindings, body }: Extract<Expression, { type: 'for' | 'some' | 'every' }>,
  depends: (part: Expression, within: Bound) => boolean,
  bound: Bound,
): boolean {
  let within = bound
  for (const binding of bindings) {
    if (depends(binding.in, within)) return true
    within = { ...within, variables: new Set([...within.variables, binding.variable]) }
  }
  return depends(body, within)
}

/** Whether evaluating it costs more than looking up a kept value. */
export function isCostly(expression: Expression): boolean {
  return contains(expression, ({ type }) => ['path', 'for', 'some', 'every'].includes(type))
}
