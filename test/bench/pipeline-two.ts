// `npm run bench -- pipeline --two`: one gateway sends to another, each a process with a database
// of its own on the server of DATABASE_URL, over real AS4; the driver and the network are a third
// process. A document counts as delivered when the receiver has committed it and the sender has its
// receipt. With `--workers W` each gateway has W processes, and with `--receivers N` the documents
// go to N endpoints in turn, all of them the second gateway's: a gateway sends sixteen documents at
// a time to one endpoint, so with one the rows of more in flight measure that limit. What it takes
// is read from /proc and from the statistics of PostgreSQL; what it would take at least, from three
// programs that do only the unavoidable (floor.ts); how fast the machine is just now, from
// signatures. All take turns, `--turns T` each, and what is printed are medians: other work on the
// host makes any figure half as large or twice as large within seconds.
import { Client } from 'pg'
import { Pool } from 'undici'
import { completeDocument, documentModel, kinds, toUbl } from '../../src/billing/index.ts'
import { defaultServices } from '../../src/sandbox/participants.ts'
import { freshDatabase } from '../e2e/database.ts'
import { childrenOf, type GatewayProcess, startGateway } from '../e2e/gateway-process.ts'
import { invoiceJson } from '../e2e/invoice.ts'
import { floorSteps, openFloor } from './floor.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import {
  type Figures,
  type Millis,
  perDocument,
  pipelineCpu,
  print,
  run,
  signatureMicros,
} from './load.ts'

// V8 compiles what runs once for each document for long: with 8 in flight, a gateway delivered 1.19
// times as many after 14,000 documents as after 1,500. Rules take longer still.
const warmUp = 15_000
// Each row takes other ways than the one before.
const warmUpOfTurn = 100
const rounds = [
  { inFlight: 1, share: 0.25 },
  { inFlight: 8, share: 1 },
  { inFlight: 32, share: 1 },
  { inFlight: 128, share: 1 },
] as const

type Row = {
  facts: object
  /** The processes of the sender, and of the receiver. */
  processes(): [readonly number[], readonly number[]]
  submit(): Promise<void>
  /** What its databases have done. */
  statistics?: () => Promise<Figures>
  /** The row that asks for no verdicts, and is the same otherwise. */
  withoutVerdicts?: Row
}

export async function benchTwo(
  documents: number,
  { workers, receivers, turns }: { workers: string; receivers: number; turns: number },
): Promise<void> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('DATABASE_URL has to name a PostgreSQL server')
  const laboratory = await openLaboratory()
  const floors = []
  for (const step of floorSteps)
    floors.push({ step, ...(await openFloor(server, step, laboratory)) })
  const gateways = await startTwo(server, laboratory, { workers, receivers })
  const rows: Row[] = [
    ...floors.map(({ step, sender, receiver, submit }) => ({
      facts: { setup: 'floor', does: step },
      processes: (): [number[], number[]] => [[sender], [receiver]],
      submit,
    })),
    ...gateways.rows,
  ]
  try {
    for (const row of rows) await run(row.submit, { inFlight: 8, count: warmUp })
    for (const { inFlight, share } of rounds) {
      const count = Math.ceil((documents * share) / turns)
      const turnsOf = new Map(rows.map((row): [Row, Turn[]] => [row, []]))
      for (let turn = 0; turn < turns; turn++)
        for (const [row, measured] of turnsOf)
          measured.push(await measure(row, { inFlight, count }, gateways.backend))
      for (const [{ facts, withoutVerdicts }, measured] of turnsOf) {
        const figures = {
          ...ofTurns(measured),
          ...(withoutVerdicts ? speedBeside(measured, turnsOf.get(withoutVerdicts)!) : {}),
        }
        print({ bench: 'pipeline', ...facts, inFlight, documents: count * turns, ...figures })
      }
    }
  } finally {
    await Promise.all([gateways.stop(), ...floors.map(({ end }) => end())])
    await laboratory.close()
  }
}

type Turn = {
  perSecond: number
  deliveryMillis: Millis
  cpuMillisEach: Figures
  databaseEach: Figures
  signatureMicros: number
}

