// Validates one document in one thread, bytes to verdict: syntax first, then structure, then the
// rules for its type.

import type { Asker } from '../threads/index.ts'
import { parseXml, type XmlDocument, XmlError } from '../xml/index.ts'
import { scriptsOf } from './engine/rule-book.ts'
import { toFindings } from './engine/rule-findings.ts'
import { runAlone, runTogether } from './engine/run-together.ts'
import type { RawFinding } from './engine/script.ts'
import { type ChosenRules, type ChosenSet, chooseById, rulesFor } from './rules/choose.ts'
import { identityOf } from './rules/document-identity.ts'
import { type DocumentIdentity, editionOf } from './rules/document-rules.ts'
import { noteOn } from './rules/in-force.ts'
import type { RulePack } from './rules/pack.ts'
import { toRuleTree } from './runtime/node.ts'
import { StepsError } from './runtime/steps.ts'
import { askSaxon } from './saxon/ask-saxon.ts'
import { checkStructure } from './structure/index.ts'
import {
  type Check,
  type CheckOptions,
  type Finding,
  type RuleSetUse,
  ValidationUnavailable,
  type Verdict,
} from './verdict.ts'
import type { Xsd } from './xsd/open.ts'

export type Checker = {
  packs: readonly RulePack[]
  xsd: Xsd | undefined
  /** The folder of the stylesheets for saxon-js, if it is the engine. */
  sefDir: string | undefined
  /** For a thread in which other work waits. */
  inline?: {
    /** The most that the rules may cost for one document (runtime/steps.ts). */
    stepsMax: number
    /**
     * Judges, in a worker, documents whose rules cost more, or whose schema is not
     * loaded in this thread.
     */
    elsewhere: Check
    /** Whether schemas may be loaded here, because no work waits. */
    mayLoad: boolean
  }
}

/**
 * Judges a document. Faults of the bytes are in the verdict; throws ValidationUnavailable when
 * rules are requested and there are none for it. `isShared`: others wait for the event loop, so its
 * rules run now and not with those of the documents that come next.
 */
export async function checkDocument(
  checker: Checker,
  bytes: Uint8Array,
  options: CheckOptions,
  { asker, isShared = false }: { asker?: Asker | undefined; isShared?: boolean } = {},
): Promise<Verdict> {
  const document = parse(bytes)
  if ('layer' in document) return verdict([document], [])
  const { inline } = checker
  const identity = identityOf(document.root)
  const schema = { ...identity, edition: editionOf(identity) }
  if (inline && !inline.mayLoad && checker.xsd?.isUnloaded(schema))
    return inline.elsewhere(bytes, options, asker)
  const isForced = options.ruleSets !== undefined
  // A caller who names rule sets wants only theirs; a partial document may be
  // complete enough for them.
  const structure = isForced ? [] : checkStructure(document, checker.xsd, schema)
  if (options.layers === 'structure') return verdict(structure, [])
  const chosen: ChosenRules = isForced
    ? { sets: options.ruleSets!.map((id) => forcedSet(checker.packs, id, options.day)) }
    : rulesFor(checker.packs, identity, options)
  const { sets } = chosen
  if (sets.length === 0) return withoutRules(identity, structure, chosen)
  const raw =
    checker.sefDir === undefined
      ? await askCompiled(sets, document, {
          ...{ bytes: bytes.length, stepsMax: inline?.stepsMax, isShared },
        })
      : await askSef(checker.sefDir, sets, document)
  if (raw === 'too-many-steps') return inline!.elsewhere(bytes, options, asker)
  return verdict([...structure, ...toFindings(raw, document, chosen.flags)], sets.map(useOf))
}

async function askCompiled(
  chosen: ChosenSet[],
  document: XmlDocument,
  {
    bytes,
    stepsMax = Number.POSITIVE_INFINITY,
    isShared,
  }: { bytes: number; stepsMax: number | undefined; isShared: boolean },
): Promise<RawFinding[] | 'too-many-steps'> {
  // Loading a script numbers the names in its rules; the tree uses these numbers.
  const scripts = await scriptsOf(chosen)
  const tree = toRuleTree(document)
  const judge = isShared ? runAlone : runTogether
  return judge({ scripts, document: tree, bytes, stepsMax }).catch((error: unknown) => {
    if (error instanceof StepsError) return 'too-many-steps' as const
    throw error
  })
}

function askSef(sefDir: string, chosen: ChosenSet[], document: XmlDocument): Promise<RawFinding[]> {
  return askSaxon(sefDir, chosen, { text: document.text, tree: toRuleTree(document) })
}

function forcedSet(packs: readonly RulePack[], id: string, day: string): ChosenSet {
  const chosen = chooseById(packs, id, day)
  return chosen ?? unavailable(`There is no rule set '${id}'; 'rules list' shows those available`)
}

/** The most of an identifier that a message quotes. */
const shownMax = 200

// An unknown root is a fault of the document; a known one without rules is a gap of ours.
function withoutRules(
  { namespace, local, customizationId }: DocumentIdentity,
  structure: Finding[],
  { unused }: ChosenRules,
): Verdict {
  if (structure.some(({ rule }) => rule === 'structure.unknown-root')) return verdict(structure, [])
  const type = customizationId === '' ? '' : ` of the type ${customizationId.slice(0, shownMax)}`
  const why = unused === undefined ? '' : `: ${unused}`
  throw new ValidationUnavailable(`There are no rules for {${namespace}}${local}${type}${why}`, {
    lacksRules: true,
  })
}

function unavailable(message: string): never {
  throw new ValidationUnavailable(message)
}

function parse(bytes: Uint8Array): XmlDocument | Finding {
  try {
    return parseXml(bytes, { instructions: 'keep' })
  } catch (error) {
    if (!(error instanceof XmlError)) throw error
    const { reason, message, line, column } = error
    return {
      layer: 'syntax',
      rule: `syntax.${reason}`,
      severity: 'error',
      message,
      xpath: '/',
      line,
      column,
    }
  }
}

function verdict(findings: Finding[], ruleSets: RuleSetUse[]): Verdict {
  return { valid: !findings.some(({ severity }) => severity === 'error'), findings, ruleSets }
}

function useOf({ pack, set }: ChosenSet): RuleSetUse {
  const { id, version, validFrom } = set
  const note = noteOn(pack, set)
  return { id, version, pack: pack.name, validFrom, ...(note === undefined ? {} : { note }) }
}
