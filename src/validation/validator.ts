// Opens the packs and validates: small documents in the calling thread, large ones in
// a pool of workers.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Asker, type InlineWork, openInlineWork, type ThreadLimits } from '../threads/index.ts'
import { type Checker, checkDocument } from './check.ts'
import { scriptsOf } from './engine/rule-book.ts'
import { openPool, type Pool } from './pool.ts'
import { chooseById } from './rules/choose.ts'
import { readPack } from './rules/manifest.ts'
import { ownPackFolder } from './rules/own-pack.ts'
import type { RulePack } from './rules/pack.ts'
import { checkSaxonInstalled } from './saxon/installed.ts'
import { sefFolder } from './saxon/sef-files.ts'
import { type CheckOptions, type PackName, RulesUnusable, type Verdict } from './verdict.ts'
import { openXsd } from './xsd/open.ts'
import { schemaFolder } from './xsd/schemas.ts'

export type ValidatorOptions = {
  /** Where `rules install` puts the official pack. */
  rulesDir?: string
  /**
   * saxon: the same rules in saxon-js, from stylesheets that `npm run schematron`
   * puts into rulesDir.
   */
  engine: 'compiled' | 'saxon'
  /** Whose rule sets to use; by default both packs', see chooseById. */
  pack?: PackName
  limits: ValidationLimits
  /** Shares the event loop between those who ask. */
  inlineWork?: Pick<InlineWork, 'run'>
}

/** The limits of the threads for large documents, and the size of documents validated inline. */
type ValidationLimits = ThreadLimits & {
  inlineBytesMax: number
  inlineElementsMax: number
  /** A document whose rules need more steps is validated in a thread after all. */
  inlineStepsMax: number
}

export type Validator = {
  /**
   * Never throws for what is in the bytes; rejects with ValidationUnavailable when the queue is
   * full, time runs out or there are no rules for the document. `ruleSets` forces rule sets by id;
   * `withOutdated` allows those that contradict the ones in force; `on` picks the versions in force
   * that day.
   */
  validate(
    bytes: Uint8Array,
    options: {
      layers: 'structure' | 'all'
      ruleSets?: readonly string[]
      withOutdated?: boolean
      on?: Date
      asker?: Asker
      /** In a thread even if it is small: the event loop is for those who wait for an answer. */
      isBehind?: boolean
    },
  ): Promise<Verdict>
  /**
   * Does in advance what the first invoice and the first credit note would have to wait for, and
   * all other work: loads their schemas, and validates an example, whose verdict is
   * ignored, so that the rules are compiled. From then on the calling thread loads no schema: even
   * small documents of all other kinds go to the workers.
   */
  prepare(example: Uint8Array): Promise<void>
  /** In order of precedence: a version in an earlier pack hides the same one in a later pack. */
  rulePacks(): RulePack[]
  close(): Promise<void>
}

const ublRoots = ['Invoice', 'CreditNote'].map((local) => ({
  namespace: `urn:oasis:names:specification:ubl:schema:xsd:${local}-2`,
  local,
}))

/**
 * Opens the available packs. Throws when the requested pack is not installed or its manifest is
 * broken, and when saxon-js is requested without any stylesheets.
 */
