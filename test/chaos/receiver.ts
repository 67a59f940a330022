// The network of the chaos run: a sandbox whose access point answers wrongly every now and then, in
// all ways that the fault plan knows.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../../src/config/limits.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { openPki } from '../../src/sandbox/pki-folder.ts'
import { pick, type Random } from '../fuzz/random.ts'
import { faults, makeFaultPlan } from '../sandbox/fault-plan.ts'
import { makeImpostors } from '../sandbox/impostors.ts'
import type { TaxLine } from './check-tax.ts'
import { settingsToJoin } from './join-sandbox.ts'

type Arrival = { number: number; messageId: string; instanceIdentifier: string; repeat?: true }

export type Receiver = {
  /** With which a gateway joins the network. */
  settings: Record<string, string>
  /** The sandbox's. */
  dataDir: string
  arrivals(): Arrival[]
  /** What its tax authorities took. */
  taxReports(): (TaxLine & { instanceIdentifier: string })[]
  register: Sandbox['register']
  /** The document of an arrival. */
  contentOf(arrival: Arrival): Buffer
  /** How often each fault was played. */
  played: Record<string, number>
  /** From now on what arrives is kept, and answered rightly once there is calm. */
  hold(): void
  /** From now on every answer is right. */
  calm(): void
  close(): Promise<void>
}

/** One answer in `oneIn` is wrong. */
export async function startReceiver(random: Random, oneIn: number): Promise<Receiver> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-chaos-'))
  const pki = join(dataDir, 'sandbox', 'pki')
  const made = await openPki(pki, new Date(), 'http://127.0.0.1', () => {})
  const plan = makeFaultPlan(makeImpostors(made['access-point-ca']))
  const played: Record<string, number> = {}
  let mood: 'moody' | 'holding' | 'calm' = 'moody'
  const nextFault = () => {
    if (mood === 'holding') return 'slow'
    return mood === 'moody' && random(oneIn) === 0 ? pick(random, faults) : undefined
  }
  const sandbox = await startSandbox({
    dataDir,
    receivers: [],
    limits: limits.reception,
    respond(request, accessPoint) {
      const fault = nextFault()
      // The plan reads its fault when the request begins; whoever is held back goes on.
      if (fault) plan.inject(fault)
      else plan.clear()
      played[fault ?? 'right'] = (played[fault ?? 'right'] ?? 0) + 1
      return plan.respond(request, accessPoint)
    },
  })
  return {
    played,
    settings: settingsToJoin(dataDir),
    dataDir,
    contentOf: ({ number }) =>
      readFileSync(join(sandbox.inbox, String(number).padStart(6, '0'), 'document.xml')),
    arrivals: () => linesOf<Arrival>(join(sandbox.inbox, 'arrivals.jsonl')),
    taxReports: () => linesOf(join(sandbox.inbox, 'tax-reports.jsonl')),
    register: sandbox.register,
    hold() {
      mood = 'holding'
    },
    calm() {
      mood = 'calm'
      plan.clear()
    },
    close: () => sandbox.close(),
  }
}

function linesOf<Line>(file: string): Line[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}
