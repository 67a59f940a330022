// What the benches of mapping share: the invoice that is mapped, and turns of measuring.

export function invoice(lines: number): unknown {
  const party = (name: string, id: string) => ({
    name,
    endpoint: { scheme: '0192', id },
    vatId: `NO${id}MVA`,
    legalId: { scheme: '0192', id },
    address: { line1: 'Main street 1', city: 'Oslo', postCode: '0150', country: 'NO' },
    contact: { name: 'Kari Nordmann', email: 'kari@example.com' },
  })
  return {
    number: 'INV-2026-0042',
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'EUR',
    buyerReference: 'Department 7',
    seller: party('Seller AS', '123456785'),
    buyer: party('Buyer AS', '987654325'),
    payment: { meansCode: '30', creditTransfers: [{ accountId: 'NO9386011117947' }] },
    lines: Array.from({ length: lines }, (_, index) => ({
      name: `Item ${index}`,
      description: 'A thing that is sold by the piece',
      sellerItemId: `A-${index}`,
      quantity: `${1 + (index % 7)}`,
      unitCode: 'C62',
      netPrice: `${10 + (index % 13)}.25`,
      vat: { category: 'S', rate: index % 3 === 0 ? '25' : '15' },
    })),
  }
}

/** Other work on the machine can only add. */
export function least(micros: number[]): number {
  return Math.min(...micros)
}

type Measuring = { rounds: number; times: number; figure: (micros: number[]) => number }

/**
 * CPU microseconds of the process for each task: one figure from that many rounds, after some
 * that do not count.
 */
export async function measure<Name extends string>(
  { rounds, times, figure }: Measuring,
  works: Record<Name, () => unknown>,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[]
  const measured = new Map(names.map((name) => [name, [] as number[]]))
  const warmUp = Math.ceil(rounds / 4)
  for (let round = -warmUp; round < rounds; round++)
    // Up and down in turns: the next task pays for the garbage of the previous one, and so each
    // task does equally often.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const micros = await cpuMicros(times, works[name])
      if (round >= 0) measured.get(name)!.push(micros)
    }
  return Object.fromEntries(names.map((name) => [name, figure(measured.get(name)!)])) as Record<
    Name,
    number
  >
}

async function cpuMicros(times: number, work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

export function print(figures: Record<string, unknown>): void {
  const rounded = JSON.stringify(figures, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value,
  )
  console.log(`{"bench":"mapping",${rounded.slice(1)}`)
}
