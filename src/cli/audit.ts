// `fourcorner audit verify`: whether the audit log is whole. Works with and without a running
// gateway.
import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config.ts'
import {
  type AuditSummary,
  type KnownHead,
  uncoveredMax,
  verifyAudit,
} from '../core/verify-audit.ts'
import { nameOfLog } from '../core/verify-log.ts'
import { trustOf } from './trust-of.ts'
import { withStore } from './with-store.ts'

export function auditCommand(): Command {
  const command = new Command('audit').description('Check the audit log.')
  command
    .command('verify')
    .description(
      'Check every line, every signed head, and that nothing they cover was removed. Exits with ' +
        '1 if anything is wrong.',
    )
    .option(
      '--head <number:hash...>',
      'a head that is known from elsewhere: the log of the gateway, or an evidence file',
      knownHead,
    )
    .action(verify)
  return command
}

async function verify({ head }: { head?: KnownHead[] }): Promise<void> {
  const trust = trustOf(readConfig())
  await withStore(async (store) => {
    const faults = verifyAudit({ store, trust }, head)
    let found = await faults.next()
    for (; !found.done; found = await faults.next()) {
      const { documentId, log, head: number, detail } = found.value
      const chain = documentId ? `document ${documentId}` : log && nameOfLog(log)
      const where = chain ?? `head ${number}`
      process.stdout.write(`WRONG  ${where}: ${detail}\n`)
      process.exitCode = 1
    }
    process.stdout.write(`${inWords(found.value)}\n`)
  })
}

function inWords({ documents, lines, logLines, heads, lastHead, uncovered }: AuditSummary): string {
  const read = `Read ${lines} lines of ${documents} documents, and ${heads} signed heads.`
  const newest = lastHead
    ? ` The newest head is ${lastHead.number}:${lastHead.hash} of ${lastHead.at.toISOString()}, ` +
      `signed by ${lastHead.seatId ?? 'nobody who is trusted'}.`
    : ''
  const count = uncovered === uncoveredMax ? `${uncovered} or more` : uncovered
  const open =
    uncovered > 0 ? ` No head covers the last line of ${count} documents or logs yet.` : ''
  return `${read} The log of the installation has ${logLines} lines.${newest}${open}`
}

function knownHead(value: string, earlier: KnownHead[] = []): KnownHead[] {
  const [, number, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(value) ?? []
  if (!number || !hash) throw new InvalidArgumentError('not a number, a colon and a hash')
  return [...earlier, { number: Number(number), hash }]
}