async function measure(
  { submit, processes, statistics = async () => ({}) }: Row,
  load: { inFlight: number; count: number },
  backend: number,
): Promise<Turn> {
  await run(submit, { ...load, count: Math.min(warmUpOfTurn, load.count) })
  const cpu = () => pipelineCpu(...processes(), backend)
  const signatureBefore = signatureMicros()
  // Reading statistics takes a while, in which the databases may be busy with what came before.
  const before = await statistics()
  const cpuBefore = cpu()
  const { perSecond, millis } = await run(submit, load)
  const cpuAfter = cpu()
  const after = await statistics()
  return {
    ...{ perSecond, deliveryMillis: millis },
    cpuMillisEach: perDocument(cpuBefore, cpuAfter, load.count),
    databaseEach: perDocument(before, after, load.count),
    signatureMicros: (signatureBefore + signatureMicros()) / 2,
  }
}

/** The median of each figure, and how many documents a second there were in the best turn. */
function ofTurns(turns: readonly Turn[]): Turn & { perSecondAtBest: number } {
  const medians = <F extends Figures>(figures: readonly F[]) =>
    Object.fromEntries(
      Object.keys(figures[0]!).map((name) => [name, median(figures.map((each) => each[name]!))]),
    ) as F
  return {
    perSecond: median(turns.map(({ perSecond }) => perSecond)),
    perSecondAtBest: Math.max(...turns.map(({ perSecond }) => perSecond)),
    deliveryMillis: medians(turns.map(({ deliveryMillis }) => deliveryMillis)),
    cpuMillisEach: medians(turns.map(({ cpuMillisEach }) => cpuMillisEach)),
    databaseEach: medians(turns.map(({ databaseEach }) => databaseEach)),
    signatureMicros: median(turns.map(({ signatureMicros }) => signatureMicros)),
  }
}

/** The median of how many times as many documents a second there were as in the same turn there. */
function speedBeside(turns: readonly Turn[], others: readonly Turn[]) {
  const ratios = turns.map(({ perSecond }, turn) => perSecond / others[turn]!.perSecond)
  return { timesWithoutVerdicts: median(ratios) }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const last = sorted.length - 1
  return (sorted[Math.floor(last / 2)]! + sorted[Math.ceil(last / 2)]!) / 2
}

/** Both gateways, and a row for each kind of submission. */
async function startTwo(
  server: string,
  laboratory: Laboratory,
  { workers, receivers }: { workers: string; receivers: number },
) {
  const databases = [await freshDatabase(server), await freshDatabase(server)] as const
  const common = {
    ...{ LOG_LEVEL: 'warn', MLS_REQUEST: 'FAILURE_ONLY', RATE_LIMIT_PER_SECOND: '100000' },
    WORKERS: workers,
    ...(process.env.RULES_DIR ? { RULES_DIR: process.env.RULES_DIR } : {}),
  }
  const start = (identity: 'gateway' | 'access-point', database: string) => {
    const settings = laboratory.settingsOf(identity)
    return startGateway({ ...common, ...settings, DATABASE_URL: database }, settings.DATA_DIR)
  }
  const sender = await start('gateway', databases[0])
  const receiver = await start('access-point', databases[1])
  const buyers = Array.from({ length: receivers }, (_, number) => buyerOf(number))
  for (const [number, buyer] of buyers.entries()) await receive(receiver, laboratory, buyer, number)
  const statistics = await openStatistics(databases)
  const connections = new Pool(sender.url)
  const submitTo = submitting(connections, sender.token, buyers)
  const rowOf = (format: 'json' | 'xml', validated: boolean): Row => ({
    facts: { setup: 'two', workers, receivers, format, validated },
    processes: () => [processesOf(sender), processesOf(receiver)],
    submit: submitTo(format, validated),
    statistics: statistics.read,
  })
  const json = rowOf('json', false)
  return {
    backend: statistics.backend,
    rows: [json, { ...rowOf('json', true), withoutVerdicts: json }, rowOf('xml', false)],
    async stop() {
      await Promise.all([connections.close(), statistics.close()])
      await Promise.all([sender.stop(), receiver.stop()])
    },
  }
}

