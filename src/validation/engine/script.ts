// Compiled rules: loading their script, and running it on a document.
import { Script } from 'node:vm'
import { scriptVersion } from '../compiler/script-version.ts'
import { attributesByName, elementsByName } from '../runtime/document-index.ts'
import * as runtime from '../runtime/index.ts'
import type { NodesByName, RuleNode } from '../runtime/node.ts'
import { forgetTokens } from '../runtime/regular-expression.ts'
import { StepsError, spend } from '../runtime/steps.ts'

/** Runs the first rule that matches the node, and says whether there is one. */
type Check = (node: RuleNode) => boolean
type Dispatch = { named: Map<number, Check>; other: Check | null }
type Report = (assertion: number, node: RuleNode, message: string) => void
type ReportError = (assertion: number, node: RuleNode, error: unknown) => void

/** What a script is (see compiler/generate/module.ts). */
type Load = (given: typeof runtime, report: Report, reportError: ReportError) => CompiledRules
type CompiledRules = {
  version: number
  begin: (document: RuleNode | null) => void
  assertions: [id: string, flag: string][]
  patterns: {
    elements: Dispatch
    attributes: Dispatch
    document: ((document: RuleNode) => void) | null
  }[]
}

export type RuleScript = {
  /** The number of its assertions. */
  assertions: number
  /**
   * The results of the rules for a document, for each node in the order of patterns.
   * Throws StepsError.
   */
  run: (document: RuleNode) => RawFinding[]
}

/** A broken assertion, or one whose evaluation failed. */
export type RawFinding = {
  id: string
  /** The flag as in the rule file. */
  flag: string
  node: RuleNode
  message: string
  /** The error, if the evaluation of the rule failed. */
  error?: unknown
}

/** Loads source made by compileSchema. The file name appears in stack traces. */
export function loadScript(source: string, filename: string): RuleScript {
  const load = new Script(source, { filename }).runInThisContext() as Load
  let findings: RawFinding[] = []
  const report: Report = (assertion, node, message) => {
    const [id, flag] = rules.assertions[assertion]!
    findings.push({ id, flag, node, message })
  }
  const reportError: ReportError = (assertion, node, error) => {
    if (error instanceof StepsError) throw error
    const [id, flag] = rules.assertions[assertion]!
    findings.push({ id, flag, node, message: '', error })
  }
  const rules = load(runtime, report, reportError)
  if (rules.version !== scriptVersion) {
    throw new Error(`${filename} was compiled by another version of this program`)
  }
  const questions: Questions = {
    elements: byName(rules.patterns.map(({ elements }) => elements)),
    attributes: byName(rules.patterns.map(({ attributes }) => attributes)),
    document: rules.patterns.flatMap(({ document }) => document ?? []),
  }
  return {
    assertions: rules.assertions.length,
    run: (document) => {
      rules.begin(document)
      try {
        for (const check of questions.document) check(document)
        ask(questions.elements, elementsByName(document))
        ask(questions.attributes, attributesByName(document))
        return findings
      } finally {
        findings = []
        rules.begin(null)
        forgetTokens()
      }
    },
  }
}

/**
 * The checks for nodes of each name, in the order of patterns; `other` is for names that
 * no pattern mentions.
 */
type ByName = {
  named: ReadonlyMap<number, Check[]>
  each: { name: number; checks: Check[] }[]
  other: Check[]
}
type Questions = {
  elements: ByName
  attributes: ByName
  document: ((document: RuleNode) => void)[]
}

function byName(patterns: readonly Dispatch[]): ByName {
  const names = new Set(patterns.flatMap(({ named }) => [...named.keys()]))
  const checksOf = (name: number) =>
    patterns.flatMap(({ named, other }) => named.get(name) ?? other ?? [])
  const each = [...names].map((name) => ({ name, checks: checksOf(name) }))
  return {
    named: new Map(each.map(({ name, checks }) => [name, checks])),
    each,
    other: patterns.flatMap(({ other }) => other ?? []),
  }
}

// Visits only what occurs in the document, once for all patterns. Most scripts have a dozen names,
// one has three hundred, a small invoice sixty.
function ask({ named, each, other }: ByName, { names, ofName }: NodesByName): void {
  if (other.length > 0 || names.length < each.length) {
    for (const name of names) checkAll(ofName[name]!, named.get(name) ?? other)
    return
  }
  for (const { name, checks } of each) {
    const same = ofName[name]
    if (same !== undefined) checkAll(same, checks)
  }
}

function checkAll(nodes: readonly RuleNode[], checks: readonly Check[]): void {
  spend(nodes.length * checks.length)
  for (const node of nodes) for (const check of checks) check(node)
}
