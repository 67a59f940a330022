// The surroundings of an expression: its context item, the variables in scope, and the module
// it becomes part of.
import type { Expression } from '../ast.ts'
import { asksPosition } from '../positional.ts'
import type { Code } from './code.ts'
import { type ModuleParts, newId } from './module-parts.ts'

export type VariableCode = Code & {
  /** It depends on the document only. */
  isGlobal: boolean
}

export type Scope = {
  parts: ModuleParts
  variables: ReadonlyMap<string, VariableCode>
  /** JavaScript of the context item; undefined inside functions, which have none. */
  context: string | undefined
  /** Whether it is certainly a node. */
  isNode: boolean
  /** JavaScript of position() and last(), if they are used. */
  place?: { position: string; last: string }
  /** JavaScript of current(): the node that the rule is about. */
  current: string | undefined
  /** Whether parts that depend on the document only are hoisted and evaluated once. */
  mayHoist: boolean
}

/** The scope inside a predicate or step, and the parameters of the function that it becomes. */
export function inner(
  scope: Scope,
  expression: Expression,
  isNode: boolean,
): { scope: Scope; item: string; parameters: string[]; asksPlace: boolean } {
  const item = newId(scope.parts, 'item')
  const asksPlace = asksPosition(expression)
  const place = { position: `${item}At`, last: `${item}Last` }
  return {
    scope: { ...scope, context: item, isNode, place },
    item,
    parameters: [item, place.position, place.last],
    asksPlace,
  }
}
