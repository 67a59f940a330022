// The result of a validation, as callers see it: findings in three layers, and the
// rule sets applied.
import type { Asker } from '../threads/index.ts'

export type Layer = 'syntax' | 'structure' | 'rules'

export type Finding = {
  layer: Layer
  /**
   * The official id of the rule ('BR-CO-15'), 'rule-error' for a rule whose evaluation failed, or a
   * stable code of ours.
   */
  rule: string
  severity: 'error' | 'warning'
  message: string
  /** In the form of xpathOf of the xml room; an attribute is the last step '/@name'. */
  xpath: string
  /** Line and column of the element's start tag, both from 1. */
  line?: number
  column?: number
  /** A page that explains the rule, if known. */
  link?: string
  value?: string
  expected?: string
}

export type RuleSetUse = {
  /** The name in `rules list`: 'en16931', 'peppol-billing', 'peppol-mls', … */
  id: string
  version: string
  pack: PackName
  /** In force from this day on; absent in verdicts of programs before. */
  validFrom?: string
  /** A caveat for readers, such as being older than the version in force. */
  note?: string
}

export type PackName = 'own' | 'official'

export type Verdict = {
  /** True when no finding is an error. */
  valid: boolean
  findings: Finding[]
  ruleSets: RuleSetUse[]
}

/**
 * No verdict can be given now: the queue is full, time ran out, or there are no
 * rules for the document.
 */
export class ValidationUnavailable extends Error {
  /** There are no rules for such a document: the same would happen again. */
  readonly lacksRules: boolean

  constructor(message: string, { lacksRules = false, ...options }: Unavailability = {}) {
    super(message, options)
    this.name = 'ValidationUnavailable'
    this.lacksRules = lacksRules
  }
}

/** A rule set that is installed, and cannot be used: documents that need it have no verdict. */
export class RulesUnusable extends ValidationUnavailable {
  constructor(message: string, options: ErrorOptions) {
    super(message, options)
    this.name = 'RulesUnusable'
  }
}

type Unavailability = ErrorOptions & { lacksRules?: boolean }

export type CheckOptions = {
  layers: 'structure' | 'all'
  ruleSets?: readonly string[] | undefined
  /** The day whose versions are in force, YYYY-MM-DD. */
  day: string
  /** Whether rule sets that contradict those in force are used: by those who refuse nothing. */
  withOutdated?: boolean
}

/** Judges a document somewhere else. Throws ValidationUnavailable. */
export type Check = (bytes: Uint8Array, options: CheckOptions, asker?: Asker) => Promise<Verdict>
