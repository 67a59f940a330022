// `fourcorner list`: documents, by the filters of the API.
import { Command, InvalidArgumentError } from 'commander'
import type { DocumentRecord } from '../core/record.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'
import { recordInLine } from './describe-record.ts'

/** The parameters of `GET /api/v1/status`; the gateway judges their values. */
const filters = {
  clientId: ['--client-id <text...>', 'the client named on submission'],
  reference: ['--reference <text...>', 'your own reference'],
  status: ['--status <status...>', 'such as waiting or failed'],
  outcome: ['--outcome <outcome...>', 'the same in one word, such as attention'],
  waitingReason: ['--waiting-reason <reason...>', 'why it waits'],
  type: ['--type <type...>', 'invoice, creditNote, debitNote or other'],
  direction: ['--direction <direction...>', 'outbound, the default, or inbound'],
  number: ['--number <text...>', 'the number on the document'],
  messageId: ['--message-id <id...>', 'the AS4 MessageId of one of its attempts'],
  sender: ['--sender <participant...>', 'such as 0208:0123456749'],
  receiver: ['--receiver <participant...>', 'such as 0208:0123456749'],
  test: ['--test <true|false>', 'submitted for tests, or not'],
  createdFrom: ['--created-from <time>', 'submitted at this time or later'],
  createdTo: ['--created-to <time>', 'submitted before this time'],
  updatedFrom: ['--updated-from <time>', 'last moved at this time or later'],
  updatedTo: ['--updated-to <time>', 'last moved before this time'],
  sort: ['--sort <order>', '-createdAt by default, which is newest first'],
} as const

type Filters = { [Name in keyof typeof filters]?: string | string[] }
type ListOptions = GatewayOptions & Filters & { limit: number }

export function listCommand(): Command {
  const command = new Command('list').description(
    'List documents of a running gateway. What is given several times matches any of its values.',
  )
  for (const [flags, meaning] of Object.values(filters)) command.option(flags, meaning)
  command.option('--limit <number>', 'how many at most', count, 50).action(list)
  return withGateway(command)
}

const pageMax = 200

async function list({ limit, ...options }: ListOptions): Promise<void> {
  const client = connect(options)
  const query = toQuery(options)
  for (let left = limit; left > 0; ) {
    query.set('limit', String(Math.min(left, pageMax)))
    const { data, page } = await client.read<Page>(`/api/v1/status?${query}`)
    for (const record of data) show(record, recordInLine, options)
    left -= data.length
    if (page.nextCursor === undefined) return
    query.set('cursor', page.nextCursor)
  }
}

type Page = { data: DocumentRecord[]; page: { nextCursor?: string } }

function toQuery(options: Filters): URLSearchParams {
  const names = Object.keys(filters) as (keyof Filters)[]
  return new URLSearchParams(
    names.flatMap((name) =>
      [options[name] ?? []].flat().map((value): [string, string] => [name, value]),
    ),
  )
}

function count(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value)
  throw new InvalidArgumentError('not a whole number from 1')
}
