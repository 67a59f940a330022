// `fourcorner start`: the gateway itself.
import { Command } from 'commander'
import { keepHeapSmall } from '../process/heap-flags.ts'

export function startCommand(): Command {
  return new Command('start')
    .description(
      'Start the gateway; without any configuration, on an embedded database and ' +
        'a sandbox network.',
    )
    .option(
      '--paused-after-restore',
      'hold every document that was open in a restored database: it may have been delivered ' +
        'after the backup (docs/operations.md)',
    )
    .option(
      '--no-publish',
      'in the sandbox: do not publish each registration there by itself, to try ' +
        '`participant plan` and `apply`',
    )
    .action(async (options: { pausedAfterRestore?: true; publish: boolean }) => {
      keepHeapSmall()
      const { main } = await import('../main.ts')
      await main(options)
    })
}
