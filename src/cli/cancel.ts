// `fourcorner cancel ID`: cancels a document that has not left.
import { Command } from 'commander'
import type { DocumentRecord } from '../core/record.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'
import { recordInWords } from './describe-record.ts'

export function cancelCommand(): Command {
  const command = new Command('cancel')
    .description('Cancel a document that certainly has not left a running gateway.')
    .argument('<id>', 'of the document, or your own reference')
    .action(cancel)
  return withGateway(command)
}

async function cancel(id: string, options: GatewayOptions): Promise<void> {
  const path = `/api/v1/documents/${encodeURIComponent(id)}/cancel`
  const record = await connect(options).read<DocumentRecord>(path, { method: 'POST' })
  show(record, recordInWords, options)
}
