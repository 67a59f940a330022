// How long submitting, lists, the queue, single records and the pages of the console take while the
// number of documents grows: rows without payloads on the server of DATABASE_URL, asked for through
// the HTTP of a gateway. Then the bytes of the first month are removed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { type App, startApp } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { freshDatabase } from '../e2e/database.ts'
import { invoiceJson } from '../e2e/invoice.ts'
import { vacuumTables } from '../store/database.ts'
import { run } from './load.ts'

const sizes = [10_000, 100_000, 1_000_000, 10_000_000]
const rowsAtOnce = 50_000
const rounds = 40
/** One in a hundred of them: 40,000 documents. */
const waitingFromEnd = 4_000_000
const submissions = 500
const sorts = ['-createdAt', 'createdAt', '-updatedAt', 'updatedAt']

export async function benchDocuments({ documents = 50_000 } = {}): Promise<void> {
  const server = process.env.DATABASE_URL
  if (!server) throw new Error('this bench needs a server: set DATABASE_URL')
  const url = await freshDatabase(server)
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const app = await startApp(
    readConfig({
      ...{ DATA_DIR: dataDir, PORT: '0', DATABASE_URL: url },
      RATE_LIMIT_PER_SECOND: '900000',
    }),
    { info() {}, warn() {}, error() {} },
    () => {},
  )
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    let loaded = 0
    // When the first document was submitted; one follows each second, the last one now.
    const begin = Date.now() - documents * 1_000
    await measureSubmitting(app, 0)
    for (const size of [...sizes.filter((one) => one < documents), documents]) {
      await load(client, app, { begin, from: loaded, to: size, last: documents })
      loaded = size
      await measure(app, { begin, size })
      await measureSubmitting(app, size)
    }
    await measureRemoval(client, app, begin)
  } finally {
    await client.end()
    await app.stop()
    rmSync(dataDir, { recursive: true })
  }
}

// Made by the database itself, which takes less than reading them. One tenant in ten documents is
// another one; one document in a hundred has failed, and one in two hundred is in doubt. Of the
// last ones, one in a hundred waits: with more of them, nothing would be accepted.
async function load(
  client: Client,
  { gateway }: App,
  { begin, from, to, last }: { begin: number; from: number; to: number; last: number },
): Promise<void> {
  const started = performance.now()
  const [token] = await gateway.store.listTokens()
  await client.query(
    `select make_month(to_timestamp($1::double precision + day * 86400))
     from generate_series(0, $2::integer) day`,
    [begin / 1000, Math.ceil(to / 86_400)],
  )
  // As a replica, Postgres runs no triggers.
  await client.query("set session_replication_role = 'replica'")
  for (let at = from; at < to; at += rowsAtOnce)
    await client.query(rows, [
      token!.tenant.id,
      gateway.newId(),
      begin / 1000,
      at,
      Math.min(at + rowsAtOnce, to) - 1,
      last - waitingFromEnd,
    ])
  // One partner in five has a name that none of the others has.
  await client.query(
    `
    insert into partner_words select distinct tenant_id, word, receiver_id, receiver_name
    from documents, name_words(receiver_name) word where id >= first_uuid(to_timestamp($1))
    on conflict do nothing`,
    [begin / 1000 + from],
  )
  await vacuumTables(client)
  print({ documents: to, loadedInSeconds: (performance.now() - started) / 1000 })
}

