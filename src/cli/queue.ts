// `fourcorner queue`: the documents that wait to be sent.
import { Command } from 'commander'
import type { Queue } from '../core/tracking/track.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'
import { recordInLine } from './describe-record.ts'
import { foreignText } from './foreign-text.ts'

export function queueCommand(): Command {
  const command = new Command('queue')
    .description(
      'Ask a running gateway which documents wait to be sent, and why: oldest first, 200 at ' +
        'most, with a summary of all. One JSON line has everything.',
    )
    .action(queue)
  return withGateway(command)
}

async function queue(options: GatewayOptions): Promise<void> {
  show(await connect(options).read<Queue>('/api/v1/status/queue'), queueInWords, options)
}

export function queueInWords({ depth, oldestAt, byReason, byReceiver, data }: Queue): string {
  if (depth === 0) return 'Nothing waits.'
  const reasons = Object.entries(byReason).map(([reason, count]) => `  ${count} ${reason}`)
  const receivers = byReceiver.map(({ receiver, depth }) => `  ${depth} for ${receiver}`)
  const all = depth === 1 ? '1 waits' : `${depth} wait`
  const summary = [`${all}, the oldest since ${oldestAt}:`, ...reasons, ...receivers]
  return [...summary.map(foreignText), ...data.map(recordInLine)].join('\n')
}
