// One check of an evidence file, and what became of it.
export type Check = {
  check: string
  /**
   * `open`: the file does not say, or not to this verifier. `not covered`: no signature says so.
   */
  outcome: 'proven' | 'wrong' | 'open' | 'not covered'
  detail: string
}

/** What a check has proven: a sentence, and what later checks need of it. */
export type Proof<Found> = { detail: string; found: Found }

/** Yields the check, wrong with the sentence of what `prove` throws; returns what it found. */
export async function* attempted<Found>(
  check: string,
  prove: () => Proof<Found> | Promise<Proof<Found>>,
): AsyncGenerator<Check, Found | undefined> {
  try {
    const { detail, found } = await prove()
    yield { check, outcome: 'proven', detail }
    return found
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    yield { check, outcome: 'wrong', detail }
    return undefined
  }
}

export function checkThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
