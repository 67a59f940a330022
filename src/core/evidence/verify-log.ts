// Whether the log of the installation is whole: every chain by itself, and that heads cover it.
import { installationLog, isLogLineIntact, type LogLine, type Store } from '../../store/index.ts'

/** What is wrong with a chain. */
type LogFault = { log: string; detail: string }

/** What is known of the log before the heads are read. */
export type ReadLog = {
  lines: number
  /** The ids of all chains that there are, or may be. */
  chains: ReadonlySet<string>
  /** The last line of each chain; those that a head covers are taken out. */
  open: Map<string, LogLine>
}

const linesAtOnce = 500

/** Reads all chains, in pages. */
export async function* verifyLog(
  store: Pick<Store, 'logChains' | 'logLinesAfter'>,
): AsyncGenerator<LogFault, ReadLog> {
  const open = new Map<string, LogLine>()
  let lines = 0
  let last = { chain: '00000000-0000-0000-0000-000000000000', sequence: 0 }
  for (;;) {
    const page = await store.logLinesAfter(last, linesAtOnce)
    for (const line of page) {
      if (!isLogLineIntact(line, open.get(line.chain)))
        yield { log: line.chain, detail: `its chain is broken at line ${line.sequence}` }
      open.set(line.chain, line)
    }
    lines += page.length
    const end = page.at(-1)
    if (!end)
      return { lines, open, chains: new Set([...(await store.logChains()), ...open.keys()]) }
    last = end
  }
}

/** A head is signed every minute; the rest is for clocks that differ. */
const coveredWithinMs = 600_000

/**
 * What no head covers although one was signed long after it, which covered all that there was:
 * `open` after all heads were read.
 */
export function* uncoveredLogs({ open }: ReadLog, sweptAt: Date | undefined): Generator<LogFault> {
  for (const { chain, sequence, at } of open.values())
    if (sweptAt && sweptAt.getTime() > at.getTime() + coveredWithinMs)
      yield {
        log: chain,
        detail: `no head covers its last line ${sequence}, but a later head exists`,
      }
}

/** Where a fault is, for people. */
export function nameOfLog(chain: string): string {
  return chain === installationLog ? 'log of the installation' : `log of tenant ${chain}`
}
