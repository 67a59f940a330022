// A rule file as data: the patterns, rules and assertions of ISO Schematron (ISO/IEC 19757-3),
// and the XSLT functions and keys in rule files. Expressions are already parsed; `at` is an
// offset in the file's text.
import type { Expression, SequenceType } from './ast.ts'
import { CompileError } from './error.ts'

export type Schema = {
  title: string
  /** Prefix to namespace. */
  namespaces: Map<string, string>
  variables: Variable[]
  functions: FunctionDefinition[]
  keys: Key[]
  patterns: Pattern[]
}

export type Variable = { name: string; value: Expression; at: number }

export type Pattern = { rules: Rule[] }

/** Variables and assertions are in the order of the file. */
export type Rule = {
  context: Expression
  variables: Variable[]
  assertions: Assertion[]
  at: number
}

export type Assertion = {
  /** An assert is broken when its test is false, a report when it is true. */
  kind: 'assert' | 'report'
  id: string
  flag: string
  test: Expression
  message: MessagePart[]
  at: number
}

/** Literal text, an inserted value, or the name of a node (the context node without a path). */
export type MessagePart =
  | { text: string }
  | { select: Expression }
  | { nameOf: Expression | undefined }

export type Key = { name: string; match: Expression; use: Expression; at: number }

export type Parameter = { name: string; as: SequenceType | undefined }

export type FunctionDefinition = {
  name: string
  parameters: Parameter[]
  as: SequenceType | undefined
  body: Instruction[]
  at: number
}

/** The XSLT in functions. */
export type Instruction =
  | {
      type: 'variable'
      name: string
      as: SequenceType | undefined
      value: Expression | Instruction[]
      at: number
    }
  | { type: 'sequence'; select: Expression; at: number }
  | { type: 'value-of'; select: Expression; at: number }
  | { type: 'text'; text: string }
  | { type: 'choose'; branches: Branch[]; at: number }

/** The branch without a test is `otherwise`. */
export type Branch = { test: Expression | undefined; body: Instruction[] }

export type Counts = { patterns: number; rules: number; asserts: number }

export function countsOf(schema: Schema): Counts {
  const rules = schema.patterns.flatMap((pattern) => pattern.rules)
  return {
    patterns: schema.patterns.length,
    rules: rules.length,
    asserts: rules.reduce((sum, rule) => sum + rule.assertions.length, 0),
  }
}

/**
 * Runs a task that belongs to a place in the rule file; a CompileError without a
 * place gets this one.
 */
export function atPlace<T>(at: number, task: () => T): T {
  try {
    return task()
  } catch (error) {
    if (error instanceof CompileError && error.at === undefined) error.at = at
    throw error
  }
}
