// Which rule sets apply to a document: those for its type, each in the version in force that day.
import { child, textOf, type XmlElement } from '../../xml/index.ts'
import { basisOf } from './other-specifications.ts'
import type { DocumentMatch, RulePack, RuleSet } from './pack.ts'

export type ChosenSet = { pack: RulePack; set: RuleSet }

/**
 * The rule sets for a document with this root. An earlier pack takes precedence: of a rule set that
 * it has, a later pack's version is not used.
 */
export function setsForDocument(
  packs: readonly RulePack[],
  root: XmlElement,
  day: string,
): ChosenSet[] {
  const element = child(root, 'CustomizationID')
  const customization = element ? textOf(element).trim() : ''
  const basis = basisOf(customization)
  const chosen: ChosenSet[] = []
  for (const each of setsInForce(packs, day))
    for (const match of each.set.documents)
      if (isFor(match, root, customization) && isOn(basis, each.set, match)) {
        chosen.push(each)
        break
      }
  return chosen
}

let latest: { packs: readonly RulePack[]; day: string; sets: readonly ChosenSet[] } | undefined

/** Kept until another day, or other packs, are asked for. */
function setsInForce(packs: readonly RulePack[], day: string): readonly ChosenSet[] {
  if (latest?.packs !== packs || latest.day !== day)
    latest = { packs, day, sets: idsOf(packs).flatMap((id) => chooseById(packs, id, day) ?? []) }
  return latest.sets
}

/** The rule set with that id, in the version in force that day. */
export function chooseById(
  packs: readonly RulePack[],
  id: string,
  day: string,
): ChosenSet | undefined {
  for (const pack of packs) {
    const set = inForce(
      pack.ruleSets.filter((candidate) => candidate.id === id),
      day,
    )
    if (set) return { pack, set }
  }
  return undefined
}

function idsOf(packs: readonly RulePack[]): string[] {
  return [...new Set(packs.flatMap(({ ruleSets }) => ruleSets.map(({ id }) => id)))]
}

/** The latest that has begun; the first one if none has. */
function inForce(versions: readonly RuleSet[], day: string): RuleSet | undefined {
  const sorted = [...versions].sort((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  return sorted.filter(({ validFrom }) => validFrom <= day).at(-1) ?? sorted[0]
}

/** A set that names the specification is for it, and EN 16931 for what is based on that. */
function isOn(basis: ReturnType<typeof basisOf>, { id }: RuleSet, match: DocumentMatch): boolean {
  const isNamed = match.customizationId !== undefined
  return basis === undefined || isNamed || (basis === 'core' && id === 'en16931')
}

function isFor(match: DocumentMatch, root: XmlElement, customization: string): boolean {
  if (root.namespace !== match.namespace || root.local !== match.local) return false
  const { customizationId = '', exceptCustomizationIds = [] } = match
  if (!customization.startsWith(customizationId)) return false
  return !exceptCustomizationIds.some((other) => customization.startsWith(other))
}
