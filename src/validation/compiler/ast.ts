// The syntax tree of an XPath 2.0 expression, as far as rule sets use the language.
export type Axis =
  | 'child'
  | 'descendant'
  | 'attribute'
  | 'self'
  | 'descendant-or-self'
  | 'following-sibling'
  | 'following'
  | 'parent'
  | 'ancestor'
  | 'preceding-sibling'
  | 'preceding'
  | 'ancestor-or-self'

/**
 * What a step selects: a name ('p:local'), any name on the axis, a local name, a namespace,
 * or a kind of node.
 */
export type NodeTest =
  | { test: 'name'; name: string }
  | { test: 'any-name' }
  | { test: 'local'; local: string }
  | { test: 'prefix'; prefix: string }
  | { test: 'kind'; kind: NodeKindTest; name?: string }

export type NodeKindTest =
  | 'node'
  | 'text'
  | 'comment'
  | 'processing-instruction'
  | 'element'
  | 'attribute'
  | 'document-node'

export type AxisStep = { type: 'step'; axis: Axis; test: NodeTest; predicates: Expression[] }

/**
 * Steps from the root of the document, or from the context item. A step is an axis step or
 * any other expression.
 */
export type Path = { type: 'path'; fromRoot: boolean; steps: Expression[] }

export type SequenceType = { name: string; occurrence: '' | '?' | '*' | '+' }
export type Binding = { variable: string; in: Expression }

export type LogicalOperator = 'and' | 'or'
export type ArithmeticOperator = '+' | '-' | '*' | 'div' | 'idiv' | 'mod'
export type SetOperator = 'union' | 'intersect' | 'except'
export type GeneralComparison = '=' | '!=' | '<' | '<=' | '>' | '>='
export type ValueComparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'
export type NodeComparison = 'is' | '<<' | '>>'

export type Expression =
  | { type: 'number'; text: string }
  | { type: 'string'; value: string }
  | { type: 'context' }
  | { type: 'variable'; name: string }
  | { type: 'sequence'; items: Expression[] }
  | { type: 'parenthesis'; inner: Expression }
  | { type: 'filter'; source: Expression; predicates: Expression[] }
  | { type: 'call'; name: string; arguments: Expression[] }
  | { type: 'if'; condition: Expression; then: Expression; else: Expression }
  | { type: 'for' | 'some' | 'every'; bindings: Binding[]; body: Expression }
  | { type: 'logical'; operator: LogicalOperator; left: Expression; right: Expression }
  | { type: 'arithmetic'; operator: ArithmeticOperator; left: Expression; right: Expression }
  | { type: 'set'; operator: SetOperator; left: Expression; right: Expression }
  | { type: 'compare'; operator: GeneralComparison; left: Expression; right: Expression }
  | { type: 'compare-value'; operator: ValueComparison; left: Expression; right: Expression }
  | { type: 'compare-nodes'; operator: NodeComparison; left: Expression; right: Expression }
  | { type: 'range'; from: Expression; to: Expression }
  | { type: 'negate'; operand: Expression }
  | { type: 'plus'; operand: Expression }
  | { type: 'cast' | 'castable' | 'instance' | 'treat'; operand: Expression; as: SequenceType }
  | AxisStep
  | Path

/** The direct subexpressions. */
export function partsOf(expression: Expression): Expression[] {
  switch (expression.type) {
    case 'sequence':
      return expression.items
    case 'parenthesis':
      return [expression.inner]
    case 'filter':
      return [expression.source, ...expression.predicates]
    case 'call':
      return expression.arguments
    case 'if':
      return [expression.condition, expression.then, expression.else]
    case 'for':
    case 'some':
    case 'every':
      return [...expression.bindings.map((binding) => binding.in), expression.body]
    case 'logical':
    case 'arithmetic':
    case 'set':
    case 'compare':
    case 'compare-value':
    case 'compare-nodes':
      return [expression.left, expression.right]
    case 'range':
      return [expression.from, expression.to]
    case 'negate':
    case 'plus':
    case 'cast':
    case 'castable':
    case 'instance':
    case 'treat':
      return [expression.operand]
    case 'step':
      return expression.predicates
    case 'path':
      return expression.steps
    default:
      return []
  }
}

/** Whether the predicate holds for the expression or one inside it. */
export function contains(expression: Expression, wanted: (part: Expression) => boolean): boolean {
  return wanted(expression) || partsOf(expression).some((part) => contains(part, wanted))
}
