// `fourcorner config`: the settings in force.
import { Command } from 'commander'
import { describeConfig, readConfig } from '../config.ts'

export function configCommand(): Command {
  return new Command('config')
    .description('Print the settings in force as JSON, secrets hidden.')
    .action(() => {
      process.stdout.write(`${JSON.stringify(describeConfig(readConfig()), null, 2)}\n`)
    })
}
