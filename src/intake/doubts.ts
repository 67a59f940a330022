// What deserves a look in a document and refuses nothing: `warnings` of its record, and warnings of
// `validate`. Each begins with the location, in the caller's own terms.
import {
  type AccountDoubt,
  type BillingDocument,
  type BusinessDocument,
  type DocumentDoubt,
  type Summary,
  shown,
  shownPointer,
  totalsRule,
  ublLocations,
} from '../billing/index.ts'
import {
  IdentifierError,
  isJudgedStrictly,
  parseParticipant,
  participantFault,
} from '../peppol/index.ts'
import type { ProblemDetail } from '../problem.ts'

export type Doubt = ProblemDetail & { rule: string; severity: 'warning' }

export function accountDoubt({ pointer, message, value }: AccountDoubt): Doubt {
  return doubt({ pointer }, 'account.check-digits', message, value)
}

export function inXml({ xpath, line, column, rule, words, value }: DocumentDoubt): Doubt {
  return doubt({ xpath, line, column }, rule, words, value)
}

/** The doubts about the UBL that was made of a document. */
export function inJson({ document, doubts }: BusinessDocument, stated: BillingDocument): Doubt[] {
  if (doubts.length === 0) return []
  const locations = ublLocations(document)
  return doubts.map(({ xpath, rule, words, value }) => {
    // A computed amount has a name, and no location in the caller's JSON.
    const named = doubt({ pointer: locations.pointerOf(xpath) ?? '' }, rule, words, value)
    return { ...named, pointer: locations.pointerOf(xpath, stated) ?? '' }
  })
}

type DoubtsLocation = Pick<ProblemDetail, 'pointer' | 'xpath' | 'line' | 'column'>

function doubt(location: DoubtsLocation, rule: string, words: string, value: string): Doubt {
  const { pointer, xpath = '' } = location
  const name = pointer === undefined ? shownXpath(xpath) : shownPointer(pointer)
  return { ...location, rule, severity: 'warning', message: `${name} ${words}`, value }
}

/** `/Invoice[1]/InvoiceLine[2]/Price[1]` as `InvoiceLine[2]/Price`. */
function shownXpath(xpath: string): string {
  return xpath.split('/').slice(2).join('/').replaceAll('[1]', '')
}

/**
 * The sentences for a record. Rules say more exactly which totals are wrong: nothing else does
 * where a document is judged by them.
 */
export function sentencesOf(doubts: readonly Doubt[], isJudged: boolean): string[] {
  return doubts.filter(({ rule }) => !isJudged || rule !== totalsRule).map(({ message }) => message)
}

type Format = 'json' | 'xml'
type Read = { summary: Summary; root: { local: string } }

/** An issue date more than a year ahead of now. */
export function dayDoubts({ summary, root }: Read, format: Format, now: Date): Doubt[] {
  const { issueDate } = summary
  const limit = new Date(now)
  limit.setUTCFullYear(limit.getUTCFullYear() + 1)
  if (issueDate === undefined || issueDate <= limit.toISOString().slice(0, 10)) return []
  const location =
    format === 'json' ? { pointer: '/issueDate' } : { xpath: `/${root.local}[1]/IssueDate[1]` }
  const words = `is ${shown(issueDate)}, more than a year ahead`
  return [doubt(location, 'issue-date.far-ahead', words, issueDate)]
}

/** Participants whose form or check digit is wrong by no rule that refuses them. */
export function partyDoubts({ summary }: Read, format: Format, now: Date): Doubt[] {
  const day = now.toISOString().slice(0, 10)
  const isStrict = isJudgedStrictly(summary.customizationId, day)
  const parties = [summary.sender, summary.receiver]
  return parties.flatMap((party) => doubtAbout(party, { format, isStrict }))
}

function doubtAbout(
  { role, endpoint, location }: Summary['sender'],
  { format, isStrict }: { format: Format; isStrict: boolean },
): Doubt[] {
  if (!endpoint) return []
  const value = `${endpoint.scheme}:${endpoint.id}`
  const fault = faultOf(value, isStrict)
  if (!fault || fault.isFatal) return []
  const at = format === 'json' || !location ? { pointer: `/${role}/endpoint` } : location
  return [doubt(at, `participant.${fault.kind}`, `is ${shown(value)}: ${fault.message}`, value)]
}

function faultOf(text: string, isStrict: boolean): ReturnType<typeof participantFault> {
  try {
    return participantFault(parseParticipant(text), { isStrict })
  } catch (error) {
    if (error instanceof IdentifierError) return undefined
    throw error
  }
}
