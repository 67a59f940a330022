// What mapping costs in CPU time: JSON → UBL and back for documents of 2 to 10,000 lines, and beside it, in the same run,
// what sending the small one by AS4 costs (gzip, sign, encrypt, MIME; no network).

import { buildUserMessage } from '../../src/as4/index.ts'
import { completeDocument, documentModel, fromUbl, kinds, toUbl } from '../../src/billing/index.ts'
import { parseXml } from '../../src/xml/index.ts'
import { newMessage } from '../as4/peer.ts'
import { keys } from '../as4/reception.ts'

const sizes = [
  { lines: 2, rounds: 1_000 },
  { lines: 100, rounds: 50 },
  { lines: 1_000, rounds: 5 },
  { lines: 10_000, rounds: 1 },
]
/** Each figure is the best of so many: what else runs on the machine can only add to it. */
const repeats = 5

export async function benchMapping(): Promise<void> {
  const send = await best(() => cpuMillis(300, () => sendOnce()))
  print({ lines: 2, what: 'AS4 sending', cpuMillis: send })
  for (const { lines, rounds } of sizes) {
    const json = invoice(lines)
    const ubl = toXml(json)
    const there = await best(() => cpuMillis(rounds, () => toXml(json)))
    const back = await best(() => cpuMillis(rounds, () => fromUbl(parseXml(ubl))))
    const shares = lines === 2 ? { shareOfSending: there / send, backShareOfSending: back / send } : {}
    const microsPerLine = { there: (there * 1000) / lines, back: (back * 1000) / lines }
    print({
      lines,
      bytes: ubl.length,
      jsonToUblMillis: there,
      ublToJsonMillis: back,
      microsPerLine,
      ...shares,
    })
  }
}

const kind = kinds.invoice

/** What a submitted document goes through: the model, defaults and totals, the writer. */
function toXml(json: unknown): Buffer {
  return toUbl(kind, completeDocument(kind, documentModel(kind).parse(json)).document)
}

async function sendOnce(): Promise<void> {
  const payload = toXmlOnce()
  await buildUserMessage({ ...newMessage, payload }, keys.sender, keys.receiver.certificate)
}

let small: Buffer | undefined
function toXmlOnce(): Buffer {
  small ??= toXml(invoice(2))
  return small
}

function invoice(lines: number): unknown {
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

/** CPU milliseconds of this process for each round, after a fifth as many that do not count. */
async function cpuMillis(rounds: number, work: () => unknown): Promise<number> {
  for (let round = 0; round < rounds / 5; round++) await work()
  const before = process.cpuUsage()
  for (let round = 0; round < rounds; round++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / rounds
}

async function best(measure: () => Promise<number>): Promise<number> {
  const measured: number[] = []
  for (let repeat = 0; repeat < repeats; repeat++) measured.push(await measure())
  return Math.min(...measured)
}

function print(figures: Record<string, unknown>): void {
  const rounded = JSON.stringify(figures, (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(3)) : value,
  )
  console.log(`{"bench":"mapping",${rounded.slice(1)}`)
}
