// A pin: one file of rules or schemas to obtain, identified by its hash, and what
// to take out of it.
import type { RuleSet } from './pack.ts'

/**
 * A jar by its Maven coordinate ('group:artifact:version', with ':jar:classifier' if needed), or
 * a file by its name.
 */
export type Source = { artifact: string } | { file: string }

export type Pin = {
  source: Source
  /** For the whole file, in lower-case hexadecimal. */
  sha256: string
  /** The terms of the content, in words. */
  licence: string
  ruleSets: PinnedRuleSet[]
  /** XML schemas, by their paths inside. */
  schemas: string[]
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

/** Parses an operator's list of pins. Throws an Error that says which pin is wrong. */
export function parsePins(text: string): Pin[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new Error('Expected a list of pins')
  return list.map((value: Partial<Pin>, at) => {
    const { source, sha256, licence = 'not stated', ruleSets = [], schemas = [] } = value
    const isSource = source !== undefined && ('artifact' in source || 'file' in source)
    if (!isSource) throw new Error(`Pin ${at + 1} has no source`)
    if (!/^[0-9a-f]{64}$/.test(sha256 ?? '')) throw new Error(`Pin ${at + 1} has no SHA-256`)
    const isComplete = ruleSets.every(
      (set) =>
        set.id &&
        set.version &&
        set.validFrom &&
        set.entries?.length > 0 &&
        set.documents?.length > 0,
    )
    if (!isComplete)
      throw new Error(`Pin ${at + 1} has a rule set without id, version, day, entries or documents`)
    // They become file names.
    const badName = ruleSets
      .flatMap(({ id, version }) => [id, version])
      .find((name) => !/^[\w.-]+$/.test(name))
    if (badName)
      throw new Error(
        `Pin ${at + 1}: '${badName}' may contain only letters, digits, dots and hyphens`,
      )
    return { source, sha256: sha256!, licence, ruleSets, schemas }
  })
}
