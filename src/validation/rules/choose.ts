// Which rule sets apply to a document: those for its type, each in the version in force that day.
import { changesOf } from './changes.ts'
import {
  type DocumentIdentity,
  type DocumentRules,
  knownSets,
  rulesInstead,
  rulesOfType,
} from './document-rules.ts'
import { ageOf } from './in-force.ts'
import type { DocumentMatch, RulePack, RuleSet } from './pack.ts'

export type ChosenSet = {
  pack: RulePack
  set: RuleSet
  /** Ids of rules of this set that are not run: another set has them in a newer version. */
  without?: readonly string[]
}

export type ChosenRules = Pick<DocumentRules, 'flags'> & {
  sets: ChosenSet[]
  /** Why a rule set for exactly this type is not used, in words. */
  unused?: string
}

type ChooseOptions = {
  day: string
  /** Whether rule sets that contradict those in force are used too. */
  withOutdated?: boolean
}

/** The rule sets for a document, each in the version in force that day, from whichever pack. */
export function rulesFor(
  packs: readonly RulePack[],
  identity: DocumentIdentity,
  { day, withOutdated = false }: ChooseOptions,
): ChosenRules {
  const operators = setsOfOperator(packs, day).filter(({ set }) =>
    set.documents?.some((match) => isFor(match, identity)),
  )
  const choose = (rules: DocumentRules) => chooseLayers(packs, rules, { day, withOutdated })
  const own = rulesOfType(identity)
  const chosen = own && choose(own)
  if (chosen && chosen.unused === undefined)
    return { ...chosen, sets: [...chosen.sets, ...operators] }
  const instead = choose(rulesInstead(identity, operators.length > 0))
  const why = chosen ?? instead
  const sets = instead.unused === undefined ? [...instead.sets, ...operators] : operators
  return { sets, ...(why.unused === undefined ? {} : { unused: why.unused }) }
}

/** All layers, or why there is one that cannot be used: no document is judged by some of them. */
function chooseLayers(
  packs: readonly RulePack[],
  { sets, flags }: DocumentRules,
  { day, withOutdated }: Required<ChooseOptions>,
): ChosenRules {
  const chosen: ChosenSet[] = []
  for (const id of sets) {
    const found = chooseById(packs, id, day)
    if (!found) return { sets: [], unused: `the rule set ${id} is not installed` }
    const age = ageOf(found.set)
    if (age?.isOutdated && !withOutdated)
      return { sets: [], unused: `the rule set ${id} ${found.set.version} is ${age.words}` }
    chosen.push(...withChanges(packs, found, day))
  }
  return { sets: chosen, ...(flags ? { flags } : {}) }
}

/** The set, and the rules of a newer version that take the place of some of its own. */
function withChanges(packs: readonly RulePack[], chosen: ChosenSet, day: string): ChosenSet[] {
  const changes = changesOf(chosen.set)
  const changed = changes && chooseById(packs, changes.by, day)
  return changed ? [{ ...chosen, without: changes.instead }, changed] : [chosen]
}

let latest: { packs: readonly RulePack[]; day: string; sets: readonly ChosenSet[] } | undefined

/** Rule sets of an operator's own. Kept until another day, or other packs, are asked for. */
function setsOfOperator(packs: readonly RulePack[], day: string): readonly ChosenSet[] {
  if (latest?.packs !== packs || latest.day !== day) {
    const ids = idsOf(packs).filter((id) => !knownSets.has(id))
    latest = { packs, day, sets: ids.flatMap((id) => chooseById(packs, id, day) ?? []) }
  }
  return latest.sets
}

/**
 * The rule set with that id, in the version in force that day: in all packs, the latest that has
 * begun, or the first one if none has. Of one version in two packs, that of the earlier pack.
 */
export function chooseById(
  packs: readonly RulePack[],
  id: string,
  day: string,
): ChosenSet | undefined {
  const versions = versionsOf(packs, id)
  return versions.findLast(({ set }) => set.validFrom <= day) ?? versions[0]
}

/** The versions of a rule set in all packs, oldest first; each once, from the earliest pack. */
export function versionsOf(packs: readonly RulePack[], id: string): ChosenSet[] {
  const all = packs.flatMap((pack) =>
    pack.ruleSets.filter((set) => set.id === id).map((set) => ({ pack, set })),
  )
  const rank = ({ pack }: ChosenSet) => packs.indexOf(pack)
  const isHidden = (one: ChosenSet) =>
    all.some((other) => other.set.version === one.set.version && rank(other) < rank(one))
  // Where several begin on one day, that of the earlier pack is the last.
  return all
    .filter((one) => !isHidden(one))
    .sort((a, b) => order(a.set.validFrom, b.set.validFrom) || rank(b) - rank(a))
}

function order(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function idsOf(packs: readonly RulePack[]): string[] {
  return [...new Set(packs.flatMap(({ ruleSets }) => ruleSets.map(({ id }) => id)))]
}

function isFor(match: DocumentMatch, identity: DocumentIdentity): boolean {
  const { namespace, local, customizationId } = match
  if (identity.namespace !== namespace || identity.local !== local) return false
  return customizationId === undefined || customizationId === identity.customizationId
}
