// The official pack that `fourcorner rules install` has put into RULES_DIR, called directly,
// with locations in the notation of the official stylesheets. Without it these tests are
// skipped; in CI they fail.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe } from 'vitest'
import { scriptsOf } from '../../../src/validation/engine/rule-book.ts'
import type { RawFinding } from '../../../src/validation/engine/script.ts'
import { chooseById } from '../../../src/validation/rules/choose.ts'
import { readPack } from '../../../src/validation/rules/manifest.ts'
import { ownPackFolder } from '../../../src/validation/rules/own-pack.ts'
import type { RulePack, RuleSet } from '../../../src/validation/rules/pack.ts'
import { kinds, type RuleNode, toRuleTree } from '../../../src/validation/runtime/node.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { mustRun } from '../../skips.ts'

export const corpusFolder = path.resolve('../shared/corpus')
export const rulesFolder = path.resolve(process.env.RULES_DIR ?? 'data/rules')
const pack = readPack('official', rulesFolder)
export const lacks = [
  ...(pack ? [] : ["no official rules; install them with 'fourcorner rules install'"]),
  ...(existsSync(corpusFolder) ? [] : ['no corpus beside the project']),
]

/** A describe block that needs the official rules and the corpus. */
export function describeWithRules(name: string, block: () => void): void {
  if (lacks.length > 0 && !mustRun('official documents'))
    describe.skip(`${name} (skipped: ${lacks.join('; ')})`, block)
  else describe(name, block)
}

/**
 * What Saxon reports on a document, sorted: 'id|flag|location'; or the code of the error that
 * ended the stylesheet, and the rule if the error was in its test and not in a variable or
 * function that it uses.
 */
export type Said = { findings: string[] } | { error: string; rule?: string }

/** What our rules report: they go on after an error, so there may be several. */
export type OursSaid = { findings: string[]; errors: { rule: string; code: string }[] }

/** Whether both agree. Saxon stops at the first error it happens to meet; it must be among ours. */
export function isSame(ours: OursSaid | undefined, theirs: Said): boolean {
  if (ours === undefined) return false
  if ('error' in theirs) {
    return ours.errors.some(
      ({ rule, code }) => code === theirs.error && rule === (theirs.rule ?? rule),
    )
  }
  return ours.errors.length === 0 && ours.findings.join('\n') === theirs.findings.join('\n')
}

export function readDocument(file: string): Buffer {
  return readFileSync(path.join(corpusFolder, file))
}

export type AskableSet = {
  id: string
  version: string
  /** One answer for each file of rules. */
  ask(bytes: Uint8Array): OursSaid[]
}

export type OfficialSet = AskableSet & {
  /** The stylesheets as published, one after the other. */
  stylesheets: string[]
  /** What they were compiled to. */
  scripts: string[]
}

/** A rule set of the official pack in the version in force. */
export async function officialSet(id: string): Promise<OfficialSet> {
  if (!pack) throw new Error(lacks[0])
  const set = setOf(pack, id)
  return {
    ...(await askable(pack, set)),
    stylesheets: set.originals!.map((file) => path.join(rulesFolder, file)),
    scripts: set.files.map((file) => path.join(rulesFolder, file)),
  }
}

/** A rule set of our own pack. */
export function ownSet(id: string): Promise<AskableSet> {
  const own = readPack('own', ownPackFolder())!
  return askable(own, setOf(own, id))
}

function setOf(rulePack: RulePack, id: string): RuleSet {
  const chosen = chooseById([rulePack], id, '2026-11-21')
  if (!chosen) throw new Error(`The ${rulePack.name} pack has no ${id}`)
  return chosen.set
}

async function askable(rulePack: RulePack, set: RuleSet): Promise<AskableSet> {
  const scripts = await scriptsOf([{ pack: rulePack, set }])
  return {
    id: set.id,
    version: set.version,
    ask(bytes) {
      const tree = toRuleTree(parseXml(bytes, { instructions: 'keep' }))
      return scripts.map((script) => answerOf(script.run(tree)))
    },
  }
}

function answerOf(raw: RawFinding[]): OursSaid {
  const [broken, reported] = [raw.filter(({ error }) => error), raw.filter(({ error }) => !error)]
  return {
    errors: broken.map(({ id, error }) => ({ rule: id, code: (error as { code: string }).code })),
    findings: reported
      .map(({ id, flag, node }) => `${officialId(id)}|${flag}|${locationOf(node)}`)
      .sort(),
  }
}

/** Nothing for an assertion without an id, which has a name of ours. */
function officialId(id: string): string {
  return /^assert-[0-9a-f]{8}$/.test(id) ? '' : id
}

// A path in the notation of the ISO skeleton: siblings are counted by local name and namespace.
function locationOf(node: RuleNode): string {
  if (node.kind === kinds.document) return ''
  const { local, namespace, parent } = node
  if (node.kind === kinds.attribute) return `${locationOf(parent!)}/@${local}`
  const alike = parent!.children.filter(
    (other) => other.local === local && other.namespace === namespace,
  )
  const place = alike.indexOf(node) + 1
  return `${locationOf(parent!)}/*:${local}[namespace-uri()='${namespace}'][${place}]`
}
