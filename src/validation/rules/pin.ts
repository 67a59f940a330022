// A pin: one file with rules or schemas that can be obtained, known by its hash, and what is taken
// out of it.
import type { RuleSet } from './pack.ts'

/**
 * A jar by its Maven coordinate ('group:artifact:version' and, if need be, ':jar:classifier'), or a
 * file by its name.
 */
export type Source = { artifact: string } | { file: string }

export type Pin = {
  source: Source
  /** Of the whole file, in lower-case hexadecimal. */
  sha256: string
  /** Whose terms the content is under, in words. */
  licence: string
  ruleSets: PinnedRuleSet[]
  /** XML schemas, by their paths inside. */
  schemas: string[]
}

/**
 * A rule set as it will stand in the manifest; `entries` are the paths of its rule files inside the
 * source.
 */
export type PinnedRuleSet = Pick<
  RuleSet,
  'id' | 'title' | 'version' | 'documents' | 'validFrom' | 'note'
> & {
  entries: string[]
}

/** The name that the Maven client and a folder of jars give the file. */
export function fileNameOf(source: Source): string {
  if ('file' in source) return source.file
  const [, artifact, version, , classifier] = source.artifact.split(':')
  return `${artifact}-${version}${classifier ? `-${classifier}` : ''}.jar`
}

export function nameOf(source: Source): string {
  return 'file' in source ? source.file : source.artifact
}

/** Reads a list of pins that an operator wrote. Throws an Error that says which pin is wrong. */
export function parsePins(text: string): Pin[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) throw new Error('A list of pins is expected')
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
    // They become names of files.
    const badName = ruleSets
      .flatMap(({ id, version }) => [id, version])
      .find((name) => !/^[\w.-]+$/.test(name))
    if (badName)
      throw new Error(`Pin ${at + 1}: '${badName}' may hold letters, digits, dots and hyphens only`)
    return { source, sha256: sha256!, licence, ruleSets, schemas }
  })
}
