// `fourcorner start`: the gateway itself.
import { Command } from 'commander'

export function startCommand(): Command {
  return new Command('start')
    .description(
      'Start the gateway; without any configuration, on an embedded database and ' +
        'a sandbox network.',
    )
    .action(async () => {
      const { main } = await import('../main.ts')
      await main()
    })
}
