// Compiled rules: loading their script, and asking them about a document.
import { Script } from 'node:vm'
import { scriptVersion } from '../compiler/generate/module.ts'
import { attributesNamed, elementsNamed, elementsOf } from '../runtime/document-index.ts'
import * as runtime from '../runtime/index.ts'
import type { RuleNode } from '../runtime/node.ts'

/** Asks the first rule that matches the node, and says whether there is one. */
type Check = (node: RuleNode) => boolean
type Dispatch = { named: Map<number, Check>; other: Check | null }
type Report = (assertion: number, node: RuleNode, message: string) => void
type ReportError = (assertion: number, node: RuleNode, error: unknown) => void

/** What a script gives (see compiler/generate/module.ts). */
type CompiledRules = {
  version: number
  begin: (document: RuleNode | null, report: Report | null, reportError: ReportError | null) => void
  assertions: [id: string, flag: string][]
  patterns: { elements: Dispatch; attributes: Dispatch; document: ((document: RuleNode) => void) | null }[]
}

export type RuleScript = {
  /** How many assertions it has. */
  assertions: number
  /** What the rules say of a document, in the order of patterns and, within each, of names and nodes. */
  run(document: RuleNode): RawFinding[]
}

/** A broken assertion, or one that failed itself while it was evaluated. */
export type RawFinding = {
  id: string
  /** As the rule file has it. */
  flag: string
  node: RuleNode
  message: string
  /** What went wrong when the rule failed itself. */
  error?: unknown
}

/** Loads the source that compileSchema gave. The file's name appears in stack traces. */
export function loadScript(source: string, filename: string): RuleScript {
  const load = new Script(source, { filename }).runInThisContext() as (given: typeof runtime) => CompiledRules
  const rules = load(runtime)
  if (rules.version !== scriptVersion) {
    throw new Error(`${filename} was compiled by another version of this program; install the rules again`)
  }
  return { assertions: rules.assertions.length, run: (document) => run(rules, document) }
}

function run(rules: CompiledRules, document: RuleNode): RawFinding[] {
  const findings: RawFinding[] = []
  const add = (assertion: number, node: RuleNode, message: string, error?: unknown) => {
    const [id, flag] = rules.assertions[assertion]!
    findings.push({ id, flag, node, message, ...(error === undefined ? {} : { error }) })
  }
  rules.begin(document, add, (assertion, node, error) => add(assertion, node, '', error))
  try {
    for (const pattern of rules.patterns) {
      pattern.document?.(document)
      ask(
        pattern.elements,
        () => elementsOf(document),
        (name) => elementsNamed(document, name),
      )
      ask(
        pattern.attributes,
        () => attributesOf(document),
        (name) => attributesNamed(document, name),
      )
    }
  } finally {
    rules.begin(null, null, null)
  }
  return findings
}

// Rules with a name for their context see only the elements of that name.
function ask(
  { named, other }: Dispatch,
  all: () => readonly RuleNode[],
  byName: (name: number) => readonly RuleNode[],
): void {
  if (other === null) {
    for (const [name, check] of named) for (const node of byName(name)) check(node)
  } else {
    for (const node of all()) (named.get(node.name) ?? other)(node)
  }
}

function attributesOf(document: RuleNode): RuleNode[] {
  return elementsOf(document).flatMap(({ attributes }) => attributes)
}