function processesOf({ child }: GatewayProcess): number[] {
  return [child.pid!, ...childrenOf(child.pid!)]
}

type Buyer = { scheme: string; id: string }

/** Belgian: the last two digits are 97 minus the others modulo 97. */
function buyerOf(number: number): Buyer {
  const digits = 6_856_602 + number
  return { scheme: '0208', id: `0${digits}${String(97 - (digits % 97)).padStart(2, '0')}` }
}

/** The gateway receives for `buyer`, at an endpoint with a URL of its own. */
async function receive(
  gateway: GatewayProcess,
  { sandbox, certificate }: Laboratory,
  buyer: Buyer,
  number: number,
): Promise<void> {
  const participant = `${buyer.scheme}:${buyer.id}`
  const answer = await gateway.call('/api/v1/registrations', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ participant, documentTypes: 'all' }),
  })
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`)
  sandbox.publish({
    url: `${gateway.url}/as4?endpoint=${number}`,
    certificate: () => certificate,
    participants: async () => [participant],
    servicesOf: async (asked) => (asked === participant ? defaultServices() : undefined),
  })
}

/** What submits one document after the other, to the buyers in turn. */
function submitting(connections: Pool, token: string, buyers: readonly Buyer[]) {
  return (format: 'json' | 'xml', validated: boolean): (() => Promise<void>) => {
    const series = `${format}-${validated}-${Date.now()}`
    const headers = {
      'X-API-Token': token,
      'Content-Type': `application/${format}`,
      'X-Validation': String(validated),
      Prefer: 'wait=30',
    }
    // Each round counts from zero, and a number that comes again is a duplicate.
    let submitted = 0
    return async () => {
      const buyer = buyers[submitted % buyers.length]!
      const json = invoiceJson(`${series}-${submitted++}`, buyer)
      const answer = await connections.request({
        ...{ path: '/api/v1/invoices/submit', method: 'POST', headers },
        body: format === 'json' ? json : ublOf(json),
      })
      const { status } = (await answer.body.json()) as { status?: string }
      if (status !== 'delivered') throw new Error(`${answer.statusCode}: a document is ${status}`)
    }
  }
}

function ublOf(json: string): Buffer {
  const stated = documentModel(kinds.invoice).parse(JSON.parse(json))
  return toUbl(kinds.invoice, completeDocument(kinds.invoice, stated).document)
}

/** What both databases have done; statements if pg_stat_statements is loaded. */
async function openStatistics(
  databases: readonly string[],
): Promise<{ backend: number; read(): Promise<Figures>; close(): Promise<void> }> {
  const client = new Client({ connectionString: databases[0]! })
  await client.connect()
  const names = databases.map((url) => new URL(url).pathname.slice(1))
  const counted = await client
    .query('create extension if not exists pg_stat_statements')
    .then(() => client.query('select 1 from pg_stat_statements limit 1'))
    .then(
      () => true,
      () => false,
    )
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return {
    backend: rows[0]!.pid,
    async read() {
      // The statistics of a session are written when it has been idle for a second.
      await new Promise((later) => setTimeout(later, 1_500))
      const { rows } = await client.query<Figures>(
        `select sum(xact_commit)::float as commits, sum(tup_inserted)::float as inserted,
                sum(tup_updated)::float as updated, sum(tup_deleted)::float as deleted,
                (select wal_bytes::float from pg_stat_wal) as "walBytes",
                (select wal_sync::float from pg_stat_wal) as "walSyncs"
         from pg_stat_database where datname = any($1)`,
        [names],
      )
      if (!counted) return rows[0]!
      const { rows: calls } = await client.query<Figures>(
        `select sum(calls)::float as statements from pg_stat_statements
         where dbid in (select oid from pg_database where datname = any($1)) and toplevel`,
        [names],
      )
      return { ...rows[0]!, ...calls[0]! }
    },
    close: () => client.end(),
  }
}
