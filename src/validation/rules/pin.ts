// A pin: one file of rules or schemas to obtain, identified by its hash, and what
// to take out of it.
import { knownSets } from './document-rules.ts'
import type { RuleSet } from './pack.ts'

/**
 * A jar by its Maven coordinate ('group:artifact:version', with ':jar:classifier' if needed), or
 * a file by its name.
 */
export type Source = { artifact: string } | { file: string }

/** One release of an artefact. */
export type Release = {
  source: Source
  /** For the whole file, in lower-case hexadecimal. */
  sha256: string
  /** The terms of the content, in words. */
  licence: string
  ruleSets: PinnedRuleSet[]
  /** XML schemas, by their paths inside; a path that ends with a slash is for all below it. */
  schemas: string[]
}

export type Pin = {
  /** Newest first: the first one that can be had is installed. */
  releases: readonly Release[]
  /** Whether everything else is installed if none can be had. */
  isOptional?: boolean
}

/**
 * A rule set as it will appear in the manifest; `entries` are the paths of its rule files
 * inside the source.
 */
export type PinnedRuleSet = Pick<
  RuleSet,
  'id' | 'title' | 'version' | 'documents' | 'validFrom' | 'note'
> & {
  entries: string[]
}

/** The name of the file, both for the Maven client and in a folder of jars. */
export function fileNameOf(source: Source): string {
  if ('file' in source) return source.file
  const [, artifact, version, , classifier] = source.artifact.split(':')
  return `${artifact}-${version}${classifier ? `-${classifier}` : ''}.jar`
}

export function nameOf(source: Source): string {
  return 'file' in source ? source.file : source.artifact
}

type Stated = Partial<Release> & { releases?: Partial<Release>[]; optional?: boolean }

/**
 * Parses an operator's list of pins: each is one release, or has several in `releases`. Throws an
 * Error that says which pin is wrong.
 */
export function parsePins(text: string): Pin[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new Error('Expected a list of pins')
  return list.map((stated: Stated, at): Pin => {
    const { releases = [stated], optional: isOptional = false } = stated
    if (releases.length === 0) throw new Error(`Pin ${at + 1} has no release`)
    return { isOptional, releases: releases.map((release) => parseRelease(release, at + 1)) }
  })
}

function parseRelease(stated: Partial<Release>, number: number): Release {
  const { source, sha256, licence = 'not stated', ruleSets = [], schemas = [] } = stated
  const isSource = source !== undefined && ('artifact' in source || 'file' in source)
  if (!isSource) throw new Error(`Pin ${number} has no source`)
  if (!/^[0-9a-f]{64}$/.test(sha256 ?? '')) throw new Error(`Pin ${number} has no SHA-256`)
  for (const set of ruleSets) checkRuleSet(set, number)
  return { source, sha256: sha256!, licence, ruleSets, schemas }
}

function checkRuleSet({ id, version, validFrom, entries, documents }: PinnedRuleSet, pin: number) {
  if (!id || !version || !validFrom || !(entries?.length > 0))
    throw new Error(`Pin ${pin} has a rule set without id, version, day or entries`)
  // The program knows which documents its own rule sets are for.
  if (!knownSets.has(id) && !(documents && documents.length > 0))
    throw new Error(`Pin ${pin} does not say which documents ${id} is for`)
  // They become file names.
  const badName = [id, version].find((name) => !/^[\w.-]+$/.test(name))
  if (badName)
    throw new Error(`Pin ${pin}: '${badName}' may contain only letters, digits, dots and hyphens`)
}
