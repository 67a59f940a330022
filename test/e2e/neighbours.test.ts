// No input of one tenant, or of nobody, takes the gateway from the others. The bounds are five
// times those of `npm run bench -- neighbours`.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Attack, attack, attacks } from './neighbours/attacks.ts'
import { type Neighbourhood, openNeighbourhood } from './neighbours/neighbours.ts'
import { networkAttacks, openHostileNeighbourhood } from './neighbours/network-attacks.ts'
import { tenantAttacks } from './neighbours/tenant-attacks.ts'

const p99MsMax = 5 * 100
const worstMsMax = 5 * 500
/** For the neighbour's own document, while others have the threads or the places. */
const ownSecondsMax = 5 * 5

/** An input that holds up others does so each time; a busy machine does not. */
const rounds = 3

describe('callers', () => {
  holdUpNobody([...attacks, ...tenantAttacks], openNeighbourhood)
})

describe('other members of the network', () => {
  holdUpNobody(networkAttacks, openHostileNeighbourhood)
})

function holdUpNobody<At extends Neighbourhood>(
  attacks: readonly Attack<At>[],
  open: () => Promise<At>,
): void {
  let at: At

  beforeAll(async () => {
    at = await open()
  })
  afterAll(() => at?.close())

  describe.each(attacks)('$name', (each) => {
    it('hold up nobody, and what is below the limit is served', async () => {
      await each.prepare?.(at)
      let isSlow = true
      for (let round = 0; isSlow && round < rounds; round++) {
        const { made, measured } = await at.measure(() => attack(each, at))
        console.info(`${made}: ${JSON.stringify(measured)}`)
        expect(made).toMatch(each.outcome)
        expect(measured.asked).toBeGreaterThan(10)
        expect(measured.grownMb).toBeLessThan(each.growthMbMax)
        expect(measured.descriptorsKept).toBeLessThan(20)
        expect(at.gateway.child.exitCode).toBeNull()
        const ownSeconds = Number(/ in ([\d.]+) s\b/.exec(made)?.[1] ?? 0)
        const isLate = measured.p99Ms > p99MsMax || measured.worstMs > worstMsMax
        isSlow = isLate || measured.failed > 0 || ownSeconds > ownSecondsMax
      }
      expect(isSlow).toBe(false)
      expect(await each.twin(at)).toMatch(each.served)
    })
  })
}
