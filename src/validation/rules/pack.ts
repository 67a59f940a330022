// Packs of rule sets: what a manifest says of them. One pack is ours and comes with the program;
// the other is official.
import type { PackName } from '../verdict.ts'

/** Which documents a rule set is for. What is left out does not matter. */
export type DocumentMatch = {
  /** Namespace and local name of the root element. */
  namespace: string
  local: string
  /** The CustomizationID begins with this. */
  customizationId?: string
  /** Unless the CustomizationID begins with one of these. */
  exceptCustomizationIds?: string[]
}

/**
 * One version of one rule set. Several files are asked one after the other; their findings are
 * joined.
 */
export type RuleSet = {
  id: string
  title: string
  version: string
  /**
   * Relative to the folder of the manifest: `.sch` in our own pack, compiled `.js` in an installed
   * one.
   */
  files: string[]
  documents: DocumentMatch[]
  /** In force from this day on (YYYY-MM-DD); the latest that has begun is asked. */
  validFrom: string
  patterns: number
  rules: number
  asserts: number
  /** What is to be known of it, as that it is older than the version in force. */
  note?: string
  licence?: string
  /** Where it was taken from: a coordinate or file with its hash. */
  source?: { from: string; sha256: string }
  /** The rule files as they came, for the second engine. */
  originals?: string[]
}

export type RulePack = {
  name: PackName
  /** Where it lies. */
  folder: string
  installedAt?: string
  ruleSets: RuleSet[]
}
