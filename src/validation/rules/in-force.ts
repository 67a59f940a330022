// What is in force on the network, so that an absent or outdated rule set is reported, not ignored.
import type { RulePack, RuleSet } from './pack.ts'

type InForce = {
  version: string
  title: string
  /** Versions that contradict the one in force: their findings would be wrong. */
  outdated?: readonly string[]
}

/** Rule sets that every participant needs. */
const general: Record<string, InForce> = {
  'peppol-mls': { version: '1.0.1', title: 'Message Level Status' },
  en16931: { version: '1.3.16', title: 'EN 16931, UBL syntax' },
  'peppol-billing': { version: '3.0.21', title: 'Peppol BIS Billing' },
  'peppol-selfbilling': { version: '3.0.2', title: 'Peppol BIS Self-Billing' },
}

const pints: Record<string, InForce> = {
  pint: { version: '1.1.3', title: 'PINT' },
  'pint-ae': { version: '1.0.4', title: 'PINT United Arab Emirates' },
  'pint-ae-selfbilling': { version: '1.0.4', title: 'PINT United Arab Emirates, self-billing' },
  'pint-aunz': { version: '1.1.3', title: 'PINT Australia and New Zealand' },
  'pint-aunz-selfbilling': { version: '1.1.3', title: 'PINT A-NZ, self-billing' },
  'pint-eu': { version: '1.1.1', title: 'PINT European Union' },
  'pint-jp': { version: '1.1.3', title: 'PINT Japan' },
  'pint-jp-nontax': { version: '1.1.3', title: 'PINT Japan, non-tax invoice' },
  'pint-jp-selfbilling': { version: '1.1.3', title: 'PINT Japan, self-billing' },
  'pint-my': { version: '1.3.1', title: 'PINT Malaysia' },
  'pint-my-selfbilling': { version: '1.3.1', title: 'PINT Malaysia, self-billing' },
  'pint-om': { version: '1.0.1', title: 'PINT Oman', outdated: ['1.0.0'] },
  'pint-om-selfbilling': {
    ...{ version: '1.0.1', title: 'PINT Oman, self-billing', outdated: ['1.0.0'] },
  },
  'pint-sg': { version: '1.4.1', title: 'PINT Singapore' },
}

const national: Record<string, InForce> = {
  'en16931-cii': { version: '1.3.16', title: 'EN 16931, CII syntax' },
  'xrechnung-ubl': { version: '3.0.2', title: 'XRechnung, UBL syntax' },
  'xrechnung-cii': { version: '3.0.2', title: 'XRechnung, CII syntax' },
  'nlcius-ubl': { version: '2.0.3.12', title: 'NLCIUS, UBL syntax' },
  'nlcius-cii': { version: '1.0.3.12', title: 'NLCIUS, CII syntax' },
  'nlcius-gaccount': { version: '1.0.12', title: 'NLCIUS with G-account' },
  'fr-ctc-ubl': { version: '1.4.0', title: 'France CTC, UBL syntax' },
  'fr-ctc-cii': { version: '1.4.0', title: 'France CTC, CII syntax' },
  'fr-ctc-cdar': { version: '1.4.0', title: 'France CTC, status message CDAR' },
  'fr-ctc-extended-ubl': { version: '1.4.0', title: 'France CTC, extension, UBL syntax' },
  'fr-ctc-extended-cii': { version: '1.4.0', title: 'France CTC, extension, CII syntax' },
}

const taxData: Record<string, InForce> = {
  'tdd-ae': { version: '1.0.4', title: 'Tax Data Document, United Arab Emirates' },
  'tdd-om': { version: '1.0.1', title: 'Tax Data Document, Oman', outdated: ['1.0.0'] },
  'tdd-sk': { version: '1.0.0', title: 'Tax Data Document, Slovakia' },
  'tdd-vida': { version: '1.1.0', title: 'Tax Data Document, ViDA pilot', outdated: ['1.0.0'] },
}

const inForce: Record<string, InForce> = { ...general, ...pints, ...national, ...taxData }

export type Age = {
  /** It contradicts what is in force, and counts as no rules. */
  isOutdated: boolean
  /** How it differs from what is in force. */
  words: string
}

/**
 * Undefined for a version that is in force, or newer than this program knows. A version that is
 * listed neither way is compared by its numbers.
 */
export function ageOf({ id, version }: Pick<RuleSet, 'id' | 'version'>): Age | undefined {
  const current = Object.hasOwn(inForce, id) ? inForce[id]! : undefined
  if (!current || !isOlder(version, current.version)) return undefined
  const words = `older than in force, which is ${current.version}`
  return { isOutdated: current.outdated?.includes(version) ?? false, words }
}

/** Caveats about a rule set; its age is none if what is in force is in the pack as well. */
export function noteOn({ ruleSets }: RulePack, set: RuleSet): string | undefined {
  const age = ageOf(set)
  const isSuperseded = ruleSets.some((other) => other.id === set.id && ageOf(other) === undefined)
  const notes = [age && !isSuperseded ? `This version is ${age.words}.` : undefined, set.note]
  return notes.filter((note) => note !== undefined).join(' ') || undefined
}

function isOlder(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split('.').map(Number))
  const at = b!.findIndex((number, index) => number !== (a![index] ?? 0))
  return at !== -1 && (a![at] ?? 0) < b![at]!
}

/**
 * A sentence for each rule set in force that no pack has in that version or a newer one. Those of a
 * country are named only when `all` are, or if there is a version of them here.
 */
export function gapsOf(packs: readonly RulePack[], { all = false } = {}): string[] {
  const sets = packs.flatMap(({ name, ruleSets }) => ruleSets.map((set) => ({ name, set })))
  return Object.entries(inForce).flatMap(([id, { version, title }]) => {
    const current = `${title} (${id}) is in force in version ${version}`
    const isWanted = all || Object.hasOwn(general, id)
    const found = sets.filter(({ set }) => set.id === id)
    const isInstalled = found.some(({ name }) => name === 'official')
    const here = isWanted || isInstalled ? found.map(({ set }) => set) : []
    if (here.length === 0) {
      return isWanted ? [`Missing: ${current}; there are no rules for it.`] : []
    }
    if (here.some((set) => ageOf(set) === undefined)) return []
    const versions = here.map((set) => set.version).join(', ')
    const isUsed = here.some((set) => !ageOf(set)!.isOutdated)
    const use = isUsed ? 'which is used' : 'which contradicts it and is not used'
    return [`Older: ${current}; here it is ${versions}, ${use}.`]
  })
}
