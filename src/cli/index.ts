#!/usr/bin/env node
// The `fourcorner` command. Exit codes: 0 done, 1 a negative result, 2 wrong use.
import { Command, CommanderError } from 'commander'
import { as4Command } from './as4.ts'
import { configCommand } from './config.ts'
import { convertCommand } from './convert.ts'
import { demoCommand } from './demo.ts'
import { pdfCommand } from './pdf.ts'
import { rulesCommand } from './rules.ts'
import { startCommand } from './start.ts'
import { tokenCommand } from './token.ts'
import { validateCommand } from './validate.ts'

const program = new Command('fourcorner')
  .description('An open Peppol Access Point gateway: JSON or UBL in, AS4 out, with proof of delivery.')
  .addCommand(startCommand())
  .addCommand(demoCommand())
  .addCommand(tokenCommand())
  .addCommand(configCommand())
  .addCommand(convertCommand())
  .addCommand(as4Command())
  .addCommand(pdfCommand())
  .addCommand(validateCommand())
  .addCommand(rulesCommand())

for (const command of [program, ...program.commands.flatMap((child) => [child, ...child.commands])])
  command.exitOverride().showHelpAfterError('(add --help for what there is)')

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
