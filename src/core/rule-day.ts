// The day whose rules a caller asks for, and the calendar of rules.
import { shown } from '../billing/index.ts'
import { Problem, type ProblemDetail } from '../problem.ts'
import { type DatedRuleSet, ruleCalendar } from '../validation/index.ts'
import { dayOf } from './day.ts'
import type { Gateway } from './gateway.ts'

/** The first day of the oldest version that can be had. */
const firstDay = '2026-02-23'

/** Why a text is no day whose rules can be known; undefined if it is one. */
export function ruleDayFault(text: string, now: Date): string | undefined {
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + 2)
  const range = `a day from ${firstDay} to ${dayOf(last)}`
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && isInCalendar(text)
  return isDay && text >= firstDay && text <= dayOf(last)
    ? undefined
    : `is ${shown(text)}: write ${range}`
}

/** 2027-02-30 would otherwise be March. */
function isInCalendar(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && dayOf(at) === text
}

/**
 * The moment for which rules are chosen. `name` is what the caller calls it. Throws Problem
 * `request.invalid-field`.
 */
export function ruleDay(
  text: string,
  now: Date,
  { name, ...where }: { name: string } & Pick<ProblemDetail, 'pointer'>,
): Date {
  const fault = ruleDayFault(text, now)
  if (fault === undefined) return new Date(`${text}T00:00:00Z`)
  const code = 'request.invalid-field'
  const message = `${name} ${fault}`
  throw new Problem(code, { detail: message, errors: [{ ...where, code, message, value: text }] })
}

/** Each rule set with the version in force today, and what follows. */
export function showRules({ rulePacks, now }: Pick<Gateway, 'rulePacks' | 'now'>): RuleCalendar {
  const day = dayOf(now())
  return { day, ruleSets: ruleCalendar(rulePacks(), day) }
}

export type RuleCalendar = { day: string; ruleSets: DatedRuleSet[] }
