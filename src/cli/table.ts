// What commands list and show: a table on a terminal, JSON lines with --json and in a pipe.
import { type GatewayOptions, isForPeople } from './beside-gateway.ts'
import { foreignText, jsonLine } from './foreign-text.ts'

/** The heading of each column, and what it says about a row: undefined is left empty. */
export type Columns<Row> = Record<string, (row: Row) => string | undefined>

/** Without rows, a terminal shows the sentence `none`. */
export async function printList<Row>(
  rows: AsyncIterable<Row> | Iterable<Row>,
  { columns, none, json }: { columns: Columns<Row>; none: string } & Pick<GatewayOptions, 'json'>,
): Promise<void> {
  const isTable = isForPeople(json ? { json } : {})
  const lines: string[][] = []
  for await (const row of rows) {
    if (isTable) lines.push(Object.values(columns).map((of) => foreignText(of(row) ?? '')))
    else process.stdout.write(`${jsonLine(row)}\n`)
  }
  if (!isTable) return
  const table = lines.length === 0 ? none : aligned([Object.keys(columns), ...lines])
  process.stdout.write(`${table}\n`)
}

/** One value: its facts below each other, or one JSON line. */
export function printFacts(value: object, { json }: Pick<GatewayOptions, 'json'>): void {
  const facts = Object.entries(value).map(([name, fact]) => [name, foreignText(inWords(fact))])
  const isText = isForPeople(json ? { json } : {})
  process.stdout.write(`${isText ? aligned(facts) : jsonLine(value)}\n`)
}

function inWords(fact: unknown): string {
  if (Array.isArray(fact) && fact.every((one) => typeof one !== 'object')) return fact.join(', ')
  if (fact instanceof Date) return fact.toISOString()
  return typeof fact === 'object' ? JSON.stringify(fact) : String(fact)
}

function aligned(lines: string[][]): string {
  const widths = lines[0]!.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)))
  return lines
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
