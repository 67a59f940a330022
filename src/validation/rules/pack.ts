// Packs of rule sets, as their manifests describe them. One pack is ours and comes with the
// program; the other is official.
import type { PackName } from '../verdict.ts'

/** The documents that a rule set is for. */
export type DocumentMatch = {
  /** Namespace and local name of the root element. */
  namespace: string
  local: string
  /** The whole CustomizationID; any if absent. */
  customizationId?: string
}

/**
 * One version of one rule set. Several files are run one after the other, and
 * their findings joined.
 */
export type RuleSet = {
  id: string
  title: string
  version: string
  /**
   * Relative to the folder of the manifest: `.sch` in our own pack, compiled `.js`
   * in an installed one.
   */
  files: string[]
  /** SHA-256 of each of the files, in hexadecimal; absent if an earlier version installed them. */
  digests?: string[]
  /** For a rule set that the tables of the program do not name (document-rules.ts). */
  documents?: DocumentMatch[]
  /** In force from this day on (YYYY-MM-DD); the latest that has begun is used. */
  validFrom: string
  patterns: number
  rules: number
  asserts: number
  /** A caveat, such as being older than the version in force. */
  note?: string
  licence?: string
  /** Where it came from: a coordinate or file with its hash. */
  source?: { from: string; sha256: string }
  /** The original rule files, for the second engine. */
  originals?: string[]
}

export type RulePack = {
  name: PackName
  /** Its location. */
  folder: string
  installedAt?: string
  ruleSets: RuleSet[]
}
