// What is not written: a document that would break a rule of its own.
import { trimSpace } from '../xml/index.ts'
import { toXmlText } from './write-xml.ts'

/** The document would break this rule. */
export class RuleBroken extends Error {
  readonly rule: string
  /** What would break it, for people. */
  readonly fault: string
  /** Where in the source something is missing, as far as that is known. */
  readonly xpath: string

  constructor(rule: string, fault: string, xpath = '') {
    super(`${rule}: ${fault}`)
    this.name = 'RuleBroken'
    this.rule = rule
    this.fault = fault
    this.xpath = xpath
  }
}

/** Throws RuleBroken. */
export function checkRule(rule: string, holds: boolean, fault: string, xpath?: string): void {
  if (!holds) throw new RuleBroken(rule, fault, xpath)
}

/** Whether nothing but XML white space is in it. */
export function isBlank(text: string): boolean {
  return trimSpace(text) === ''
}

/**
 * Whether the text can be an identifier in XML: one in which a character is replaced would identify
 * something else.
 */
export function isIdentifier(text: string): boolean {
  return !isBlank(text) && toXmlText(text) === text
}

/** Whether the moment has a date that XML can say in ten characters. */
export function isDatable(moment: Date): boolean {
  const year = moment.getUTCFullYear()
  return year >= 1 && year <= 9999
}

/** Whether it is a day, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text)) return false
  const start = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(text)
}
