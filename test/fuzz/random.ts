// Reproducible random numbers: FUZZ_SEED is the seed, FUZZ_MUTANTS the number of cases.

/** Integers from 0 to below the limit. */
export type Random = (below: number) => number

/** Mulberry32: small, fast, and good enough for this. */
export function randomNumbers(seed: number): Random {
  let state = seed | 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random(items.length)]!
}

/** FUZZ_SEED, or else `usual`: a new one each day. Printed, so that a failure can be reproduced. */
export function readSeed(what: string, usual = Math.floor(Date.now() / 86_400_000)): number {
  const seed = Number(process.env.FUZZ_SEED ?? usual)
  console.log(`${what}: FUZZ_SEED=${seed}`)
  return seed
}

export function readCount(usual: number): number {
  return Number(process.env.FUZZ_MUTANTS ?? usual)
}

/** Each case has its own numbers, so that it can be reproduced alone. */
export function randomOf(seed: number, index: number): Random {
  return randomNumbers(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35))
}
