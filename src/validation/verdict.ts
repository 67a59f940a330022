// What a validation says, in the words that callers see: findings in three layers, and the rule
// sets that were asked.
export type Layer = 'syntax' | 'structure' | 'rules'

export type Finding = {
  layer: Layer
  /**
   * The official id of the rule ('BR-CO-15'), 'rule-error' for a rule that failed itself, or a
   * stable code of ours.
   */
  rule: string
  severity: 'error' | 'warning'
  message: string
  /** Where, as xpathOf of the xml room gives it; an attribute is the last step '/@name'. */
  xpath: string
  /** Line and column of the element's start tag, both from 1. */
  line?: number
  column?: number
  /** Where the rule is explained, when that is known. */
  link?: string
  value?: string
  expected?: string
}

export type RuleSetUse = {
  /** As `rules list` shows it: 'en16931', 'peppol-billing', 'peppol-mls', … */
  id: string
  version: string
  pack: PackName
  /** What a reader must know of it: that it is older than the one in force, for example. */
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
 * No verdict can be given now: the queue is full, time ran out, or there are no rules for the
 * document.
 */
export class ValidationUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ValidationUnavailable'
  }
}
