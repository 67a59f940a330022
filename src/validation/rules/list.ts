// `rules list`: every rule set in every version, its source, which one is in force today,
// and what is missing.
import { calendarLines, inColumns, ruleCalendar } from './calendar.ts'
import { chooseById } from './choose.ts'
import { gapsOf } from './in-force.ts'
import { readPack } from './manifest.ts'
import { ownPackFolder } from './own-pack.ts'
import type { RulePack, RuleSet } from './pack.ts'
import { alteredScripts } from './script-digest.ts'

/** Scripts that are not what was installed: a sentence about each. */
export function alteredRules(rulesDir: string): string[] {
  return alteredScripts(packsIn(rulesDir))
}

function packsIn(rulesDir: string): RulePack[] {
  return [readPack('official', rulesDir), readPack('own', ownPackFolder())].filter(
    (pack) => pack !== undefined,
  )
}

/** The calendar of the rules in a folder and of ours, as lines for a terminal. */
export function listCalendar(rulesDir: string, day: string): string[] {
  return calendarLines(ruleCalendar(packsIn(rulesDir), day))
}

/** Lines for a terminal. */
export function listRules(rulesDir: string, today = new Date()): string[] {
  const packs = packsIn(rulesDir)
  const day = today.toISOString().slice(0, 10)
  const rows = packs.flatMap((pack) => pack.ruleSets.map((set) => rowOf(packs, pack, set, day)))
  const header = [
    '',
    'rule set',
    'version',
    'pack',
    'from',
    'patterns',
    'rules',
    'asserts',
    'title',
  ]
  return [
    ...inColumns([header, ...rows]),
    '',
    '* applies to documents of today.',
    ...packs.flatMap(notesOf),
    ...sourcesOf(packs),
    ...alteredScripts(packs).map((fault) => `Differs: ${fault}. Install the rules again.`),
    ...gapsOf(packs, { all: packs.some(({ name }) => name === 'official') }),
  ]
}

function rowOf(packs: RulePack[], pack: RulePack, set: RuleSet, day: string): string[] {
  const isUsed = chooseById(packs, set.id, day)?.set === set
  const counts = [set.patterns, set.rules, set.asserts].map(String)
  return [isUsed ? '*' : '', set.id, set.version, pack.name, set.validFrom, ...counts, set.title]
}

function notesOf({ ruleSets }: RulePack): string[] {
  return ruleSets.flatMap(({ id, version, note }) =>
    note ? [`Note: ${id} ${version}: ${note}`] : [],
  )
}

function sourcesOf(packs: RulePack[]): string[] {
  const official = packs.find(({ name }) => name === 'official')
  if (!official) return ['The official rules are not installed; `rules install` fetches them.']
  const from = new Set(
    official.ruleSets.map(
      ({ source, licence }) => `${source?.from} (SHA-256 ${source?.sha256}). ${licence}`,
    ),
  )
  return [
    `Installed ${official.installedAt} in ${official.folder}:`,
    ...[...from].map((line) => `  ${line}`),
  ]
}
