// Says at the end of a run how many tests were skipped and why (skips.ts), whichever other
// reporters run. In CI it fails the run over a skip that is not allowed there.
import path from 'node:path'
import type { Plugin } from 'vitest/config'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { mustRun, type Skip, skips } from './skips.ts'

export type Skipped = { lines: string[]; isAllowed: boolean }

type Options = { isCi: boolean; without?: string; list?: readonly Skip[] }

/** What to report about skipped tests, given as `file > full name`. */
export function tellSkips(
  skipped: readonly string[],
  { isCi, without = '', list = skips }: Options,
): Skipped {
  const mayLack = (needs: string) => !mustRun(needs, { CI: '1', WITHOUT: without })
  const unlisted = skipped.filter((test) => !list.some((skip) => covers(skip, test)))
  const counted = list
    .map((skip) => ({ ...skip, count: skipped.filter((test) => covers(skip, test)).length }))
    .filter(({ count }) => count > 0)
  // A test that needs two things may be skipped where one of them is allowed to be absent.
  const excused = list.filter(({ needs }) => mayLack(needs))
  const held = skipped.filter((test) => !excused.some((skip) => covers(skip, test)))
  const forbidden = counted.filter(
    (skip) => isCi && skip.isInCi && held.some((test) => covers(skip, test)),
  )
  return {
    lines: [
      ...(skipped.length > 0 ? [`Skipped tests: ${skipped.length}`] : []),
      ...counted.map(({ count, needs, why }) => `  ${count} without ${needs} (${why})`),
      ...forbidden.map(({ needs }) => `  CI has ${needs}: these tests must run there`),
      ...(unlisted.length > 0 ? [`  ${unlisted.length} that test/skips.ts does not list:`] : []),
      ...unlisted.slice(0, 10).map((test) => `    ${test}`),
    ],
    isAllowed: !isCi || (unlisted.length === 0 && forbidden.length === 0),
  }
}

function covers({ tests }: Skip, test: string): boolean {
  return tests.some((beginning) => test.startsWith(beginning))
}

const reporter: Reporter = {
  onTestRunEnd(modules) {
    const skipped = modules.flatMap((module) =>
      skippedIn(module).map((test) => nameOf(module, test)),
    )
    const { lines, isAllowed } = tellSkips(skipped, {
      isCi: Boolean(process.env.CI),
      without: process.env.WITHOUT ?? '',
    })
    // To stderr: another reporter may write a report to stdout.
    if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`)
    if (!isAllowed) process.exitCode = 1
  },
}

function skippedIn(module: TestModule): TestCase[] {
  return [...module.children.allTests('skipped')]
}

function nameOf({ moduleId, project }: TestModule, { fullName }: TestCase): string {
  return `${path.relative(project.config.root, moduleId)} > ${fullName}`
}

/** Adds the reporter to those named on the command line. */
export const reportSkips: Plugin = {
  name: 'report-skips',
  configureVitest({ vitest }) {
    if (!vitest.config.reporters.includes(reporter)) vitest.config.reporters.push(reporter)
  },
}
