// Small faults of the kind that people make, put into a source file one at a time: break a line,
// and see whether a test notices.
import { parseAst } from 'vitest/node'

/** The source from `start` to `end` becomes `text`. Lines count from 1. */
export type Mutant = { line: number; start: number; end: number; text: string }

type Node = { type: string; start: number; end: number; [member: string]: unknown }
type Fault = Omit<Mutant, 'line'>

export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end)
}

/** Every mutant of a TypeScript source, those of outer expressions first. */
export function mutantsOf(source: string): Mutant[] {
  const mutants: Mutant[] = []
  const visit = (node: Node): void => {
    if (isLeftAlone(node)) return
    for (const fault of faultsIn(node, source))
      mutants.push({ line: source.slice(0, fault.start).split('\n').length, ...fault })
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseAst(source, { lang: 'ts' }) as unknown as Node)
  return mutants
}

/** What TypeScript puts around a value; its other nodes are gone when the program runs. */
const aroundValues = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']

function isLeftAlone({ type }: Node): boolean {
  if (type === 'ImportDeclaration' || type === 'ExportAllDeclaration') return true
  return type.startsWith('TS') && !aroundValues.includes(type)
}

function childrenOf(node: Node): Node[] {
  const isName = (member: string) =>
    (member === 'key' && node.computed === false) || member === 'source'
  return Object.entries(node)
    .filter(([member]) => !isName(member))
    .flatMap(([, value]) => value)
    .filter(
      (value): value is Node => typeof value === 'object' && value !== null && 'type' in value,
    )
}

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
}

function faultsIn(node: Node, source: string): Fault[] {
  const { type, start, end } = node
  const whole = (text: string): Fault => ({ start, end, text })
  const part = (member: string, change: (text: string) => string): Fault[] => {
    const { start, end } = node[member] as Node
    return [{ start, end, text: change(source.slice(start, end)) }]
  }
  switch (type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
      return swapOperator(node, source)
    case 'IfStatement':
    case 'WhileStatement':
    case 'ConditionalExpression':
      return part('test', (test) => `!(${test})`)
    case 'UnaryExpression':
      return node.operator === '!' ? [{ start, end: start + 1, text: '' }] : []
    case 'ExpressionStatement':
      return node.directive ? [] : [whole(';')]
    case 'ThrowStatement':
      return [whole(';')]
    case 'ReturnStatement':
      return node.argument ? part('argument', () => 'undefined') : []
    case 'ArrowFunctionExpression':
      return node.expression ? part('body', () => 'undefined') : []
    case 'Literal':
      return otherLiteral(node.value).map(whole)
    default:
      return []
  }
}

function swapOperator({ left, right, operator }: Node, source: string): Fault[] {
  const text = swapped[operator as string]
  if (text === undefined) return []
  const start = source.indexOf(operator as string, (left as Node).end)
  // A comment between the operands may hold anything.
  if (start < 0 || start > (right as Node).start) return []
  return [{ start, end: start + (operator as string).length, text }]
}

function otherLiteral(value: unknown): string[] {
  if (typeof value === 'boolean') return [String(!value)]
  if (typeof value === 'number') return [String(value + 1)]
  if (typeof value === 'string') return [value === '' ? "'mutant'" : "''"]
  return []
}
