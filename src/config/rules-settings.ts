// Where the official rules are and which engine runs them: all that validation needs to know. Read
// separately where there is no gateway, whose other settings may then be missing, and without the
// full schema, which takes longer to load than the rules.
import { join, resolve } from 'node:path'
import { type Environment, readEnvironment } from './environment.ts'

export const engines = ['compiled', 'saxon'] as const
export type Engine = (typeof engines)[number]

export const ruleDefaults = { DATA_DIR: './data', VALIDATION_ENGINE: 'compiled' } as const

/** Throws an Error for an unknown engine. An empty value counts as not given. */
export function readRulesSettings(environment: Environment = readEnvironment()): {
  rulesDir: string
  engine: Engine
} {
  const named = environment.VALIDATION_ENGINE || ruleDefaults.VALIDATION_ENGINE
  const engine = engines.find((each) => each === named)
  if (!engine) throw new Error(`VALIDATION_ENGINE: must be ${engines.join(' or ')}, not '${named}'`)
  const DATA_DIR = environment.DATA_DIR || ruleDefaults.DATA_DIR
  return {
    rulesDir: rulesFolder({ RULES_DIR: environment.RULES_DIR || undefined, DATA_DIR }),
    engine,
  }
}

/** The folder of the official rules, if they are installed. */
export function rulesFolder({
  RULES_DIR,
  DATA_DIR,
}: {
  RULES_DIR?: string | undefined
  DATA_DIR: string
}) {
  return resolve(RULES_DIR ?? join(DATA_DIR, 'rules'))
}
