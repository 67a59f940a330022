// `fourcorner config`: the effective settings.
import { Command } from 'commander'
import { configWarnings, describeConfig, readConfig } from '../config/config.ts'
import { indentedJson } from './foreign-text.ts'

export function configCommand(): Command {
  return new Command('config')
    .description('Print the effective settings as JSON, with secrets hidden.')
    .action(() => {
      process.stdout.write(`${indentedJson(describeConfig(readConfig()))}\n`)
      for (const warning of configWarnings()) process.stderr.write(`${warning}\n`)
    })
}
