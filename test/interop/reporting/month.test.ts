// A month of 100,000 exchanges in the database, as its two reports: by the official schemas and
// rules, and with the numbers that SQL counts on its own.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { writeReports } from '../../../src/core/operations/reports.ts'
import { openValidator, type Validator } from '../../../src/validation/index.ts'
import { keepExchanges } from '../../core/keep-exchanges.ts'
import { openTestGateway } from '../../core/test-gateway.ts'
import { monthOf } from '../../reporting/exchanges.ts'
import { describeWithRules, rulesFolder } from '../validation/official.ts'

const size = 100_000
const month = '2026-02'
const times = ['2026-02-01T00:00:00.000Z', '2026-02-14T12:00:00Z', '2026-02-28T23:59:59.999Z']
const beside = ['2026-01-31T23:59:59.999Z', '2026-03-01T00:00:00.000Z']

/** What is counted, by itself: reports are no exchanges, and MLS have no end user. */
const counted = `
  select * from exchanges
  where to_char(at at time zone 'UTC', 'YYYY-MM') = '${month}'
    and document_type_id not like '%:transaction-statistics-report:%'
    and document_type_id not like '%:end-user-statistics-report:%'`
const byUsers = `select * from (${counted}) as one
  where document_type_id not like '%:peppol:edec:mls:%'`

describeWithRules('the reports of a month of 100,000 exchanges', async () => {
  const { gateway, pool } = await openTestGateway()
  let validator: Validator
  let transactions: string
  let endUsers: string
  beforeAll(async () => {
    validator = await openValidator({
      engine: 'compiled',
      pack: 'official',
      rulesDir: rulesFolder,
      limits: limits.validation,
    })
  })
  afterAll(() => validator.close())

  async function write(): Promise<void> {
    const written = await writeReports(gateway, month)
    transactions = written.find(({ report }) => report === 'TSR')!.xml
    endUsers = written.find(({ report }) => report === 'EUSR')!.xml
  }

  async function numbers(sql: string): Promise<number[]> {
    const { rows } = await pool.query({ text: sql, rowMode: 'array' })
    return (rows as unknown as [unknown[]])[0].map(Number)
  }

  test('are valid, and their totals are those of a count by SQL', async () => {
    await keepExchanges(pool, monthOf(size, 20261123), times)
    await keepExchanges(pool, monthOf(1_000, 3), beside)
    await write()

    for (const report of [transactions, endUsers]) {
      const { findings } = await validator.validate(Buffer.from(report), { layers: 'all' })
      expect(findings).toEqual([])
    }

    const [incoming, outgoing, seats, kinds, countries] = await numbers(`
      select count(*) filter (where direction = 'inbound'),
             count(*) filter (where direction = 'outbound'),
             count(distinct access_point),
             count(distinct (access_point, document_type_id, process_id)),
             count(distinct (access_point, document_type_id, process_id))
               filter (where direction = 'inbound')
      from (${counted}) as one`)
    expect(numbersIn(transactions, /<Total><Incoming>(\d+)<\/Incoming><Outgoing>(\d+)</)).toEqual([
      incoming,
      outgoing,
    ])
    expect(incoming! + outgoing!).toBeGreaterThan(size / 2)
    expect(occurrences(transactions, '<Subtotal type="PerSP-DT-PR">')).toBe(kinds)
    expect(kinds).toBeGreaterThan(seats!)
    expect(occurrences(transactions, '<Subtotal type="PerSP-DT-PR-CC">')).toBeGreaterThan(
      countries!,
    )

    const [sending, receiving, either] = await numbers(`
      select (select count(*) from (select distinct end_user from (${byUsers}) as one
                                    where direction = 'outbound') as each),
             (select count(*) from (select distinct end_user from (${byUsers}) as one
                                    where direction = 'inbound') as each),
             (select count(*) from (select distinct end_user from (${byUsers}) as one) as each)`)
    expect(
      numbersIn(
        endUsers,
        /<SendingEndUsers>(\d+)<.*?<ReceivingEndUsers>(\d+)<.*?<SendingOrReceivingEndUsers>(\d+)</,
      ),
    ).toEqual([sending, receiving, either])
    const [ofTypes, types] = await numbers(`
      select sum(users), count(*) from (
        select count(distinct end_user) as users from (${byUsers}) as one
        group by document_type_id, process_id) as each`)
    const subsets = [...endUsers.matchAll(/<Subset type="PerDT-PR">.*?<\/Subset>/g)]
    expect(subsets).toHaveLength(types!)
    const users = subsets.map(([subset]) =>
      Number(/<SendingOrReceivingEndUsers>(\d+)</.exec(subset)![1]),
    )
    expect(users.reduce((sum, one) => sum + one)).toBe(ofTypes)
  })

  test('would be found out if a total were another', async () => {
    const wrong = transactions.replace(
      /(?<=<Total><Incoming>)\d+/,
      (count) => `${Number(count) + 1}`,
    )
    const { findings } = await validator.validate(Buffer.from(wrong), { layers: 'all' })
    expect(findings.map(({ rule }) => rule)).not.toEqual([])
  })
})

function numbersIn(text: string, pattern: RegExp): number[] {
  return (pattern.exec(text) ?? []).slice(1).map(Number)
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1
}
