// Rules of a version in force that cannot be installed, where the version before it can: ours are
// run beside those, in place of the ones that have changed.
import type { RuleSet } from './pack.ts'

type Changes = {
  /** The rule set with the rules as they are now. */
  by: string
  /** The ids of the rules that are not run any more. */
  instead: readonly string[]
}

const changes: Readonly<Record<string, Changes>> = {
  'tdd-ae 1.0.3': { by: 'tdd-ae-changes', instead: ['ibr-tdd-17', 'ibr-tdd-33'] },
}

/** Ids of the rule sets that hold such rules. */
export const setsOfChanges = Object.values(changes).map(({ by }) => by)

export function changesOf({ id, version }: Pick<RuleSet, 'id' | 'version'>): Changes | undefined {
  const key = `${id} ${version}`
  return Object.hasOwn(changes, key) ? changes[key] : undefined
}
