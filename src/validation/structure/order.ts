// The longest run of numbers already in order once the rest is removed.

/** The indices of a longest non-descending subsequence, in n log n steps. */
export function longestInOrder(numbers: readonly number[]): Set<number> {
  // ends[n] is the index of the smallest number that can end a run of n + 1 numbers.
  const ends: number[] = []
  const before = new Int32Array(numbers.length)
  for (const [index, number] of numbers.entries()) {
    const length = firstGreater(ends, numbers, number)
    before[index] = length > 0 ? ends[length - 1]! : -1
    ends[length] = index
  }
  const kept = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) kept.add(at)
  return kept
}

function firstGreater(ends: readonly number[], numbers: readonly number[], number: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[ends[middle]!]! <= number) low = middle + 1
    else high = middle
  }
  return low
}
