// `fourcorner validate FILE|DIR…`: validates documents without a gateway.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Command, Option } from 'commander'
import { limits } from '../config/limits.ts'
import { type Engine, engines, readRulesSettings } from '../config/rules-settings.ts'
import {
  type Finding,
  openValidator,
  type PackName,
  ValidationUnavailable,
  type Validator,
} from '../validation/index.ts'
import { startsAsJson } from './json-instead.ts'
import { formats, type Judged, startReport } from './validate-report.ts'

export function validateCommand(): Command {
  return new Command('validate')
    .description('Validate JSON and UBL documents, message level statuses and tax data documents.')
    .argument('<path...>', 'JSON and XML documents, and folders to search for .xml files')
    .addOption(
      new Option(
        '--pack <pack>',
        'the rules that come with the program, or the installed ones',
      ).choices(['own', 'official']),
    )
    .option(
      '--rules <ids>',
      "only these rule sets, such as en16931,peppol-billing; see 'rules list'",
    )
    .option('--on <day>', 'judge by the rules in force on this day, such as 2027-02-24')
    .addOption(new Option('--engine <engine>', 'engine that runs the rules').choices(engines))
    .addOption(
      new Option('--format <format>', 'text, or one JSON line per document')
        .choices(Object.keys(formats))
        .default('text'),
    )
    .action(validate)
}

type ValidateOptions = {
  pack?: PackName
  rules?: string
  on?: string
  engine?: Engine
  format: keyof typeof formats
}

/**
 * V8 compiles much of libxml2 a second time, for speed that comes too late when there are few
 * documents. Without it, the first verdict takes a third less time, and all threads half the work.
 */
const fewMax = 100

async function validate(
  paths: string[],
  options: ValidateOptions,
  command: Command,
): Promise<void> {
  const { pack, engine, format } = options
  const on = await dayWanted(options.on, command)
  const ruleSets = options.rules?.split(',').map((id) => id.trim())
  const files = paths.flatMap((path) => documentsAt(path, command))
  if (files.length === 0) command.error('error: no .xml file was found')
  if (files.length < fewMax) setFlagsFromString('--liftoff-only')
  const settings = readRulesSettings()
  const validator = await openValidator({
    ...settings,
    ...(engine ? { engine } : {}),
    ...(pack ? { pack } : {}),
    limits: limits.validation,
  }).catch((error: Error) => command.error(`error: ${error.message}`))
  try {
    refuseUnknown(ruleSets ?? [], validator, command)
    const report = startReport(format, files.length)
    for (const file of files) report.add(await judge(validator, file, { ruleSets, on }))
    if (report.end() > 0) process.exitCode = 1
  } finally {
    await validator.close()
  }
}

async function dayWanted(text: string | undefined, command: Command): Promise<Date> {
  const now = new Date()
  if (text === undefined) return now
  const { ruleDayFault } = await import('../core/rule-day.ts')
  const fault = ruleDayFault(text, now)
  if (fault !== undefined) command.error(`error: --on ${fault}`)
  return new Date(`${text}T00:00:00Z`)
}

function documentsAt(path: string, command: Command): string[] {
  const status = statSync(path, { throwIfNoEntry: false })
  if (!status) command.error(`error: there is no file or folder '${path}'`)
  if (!status.isDirectory()) return [path]
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.xml$/i.test(name))
    .sort()
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile())
}

function refuseUnknown(ruleSets: readonly string[], validator: Validator, command: Command): void {
  const known = new Set(validator.rulePacks().flatMap((pack) => pack.ruleSets.map(({ id }) => id)))
  const unknown = ruleSets.filter((id) => !known.has(id))
  if (unknown.length === 0) return
  command.error(
    `error: there is no rule set ${unknown.map((id) => `'${id}'`).join(', ')}; choose from ` +
      `${[...known].join(', ')}`,
  )
}

/** A document that cannot be judged is not valid. */
async function judge(
  validator: Validator,
  file: string,
  { ruleSets, on }: { ruleSets: readonly string[] | undefined; on: Date },
): Promise<Judged> {
  const bytes = readFileSync(file)
  const validate: Validator['validate'] = (ubl, options) =>
    validator.validate(ubl, { ...options, on, ...(ruleSets ? { ruleSets } : {}) })
  try {
    if (!startsAsJson(bytes)) return { file, ...(await validate(bytes, { layers: 'all' })) }
    const { judgeJson } = await import('./judge-json.ts')
    return { file, ...(await judgeJson(validate, bytes, on)) }
  } catch (error) {
    if (!(error instanceof ValidationUnavailable)) throw error
    return { file, valid: false, findings: [unjudged(error.message)], ruleSets: [] }
  }
}

function unjudged(message: string): Finding {
  const finding = { layer: 'rules', rule: 'validation.unavailable', severity: 'error' } as const
  return { ...finding, message, xpath: '/' }
}
