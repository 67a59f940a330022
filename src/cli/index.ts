// The `fourcorner` command. Exit codes: 0 done, 1 a negative result, 2 wrong use.
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { foreignText } from './foreign-text.ts'

// What one command needs can take longer to load than another takes to run, so only the requested
// one is loaded; help loads them all.
const commands: Record<string, () => Promise<Command>> = {
  init: async () => (await import('./init.ts')).initCommand(),
  start: async () => (await import('./start.ts')).startCommand(),
  demo: async () => (await import('./demo.ts')).demoCommand(),
  submit: async () => (await import('./submit.ts')).submitCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  list: async () => (await import('./list.ts')).listCommand(),
  queue: async () => (await import('./queue.ts')).queueCommand(),
  retry: async () => (await import('./retry.ts')).retryCommand(),
  cancel: async () => (await import('./cancel.ts')).cancelCommand(),
  answer: async () => (await import('./answer.ts')).answerCommand(),
  token: async () => (await import('./token.ts')).tokenCommand(),
  tenant: async () => (await import('./tenant.ts')).tenantCommand(),
  participant: async () => (await import('./participant.ts')).participantCommand(),
  config: async () => (await import('./config.ts')).configCommand(),
  convert: async () => (await import('./convert.ts')).convertCommand(),
  validate: async () => (await import('./validate.ts')).validateCommand(),
  rules: async () => (await import('./rules.ts')).rulesCommand(),
  pdf: async () => (await import('./pdf.ts')).pdfCommand(),
  lookup: async () => (await import('./lookup.ts')).lookupCommand(),
  audit: async () => (await import('./audit.ts')).auditCommand(),
  report: async () => (await import('./report.ts')).reportCommand(),
  evidence: async () => (await import('./evidence.ts')).evidenceCommand(),
  doctor: async () => (await import('./doctor.ts')).doctorCommand(),
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand(),
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
  command.exitOverride().showHelpAfterError('(--help lists commands and options)')

// Readers may stop early, as `| head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? 0 : 1),
)

/** What is wrong with a file that the user named, by the error of the system. */
const fileFaults: Record<string, (path: string) => string> = {
  ENOENT: (path) => `There is no file or folder '${path}'.`,
  EACCES: (path) => `'${path}' may not be opened.`,
  ENOTDIR: (path) => `A part of the path '${path}' is a file, not a folder.`,
  // Reading tells it, which knows no path any more.
  EISDIR: () => 'A folder was given instead of a file.',
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', path = '' } = error as NodeJS.ErrnoException
  return fileFaults[code]?.(path) ?? error.message
}

/** Whether an error of the system about a file is the cause. */
function isOfFile(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall, path } = error as NodeJS.ErrnoException
  return (
    (syscall !== undefined && (path !== undefined || code === 'EISDIR')) || isOfFile(error.cause)
  )
}

try {
  await program.parseAsync()
} catch (error) {
  if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? 0 : 2)
  process.stderr.write(`${sentenceOf(error).split('\n').map(foreignText).join('\n')}\n`)
  process.exit(isOfFile(error) ? 2 : 1)
}
