// `rules install`: pinned artefacts, checked, compiled and put in force in one step, or not at all.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { unzipSync } from 'fflate'
import { type CompiledSchema, compileSchema } from '../compiler/compile.ts'
import { CompileError } from '../compiler/error.ts'
import { loadScript } from '../engine/script.ts'
import { schemaFolder } from '../xsd/schemas.ts'
import { withoutAnnotations } from '../xsd/without-annotations.ts'
import { writeManifest } from './manifest.ts'
import { obtain } from './obtain.ts'
import type { RuleSet } from './pack.ts'
import { fileNameOf, nameOf, type Pin, type PinnedRuleSet, type Release } from './pin.ts'
import { scriptDigest } from './script-digest.ts'

export type InstallOptions = {
  pins: readonly Pin[]
  rulesDir: string
  /**
   * A folder that already contains the jars and files; without one, the Maven
   * client fetches the jars.
   */
  from?: string
  now: Date
  report: (line: string) => void
}

/**
 * Installs the official pack. Throws an Error, and leaves what is in force unchanged, when a file
 * that is not optional is missing, or one has another hash than its pin, or has a rule that is not
 * understood; that rule is named with its line.
 */
export async function installRules(options: InstallOptions): Promise<RuleSet[]> {
  const folder = options.from ?? (await mkdtemp(join(tmpdir(), 'fourcorner-jars-')))
  try {
    const releases = await obtain(options, folder)
    const unpacked = releases.map((release) => ({ release, files: readPinned(release, folder) }))
    const compiled = unpacked.flatMap(({ release, files }) =>
      release.ruleSets.map((set) => ({ release, set, ...compileSet(set, files, options.report) })),
    )
    const schemas = (
      await Promise.all(unpacked.map(({ release, files }) => schemasOf(release, files)))
    ).flat()
    // Nothing has been written so far. What is written now has new names until the
    // manifest points to it.
    for (const schema of schemas) writeSchema(schema, options.rulesDir)
    const ruleSets = compiled.map((each) => writeSet(each, options.rulesDir))
    writeManifest(options.rulesDir, { installedAt: options.now.toISOString(), ruleSets })
    return ruleSets
  } finally {
    if (options.from === undefined) await rm(folder, { recursive: true, force: true })
  }
}

type Files = ReadonlyMap<string, Uint8Array>

function readPinned(release: Release, folder: string): Files {
  const { source, sha256: expected, ruleSets, schemas } = release
  const name = fileNameOf(source)
  const bytes = readFileSync(join(folder, name))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== expected) {
    throw new Error(`${name} does not match its pin: its SHA-256 is ${sha256}, not ${expected}`)
  }
  if ('file' in source) return new Map([[source.file, bytes]])
  const wanted = new Set([...ruleSets.flatMap((set) => set.entries), ...schemas])
  const folders = schemas.filter((path) => path.endsWith('/'))
  const isWanted = (path: string) =>
    (wanted.has(path) && !path.endsWith('/')) ||
    (path.endsWith('.xsd') && folders.some((start) => path.startsWith(start)))
  const entries = unzipSync(bytes, { filter: (entry) => isWanted(entry.name) })
  const found = Object.keys(entries)
  const missing = [...wanted].filter((path) => !found.some((name) => isBelow(name, path)))
  if (missing.length > 0) throw new Error(`${name} does not contain ${missing.join(', ')}`)
  return new Map(Object.entries(entries))
}

function isBelow(name: string, path: string): boolean {
  return path.endsWith('/') ? name.startsWith(path) : name === path
}

type CompiledFile = { name: string; original: Uint8Array; schema: CompiledSchema }

function compileSet(
  set: PinnedRuleSet,
  files: Files,
  report: (line: string) => void,
): { compiledFiles: CompiledFile[] } {
  const compiledFiles = set.entries.map((entry): CompiledFile => {
    const original = files.get(entry)
    if (original === undefined) throw new Error(`There is no ${entry} among the files of its pin`)
    return { name: basename(entry), original, schema: compileFile(entry, original) }
  })
  const asserts = compiledFiles.reduce((sum, { schema }) => sum + schema.counts.asserts, 0)
  report(`${set.id} ${set.version}: ${asserts} assertions`)
  return { compiledFiles }
}

function compileFile(entry: string, bytes: Uint8Array): CompiledSchema {
  try {
    const compiled = compileSchema(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    // Find out now, not with the first document, whether the script can be loaded.
    const { assertions } = loadScript(compiled.source, entry)
    if (assertions !== compiled.counts.asserts)
      throw new Error('an assertion was lost in compilation')
    return compiled
  } catch (error) {
    const line = error instanceof CompileError && error.line !== undefined ? `:${error.line}` : ''
    throw new Error(`${entry}${line}: ${(error as Error).message}`, { cause: error })
  }
}

function writeSet(
  {
    release,
    set,
    compiledFiles,
  }: { release: Release; set: PinnedRuleSet; compiledFiles: CompiledFile[] },
  rulesDir: string,
): RuleSet {
  const { entries: _, ...described } = set
  const written = compiledFiles.map(({ name, original, schema }, at) => {
    const stem = `${set.id}-${set.version}-${at + 1}`
    const digest = scriptDigest(schema.source)
    return {
      digest,
      file: writeOnce(
        join(rulesDir, 'compiled'),
        `${stem}-${digest.slice(0, 12)}.js`,
        Buffer.from(schema.source),
      ),
      original: writeOnce(
        join(rulesDir, 'originals'),
        `${stem}-${name.replace(/[^\w.-]+/g, '-')}`,
        original,
      ),
    }
  })
  const total = (count: 'patterns' | 'rules' | 'asserts') =>
    compiledFiles.reduce((sum, { schema }) => sum + schema.counts[count], 0)
  return {
    ...described,
    files: written.map(({ file }) => `compiled/${file}`),
    digests: written.map(({ digest }) => digest),
    originals: written.map(({ original }) => `originals/${original}`),
    patterns: total('patterns'),
    rules: total('rules'),
    asserts: total('asserts'),
    licence: release.licence,
    source: { from: nameOf(release.source), sha256: release.sha256 },
  }
}

type SchemaFile = { name: string; original: Uint8Array; bare: Uint8Array }

async function schemasOf(release: Release, files: Files): Promise<SchemaFile[]> {
  const wanted = [...files].filter(([name]) => release.schemas.some((path) => isBelow(name, path)))
  const schemas = wanted.map(async ([entry, original]): Promise<SchemaFile> => {
    try {
      return { name: basename(entry), original, bare: await withoutAnnotations(original) }
    } catch (error) {
      throw new Error(`${entry}: ${(error as Error).message}`, { cause: error })
    }
  })
  return Promise.all(schemas)
}

function writeSchema({ name, original, bare }: SchemaFile, rulesDir: string): void {
  writeOnce(join(rulesDir, 'originals', schemaFolder), name, original)
  writeOnce(join(rulesDir, schemaFolder), name, bare)
}

// A reader of the folder sees either the old file or the new one.
function writeOnce(folder: string, name: string, bytes: Uint8Array): string {
  mkdirSync(folder, { recursive: true })
  const half = join(folder, `.${name}.${process.pid}`)
  writeFileSync(half, bytes)
  renameSync(half, join(folder, name))
  return name
}