const rows = `
  with made as (
    select n, to_timestamp($3::double precision + n) as at,
           (lpad(to_hex(($3::bigint + n) * 1000), 12, '0') || '70008000'
             || lpad(to_hex(n), 12, '0'))::uuid as id,
           case when n % 10 = 0 then $2::uuid else $1::uuid end as tenant_id
    from generate_series($4::bigint, $5::bigint) n),
  stored as (
    insert into documents (id, tenant_id, direction, kind, test, client_id, reference, number,
      issue_date, sender_id, sender_country, receiver_id, receiver_name, receiver_country,
      document_type_id,
      process_id, country_c1, currency, payable, tax, instance_identifier, validation, warnings,
      created_at)
    select id, tenant_id, 'outbound',
      (array['invoice', 'invoice', 'invoice', 'creditNote', 'debitNote'])[1 + n % 5], n % 20 = 1,
      'client ' || n % 41, 'order ' || n, 'INV-' || n, '2026-03-01',
      '0208:' || lpad((n % 31)::text, 10, '0'), 'BE',
      '0088:' || lpad((n % 307)::text, 13, '0'), 'Handel ' || n % 307 || ' GmbH', 'SE',
      'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##'
        || 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
      'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'BE', 'EUR', '121.00',
      '21.00', 'instance ' || n,
      '{"mode":"off","verdict":"not-validated","errors":0,"warnings":0,"ruleSets":[]}', '{}', at
    from made),
  queued as (
    insert into jobs (document_id, tenant_id, lane, receiver_id, bytes, run_at, deadline)
    select id, tenant_id, 'lane ' || n % 8, '0088:' || lpad((n % 307)::text, 13, '0'), 8000,
      '2100-01-01', '2100-01-01'
    from made where n % 100 = 1 and n >= $6),
  attempted as (
    insert into attempts (document_id, number, id, message_id, started_at, ended_at, outcome)
    select id, 1, gen_random_uuid(), n || '@bench', at, at, 'delivered' from made)
  insert into states (document_id, tenant_id, status, certainty, waiting_reason, waiting_since,
    next_attempt_at, failure_code, failure_detail, failure_retryable, attempts, deadline,
    updated_at, completed_at, is_test)
  select id, tenant_id,
    case when waits then 'waiting' when n % 100 = 2 then 'failed' else 'delivered' end,
    case when n % 200 = 2 then 'unknown' when waits or n % 100 = 2 then 'not-sent'
      else 'confirmed' end,
    case when waits then 'retry-backoff' end, case when waits then at end,
    case when waits then at end, case when n % 100 = 2 then 'transport.timeout' end,
    case when n % 100 = 2 then 'no answer' end, case when n % 100 = 2 then true end, 1, at,
    at + n % 600 * interval '1 second',
    case when waits then null else at + n % 600 * interval '1 second' end, n % 20 = 1
  from made, lateral (select n % 100 = 1 and n >= $6 as waits) queue`

/** To the 202, one after the other, while each is delivered to the sandbox. */
async function measureSubmitting({ server, firstToken }: App, size: number): Promise<void> {
  const headers = { 'x-api-token': firstToken!, 'content-type': 'application/json' }
  const begun = new Date().toISOString()
  const submit = async (number: number) => {
    const body = invoiceJson(`${size}-${number}`)
    const url = '/api/v1/invoices/submit'
    const answer = await server.inject({ method: 'POST', url, headers, body })
    if (answer.statusCode !== 202) throw new Error(answer.body)
  }
  // What runs for the first time takes longer.
  await run(submit, { inFlight: 1, count: submissions })
  const { millis } = await run((n) => submit(submissions + n), { inFlight: 1, count: submissions })
  const statuses = `/api/v1/status?status=accepted&status=sending&limit=1&createdFrom=${begun}`
  while ((await server.inject({ url: statuses, headers })).json().data.length > 0) await pause(100)
  print({ documents: size, submit: submissions, ...millis })
}

/** A row of bytes for each document, then the first month of them. */
async function measureRemoval(client: Client, { gateway }: App, begin: number): Promise<void> {
  const month = new Date(begin)
  const next = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1))
  const { rowCount: chunks } = await client.query(
    `insert into payload_chunks select id, 0, sha256(id::text::bytea) from documents
     where id < first_uuid($1)`,
    [next],
  )
  await vacuumTables(client)
  const begun = performance.now()
  const isRemoved = await gateway.store.removeOldMonth(next, 1_000)
  print({ removed: isRemoved, chunks, seconds: (performance.now() - begun) / 1000 })
}

/** Each in all orders, from the beginning and from the middle. */
const filters = [
  '',
  ...['direction=outbound', 'direction=inbound', 'type=invoice', 'type=debitNote'],
  ...['status=delivered', 'status=failed', 'status=failed&status=waiting'],
  ...['outcome=attention', 'outcome=succeeded', 'outcome=rejected', 'status=cancelled'],
  'waitingReason=retry-backoff',
  ...['clientId=client 7', 'clientId=nobody', 'reference=order 777', 'number=INV-777'],
  ...['messageId=777@bench', 'messageId=nobody@bench'],
  ...['sender=0208:0000000007', 'receiver=0088:0000000000007', 'receiver=0088:9999999999999'],
  ...['test=true', 'test=false'],
  ...['createdFrom=FROM&createdTo=TO', 'updatedFrom=FROM&updatedTo=TO'],
  'clientId=client 7&status=failed&receiver=0088:0000000000007',
  'sender=0208:0000000007&type=debitNote&status=waiting',
  ...['attention=unclear', 'attention=unclear&attention=not-delivered', 'setAside=true'],
  // A beginning and an end that few have, and that all have; a name of one partner, and of all.
  ...['q=INV-777', 'q=5777', 'q=INV-', 'q=handel 77', 'q=handel', 'q=gmbh', 'q=121,00'],
  ...['q=order 777', 'q=777@bench', 'q=0088:0000000000007', 'q=nobody', 'q=999,99'],
]

