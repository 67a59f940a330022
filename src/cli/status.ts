// `fourcorner status ID`: where a document stands.
import { Command } from 'commander'
import type { DocumentRecord } from '../core/record.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'
import { recordInWords } from './describe-record.ts'
import { followInView, statusPath } from './follow.ts'

type StatusOptions = GatewayOptions & { follow?: true }

export function statusCommand(): Command {
  const command = new Command('status')
    .description('Ask a running gateway where a document stands.')
    .argument('<id>', 'of the document, or your own reference')
    .option('--follow', 'print each step until it ends; exits with 1 unless it was delivered')
    .action(status)
  return withGateway(command)
}

async function status(id: string, options: StatusOptions): Promise<void> {
  const client = connect(options)
  if (options.follow) return followInView(client, id, options)
  show(await client.read<DocumentRecord>(statusPath(id)), recordInWords, options)
}
