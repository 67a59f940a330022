// Documents that come in the same tick of the event loop are judged together: each script runs on
// all of them before the next one does. The rules are so much code that it has left the caches of
// the processor when it is wanted again, and fetching it takes twice as long as running it.
import type { RuleNode } from '../runtime/node.ts'
import { type Budget, within } from '../runtime/steps.ts'
import type { RawFinding, RuleScript } from './script.ts'

export type Question = {
  /** The scripts of its rule sets, in their order. */
  scripts: readonly RuleScript[]
  document: RuleNode
  bytes: number
  /** The most that the rules may cost for this document (runtime/steps.ts). */
  stepsMax: number
}

type Asked = Omit<Question, 'stepsMax'> & {
  budget: Budget
  found: RawFinding[]
  failure: { error: unknown } | undefined
  resolve(findings: RawFinding[]): void
  reject(error: unknown): void
}

/** Most bytes judged per tick; a single larger document is still taken. */
const bytesMax = 64 * 1024

const line: Asked[] = []

/** The results of the scripts, in their order. Rejects with StepsError. */
export function runTogether(question: Question): Promise<RawFinding[]> {
  return asked(question, (one) => {
    line.push(one)
    if (line.length === 1) setImmediate(judgeNext)
  })
}

/** The same as `runTogether`, for this document alone and at once. */
export function runAlone(question: Question): Promise<RawFinding[]> {
  return asked(question, (one) => judge([one]))
}

function asked(
  { stepsMax, ...question }: Question,
  begin: (one: Asked) => void,
): Promise<RawFinding[]> {
  return new Promise((resolve, reject) => {
    const budget = { steps: stepsMax }
    begin({ ...question, budget, found: [], failure: undefined, resolve, reject })
  })
}

function judgeNext(): void {
  const next = line.splice(0, countOfNext())
  if (line.length > 0) setImmediate(judgeNext)
  judge(next)
}

function judge(together: readonly Asked[]): void {
  for (const group of groupsOf(together))
    for (const script of group[0]!.scripts) for (const asked of group) run(script, asked)
  for (const { found, failure, resolve, reject } of together)
    if (failure) reject(failure.error)
    else resolve(found)
}

function countOfNext(): number {
  let sum = 0
  const count = line.findIndex(({ bytes }, index) => {
    sum += bytes
    return index > 0 && sum > bytesMax
  })
  return count === -1 ? line.length : count
}

/** Documents with the same scripts. */
function groupsOf(batch: readonly Asked[]): Asked[][] {
  const groups: Asked[][] = []
  for (const asked of batch) {
    const group = groups.find(([first]) => haveSameScripts(first!, asked))
    if (group) group.push(asked)
    else groups.push([asked])
  }
  return groups
}

function haveSameScripts({ scripts }: Asked, other: Asked): boolean {
  return (
    scripts.length === other.scripts.length &&
    scripts.every((script, index) => script === other.scripts[index])
  )
}

function run(script: RuleScript, asked: Asked): void {
  if (asked.failure) return
  try {
    const findings = within(asked.budget, script.run, asked.document)
    // There may be more of them than a call takes arguments.
    for (const finding of findings) asked.found.push(finding)
  } catch (error) {
    asked.failure = { error }
  }
}
