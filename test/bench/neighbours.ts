// How long others wait while one client, or another member of the network, does its worst: the
// attacks of test/e2e/neighbours, each beside a tenant that asks every 20 ms from a process of its
// own. The last lines are the table of docs/measurements/notes.md.
import { type Attack, attack, attacks } from '../e2e/neighbours/attacks.ts'
import {
  type Measured,
  type Neighbourhood,
  openNeighbourhood,
} from '../e2e/neighbours/neighbours.ts'
import { networkAttacks, openHostileNeighbourhood } from '../e2e/neighbours/network-attacks.ts'
import { pause } from '../e2e/neighbours/sockets.ts'
import { tenantAttacks } from '../e2e/neighbours/tenant-attacks.ts'
import { forecastBeside, forecastSettings } from './forecast-beside.ts'

const alone = {
  name: 'nothing else',
  run: async () => {
    await pause(5_000)
    return '-'
  },
}

/**
 * With `RULES_DIR`, the gateway judges by the official rules if they are installed there. With
 * `ROW`, only rows are measured whose name contains it.
 */
export async function benchNeighbours(): Promise<void> {
  const { RULES_DIR = '', ROW = '' } = process.env
  const settings: Record<string, string> = RULES_DIR ? { RULES_DIR } : {}
  const rows = [
    ...(await measureRows([alone, ...attacks, ...tenantAttacks], ROW, () =>
      openNeighbourhood(settings),
    )),
    ...(await measureRows([forecastBeside], ROW, () =>
      openNeighbourhood({ ...settings, ...forecastSettings }),
    )),
    ...(await measureRows(networkAttacks, ROW, () => openHostileNeighbourhood(settings))),
  ]
  console.log('| Beside | Answered | Median, p99, worst, ms | Failed | Memory, MB: most, kept |')
  console.log('|---|---|---|---|---|')
  for (const row of rows) console.log(row)
}

async function measureRows<At extends Neighbourhood>(
  attacks: readonly Pick<Attack<At>, 'name' | 'prepare' | 'run'>[],
  wanted: string,
  open: () => Promise<At>,
): Promise<string[]> {
  const chosen = attacks.filter(({ name }) => name.includes(wanted))
  if (chosen.length === 0) return []
  const at = await open()
  const rows: string[] = []
  try {
    for (const { name, prepare, run } of chosen) {
      await prepare?.(at)
      const { made: outcome, measured } = await at.measure(() => attack({ run }, at))
      const rounded = Object.fromEntries(
        Object.entries(measured).map(([figure, value]) => [figure, Math.round(value)]),
      )
      console.log(JSON.stringify({ bench: 'neighbours', beside: name, outcome, ...rounded }))
      rows.push(toRow(name, outcome, measured))
    }
  } finally {
    await at.close()
  }
  return rows
}

function toRow(name: string, outcome: string, measured: Measured): string {
  const { medianMs, p99Ms, worstMs, failed, grownMb, keptMb } = measured
  const times = [medianMs, p99Ms, worstMs].map((ms) => ms.toFixed(0)).join(', ')
  const memory = [grownMb, keptMb].map((mb) => `${mb < 0 ? '−' : '+'}${Math.abs(mb).toFixed(0)}`)
  return `| ${name} | ${outcome} | ${times} | ${failed} | ${memory.join(', ')} |`
}
