// Seeded chance: the same seed gives the same choices on every machine.

export type Chance = {
  /** From 0 up to, but not including, `end`. */
  below(end: number): number
  pick<T>(choices: readonly T[]): T
  /** True with that probability. */
  maybe(probability: number): boolean
  /** The result of `make`, with that probability. */
  some<T>(probability: number, make: () => T): T | undefined
  /** From 1 to `most` items. */
  list<T>(most: number, make: (index: number) => T): T[]
  /** A decimal from 0 up to `end`, with at most that many decimals. */
  decimal(end: number, placesMax: number): string
}

/** Mulberry32: 32 bits of state are plenty for choices. `always` takes every chance. */
export function chance(seed: number, { always = false } = {}): Chance {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  const maybe = (probability: number) => next() < probability || always
  return {
    below,
    maybe,
    pick: (choices) => choices[below(choices.length)]!,
    some: (probability, make) => (maybe(probability) ? make() : undefined),
    list: (most, make) => Array.from({ length: 1 + below(most) }, (_, index) => make(index)),
    decimal(end, placesMax) {
      const places = below(placesMax + 1)
      const whole = String(below(end))
      const fraction = Array.from({ length: places }, () => below(10)).join('')
      return places === 0 ? whole : `${whole}.${fraction}`
    },
  }
}