/** Of the console: what its menu has, its filters and its search. */
const pages = [
  ...['', '/documents', '/inbound', '/participants', '/send', '/queue', '/network', '/forecasts'],
  ...['/reports', '/webhooks', '/tenants', '/tokens', '/log'],
  ...['/documents?state=not-delivered', '/documents?state=delivered', '/documents?attention=any'],
  ...['/documents?attention=unclear', '/documents?number=INV-777', '/documents?type=debitNote'],
  ...['/documents?receiver=0088:0000000000007', '/search?q=5777', '/search?q=INV-777'],
  ...['/search?q=handel', '/search?q=handel 77', '/search?q=121,00', '/search?q=nobody'],
].map((page) => encodeURI(`/console${page}`))

/** In milliseconds; the first call had nothing to reuse. */
type Figures = { first: number; p50: number; p95: number }

async function measure(
  { server, firstToken }: App,
  { begin, size }: { begin: number; size: number },
): Promise<void> {
  const get = async (url: string) => {
    const cookie = `fourcorner=${firstToken}`
    const answer = await server.inject({ url, headers: { 'x-api-token': firstToken!, cookie } })
    if (![200, 303].includes(answer.statusCode)) throw new Error(`${url}: ${answer.statusCode}`)
    return url.startsWith('/console') ? answer.body : answer.json()
  }
  const timed = async (url: string): Promise<Figures> => {
    const millis: number[] = []
    let first = 0
    for (let round = -2; round < rounds; round++) {
      const begun = performance.now()
      await get(url)
      const took = performance.now() - begun
      if (round === -2) first = took
      if (round >= 0) millis.push(took)
    }
    millis.sort((a, b) => a - b)
    const at = (share: number) => millis[Math.floor(millis.length * share)]!
    return { first, p50: at(0.5), p95: at(0.95) }
  }
  const middle = new Date(begin + (size / 2) * 1000)
  const window = [middle, new Date(middle.getTime() + 3_600_000)].map((at) => at.toISOString())

  for (const filter of filters) {
    let slowest = { first: 0, p50: 0, p95: 0, sort: '', from: '' }
    for (const sort of sorts) {
      // The cursor of another list in the same order leads into the middle of this one.
      const bound = `${sort.replace(/^-|At$/g, '')}${sort.startsWith('-') ? 'To' : 'From'}`
      const { page } = await get(`/api/v1/status?sort=${sort}&limit=1&${bound}=${window[0]}`)
      const query = encodeURI(filter.replace('FROM', window[0]!).replace('TO', window[1]!))
      const url = `/api/v1/status?sort=${sort}&${query}`
      for (const from of ['', 'middle']) {
        const figures = await timed(from ? `${url}&cursor=${page.nextCursor}` : url)
        if (figures.p95 > slowest.p95) slowest = { ...figures, sort, from: from || 'beginning' }
      }
    }
    print({ documents: size, list: filter || 'all', ...slowest })
  }
  const { data } = await get(`/api/v1/status?createdFrom=${window[0]}&sort=createdAt&limit=1`)
  const [{ id, reference }] = data
  for (const url of [
    ...['/api/v1/status/queue', '/api/v1/figures', `/api/v1/status/${id}`],
    ...[`/api/v1/status/${reference}`, `/console/documents/${id}`, ...pages],
  ])
    print({
      documents: size,
      url: url.replace(id, '{id}').replace(reference, '{reference}'),
      ...(await timed(url)),
    })
}

function print(figures: object): void {
  const rounded = (_: string, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(3)) : value
  console.log(JSON.stringify({ bench: 'documents', ...figures }, rounded))
}
