// `fourcorner retry ID`: tries a failed document again.
import { Command } from 'commander'
import type { DocumentRecord } from '../core/record.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'
import { recordInWords } from './describe-record.ts'

export function retryCommand(): Command {
  const command = new Command('retry')
    .description('Have a running gateway try a failed document again.')
    .argument('<id>', 'of the document, or your own reference')
    .action(retry)
  return withGateway(command)
}

async function retry(id: string, options: GatewayOptions): Promise<void> {
  const path = `/api/v1/documents/${encodeURIComponent(id)}/retry`
  const record = await connect(options).read<DocumentRecord>(path, { method: 'POST' })
  show(record, recordInWords, options)
}
