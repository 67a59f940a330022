// Node tests as JavaScript: a condition on a node, or a function shared in the module.
import { kinds } from '../../runtime/node.ts'
import type { NodeTest } from '../ast.ts'
import { quote } from './code.ts'
import { constant, type ModuleParts, nameId, namespaceOf } from './module-parts.ts'

/** JavaScript that says whether the node with that name passes. */
export function nodeCondition(
  parts: ModuleParts,
  axis: string,
  test: NodeTest,
  node: string,
): string {
  const principal = `${node}.kind === ${axis === 'attribute' ? kinds.attribute : kinds.element}`
  switch (test.test) {
    case 'name':
      return `${node}.name === ${nameId(parts, test.name)} && ${principal}`
    case 'any-name':
      return principal
    case 'local':
      return `${principal} && ${node}.local === ${quote(test.local)}`
    case 'prefix':
      return `${principal} && ${node}.namespace === ${quote(namespaceOf(parts, test.prefix))}`
    case 'kind':
      return kindCondition(test.kind, node)
  }
}

function kindCondition(kind: string, node: string): string {
  switch (kind) {
    case 'node':
      return 'true'
    case 'processing-instruction':
      return `${node}.kind === ${kinds.instruction}`
    case 'document-node':
      return `${node}.kind === ${kinds.document}`
    default:
      return `${node}.kind === ${kinds[kind as 'element' | 'attribute' | 'text' | 'comment']}`
  }
}

/** The name of a function in the module that tests a node. */
export function nodeTest(parts: ModuleParts, axis: string, test: NodeTest): string {
  return constant(parts, `(node) => ${nodeCondition(parts, axis, test, 'node')}`, 'test')
}
