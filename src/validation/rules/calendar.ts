// Which version of each rule set is in force on a day, since when and until when, and what follows.
import { type ChosenSet, chooseById, versionsOf } from './choose.ts'
import { noteOn } from './in-force.ts'
import type { RulePack, RuleSet } from './pack.ts'

type DatedVersion = {
  version: string
  pack: RulePack['name']
  /** The first day that it is in force, YYYY-MM-DD. */
  validFrom: string
}

export type DatedRuleSet = DatedVersion & {
  id: string
  title: string
  /** The last day, if the version that follows is known. */
  validUntil?: string
  next?: DatedVersion
  /** A caveat, such as being older than the version in force. */
  note?: string
}

/** One for each rule set of these packs, in the order of their ids. */
export function ruleCalendar(packs: readonly RulePack[], day: string): DatedRuleSet[] {
  const ids = new Set(packs.flatMap(({ ruleSets }) => ruleSets.map(({ id }) => id)))
  return [...ids].sort().map((id) => datedSet(packs, { id, day }))
}

function datedSet(
  packs: readonly RulePack[],
  { id, day }: { id: string; day: string },
): DatedRuleSet {
  const chosen = chooseById(packs, id, day)!
  const next = versionsOf(packs, id).find(({ set }) => set.validFrom > laterOf(day, chosen.set))
  const note = noteOn(chosen.pack, chosen.set)
  return {
    ...{ id, title: chosen.set.title },
    ...dated(chosen),
    ...(next ? { validUntil: dayBefore(next.set.validFrom), next: dated(next) } : {}),
    ...(note === undefined ? {} : { note }),
  }
}

function laterOf(day: string, { validFrom }: RuleSet): string {
  return day < validFrom ? validFrom : day
}

function dated({ pack, set: { version, validFrom } }: ChosenSet): DatedVersion {
  return { version, pack: pack.name, validFrom }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

/** Lines for a terminal. */
export function calendarLines(sets: readonly DatedRuleSet[]): string[] {
  const header = ['rule set', 'version', 'pack', 'from', 'until', 'next', 'title']
  const rows = sets.map(({ id, version, pack, validFrom, validUntil = '', next, title }) => {
    const follows = next ? `${next.version} (${next.pack}) from ${next.validFrom}` : ''
    return [id, version, pack, validFrom, validUntil, follows, title]
  })
  return inColumns([header, ...rows])
}

export function inColumns(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)))
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  )
}
