#!/usr/bin/env node
// The `fourcorner` command. Exit codes: 0 done, 1 a negative result, 2 wrong use.
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'

// What one command needs takes longer to load than another one to run, so only the one that is
// named is loaded; the help names them all.
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).startCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  convert: async () => (await import('./convert.ts')).convertCommand(),
  validate: async () => (await import('./validate.ts')).validateCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
  pdf: async () => (await import('./pdf.ts')).pdfCommand(),
  as4: async () => (await import('./as4.ts')).as4Command(),
}

const { name, version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)
const program = new Command(name)
  .description(
    'An open Peppol Access Point gateway: JSON or UBL in, AS4 out, with proof of delivery.',
  )
  .version(`${name} ${version}`, '-v, --version', 'print name and version')
const [, , named = ''] = process.argv
const wanted = Object.hasOwn(commands, named) ? [named] : Object.keys(commands)
for (const command of wanted) program.addCommand(await commands[command]!())

for (const command of [program, ...program.commands.flatMap((child) => [child, ...child.commands])])
  command.exitOverride().showHelpAfterError('(add --help for what there is)')

// Whoever reads the output may have seen enough, as `| head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : 1),
)

/**
 * What the system says of a file that was named: it is not there, or is a folder, or belongs to
 * somebody else.
 */
function isOfFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('syscall' in error && 'path' in error) || isOfFile(error.cause)
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(isOfFile(error) ? 2 : 1)
}