export async function openValidator(options: ValidatorOptions): Promise<Validator> {
  const packs = openPacks(options)
  const xsdDir = xsdFolder(options)
  const sefDir = options.engine === 'saxon' ? folderOfSaxon(options) : undefined
  // The rules are loaded while another thread compiles libxml2.
  const [xsd] = await Promise.all([
    xsdDir === undefined ? undefined : openXsd(xsdDir),
    sefDir === undefined ? warm(packs) : undefined,
  ])
  const { inlineBytesMax, inlineElementsMax, inlineStepsMax, ...threadLimits } = options.limits
  const pool = openPool({ packs, xsdDir, sefDir }, threadLimits)
  const inline = { stepsMax: inlineStepsMax, elsewhere: pool.check, mayLoad: true }
  const checker: Checker = { packs, xsd, sefDir, inline }
  const { limits, inlineWork = openInlineWork() } = options
  return {
    validate(bytes, { layers, ruleSets, withOutdated = false, on = new Date(), ...how }) {
      const wish = { layers, ruleSets, withOutdated, day: dayOf(on) }
      return how.isBehind
        ? pool.check(bytes, wish, how.asker)
        : check({ checker, pool, limits, inlineWork }, bytes, wish, how.asker)
    },
    async prepare(example) {
      // If saxon-js is the engine, nothing is validated in this thread.
      if (sefDir !== undefined) return
      for (const root of ublRoots) checker.xsd?.load(root)
      await checkDocument(checker, example, { layers: 'all', day: dayOf(new Date()) })
      inline.mayLoad = false
    },
    rulePacks: () => [...packs],
    async close() {
      await pool.close()
      checker.xsd?.close()
    },
  }
}

async function check(
  {
    checker,
    pool,
    limits,
    inlineWork,
  }: Required<Pick<ValidatorOptions, 'limits' | 'inlineWork'>> & { checker: Checker; pool: Pool },
  bytes: Uint8Array,
  options: CheckOptions,
  asker: Asker | undefined,
): Promise<Verdict> {
  // saxon-js takes a hundred times longer, so nothing is validated here.
  const isSlow = checker.sefDir !== undefined
  return isSlow || isLarge(bytes, limits)
    ? pool.check(bytes, options, asker)
    : inlineWork.run(asker, (isShared) =>
        checkDocument(checker, bytes, options, { asker, isShared }),
      )
}

function isLarge(
  bytes: Uint8Array,
  { inlineBytesMax, inlineElementsMax }: ValidationLimits,
): boolean {
  if (bytes.length > inlineBytesMax) return true
  const [lessThan, slash] = [0x3c, 0x2f]
  let elements = 0
  for (let at = bytes.indexOf(lessThan); at >= 0; at = bytes.indexOf(lessThan, at + 1))
    if (bytes[at + 1] !== slash) elements++
  return elements > inlineElementsMax
}

function folderOfSaxon({ rulesDir }: ValidatorOptions): string {
  checkSaxonInstalled()
  if (rulesDir !== undefined && existsSync(sefFolder(rulesDir))) return rulesDir
  throw new Error(
    'There are no stylesheets for saxon-js in the folder of rules; `npm run ' +
      'schematron` makes them',
  )
}

function openPacks({ rulesDir, pack }: ValidatorOptions): RulePack[] {
  const official =
    rulesDir === undefined || pack === 'own' ? undefined : readPack('official', rulesDir)
  if (pack === 'official' && !official)
    throw new Error('The official rules are not installed; run `fourcorner rules install`')
  // A version that the official pack lacks comes from ours; where only the official pack is wanted,
  // a rule set of which it has none.
  const own = readPack('own', ownPackFolder())
  const lacking = pack === 'official' && own ? without(own, official!) : own
  return [official, lacking].filter((each) => each !== undefined)
}

function without(pack: RulePack, other: RulePack): RulePack {
  const ids = new Set(other.ruleSets.map(({ id }) => id))
  return { ...pack, ruleSets: pack.ruleSets.filter(({ id }) => !ids.has(id)) }
}

function xsdFolder({ rulesDir, pack }: ValidatorOptions): string | undefined {
  if (rulesDir === undefined || pack === 'own') return undefined
  const folder = join(rulesDir, schemaFolder)
  return existsSync(folder) ? folder : undefined
}

// Loads the rules for invoices before the first one arrives: neither it nor those
// behind it must wait.
async function warm(packs: readonly RulePack[]): Promise<void> {
  for (const id of ['en16931', 'peppol-billing']) {
    const chosen = chooseById(packs, id, dayOf(new Date()))
    // Its documents will say so; those that need other rules have a verdict.
    if (chosen) await scriptsOf([chosen]).catch(unlessUnusable)
  }
}

function unlessUnusable(error: unknown): void {
  if (!(error instanceof RulesUnusable)) throw error
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
