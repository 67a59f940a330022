// Validation: syntax, structure and Schematron rules over the bytes of a document.
// Findings are values.
import type { InstallOptions } from './rules/install.ts'
import type { RuleSet } from './rules/pack.ts'

export { type DatedRuleSet, ruleCalendar } from './rules/calendar.ts'
export { gapsOf } from './rules/in-force.ts'
export type { InstallOptions } from './rules/install.ts'
export { alteredRules, listCalendar, listRules } from './rules/list.ts'
export type { RuleSet } from './rules/pack.ts'
export { type Pin, parsePins } from './rules/pin.ts'
export { pins } from './rules/pins/index.ts'
export { openValidator, type Validator } from './validator.ts'
export {
  type Finding,
  type Layer,
  type PackName,
  type RuleSetUse,
  RulesUnusable,
  ValidationUnavailable,
  type Verdict,
} from './verdict.ts'

/** See rules/install.ts. Loaded only when called, because it needs the compiler. */
export async function installRules(options: InstallOptions): Promise<RuleSet[]> {
  const install = await import('./rules/install.ts')
  return install.installRules(options)
}
