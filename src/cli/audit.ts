// `fourcorner audit verify`: whether the audit log is whole. Works with and without a running
// gateway.
import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config/config.ts'
import { type AuditSummary, type KnownHead, verifyAudit } from '../core/evidence/verify-audit.ts'
import { nameOfLog } from '../core/evidence/verify-log.ts'
import { auditLogCommand } from './audit-log.ts'
import { ownSeatOf, trustOf } from './trust-of.ts'
import { withStore } from './with-store.ts'

export function auditCommand(): Command {
  const command = new Command('audit').description('Check the audit log, and who changed what.')
  command
    .command('verify')
    .description(
      'Check every line, every signed head, that nothing they cover was removed, and that every ' +
        'document, its files and answers are what the log says. Exits with 1 if anything is wrong.',
    )
    .option(
      '--head <number:hash...>',
      'a head that is known from elsewhere: the log of the gateway, or an evidence file',
      knownHead,
    )
    .action(verify)
  return command.addCommand(auditLogCommand())
}

async function verify({ head }: { head?: KnownHead[] }): Promise<void> {
  const config = readConfig()
  const own = { trust: trustOf(config), seatId: ownSeatOf(config) }
  await withStore(async (store) => {
    const faults = verifyAudit({ store, ...own }, head)
    let found = await faults.next()
    for (; !found.done; found = await faults.next()) {
      const { documentId, log, head: number, detail } = found.value
      const chain = documentId ? `document ${documentId}` : log && nameOfLog(log)
      const where = chain ?? `head ${number}`
      process.stdout.write(`WRONG  ${where}: ${detail}\n`)
      process.exitCode = 1
    }
    for (const { documentId, at, actor } of found.value.forgottenOnes)
      process.stdout.write(`document ${documentId}: forgotten on ${at.toISOString()} by ${actor}\n`)
    process.stdout.write(`${describeSummary(found.value)}\n`)
  })
}

function describeSummary(summary: AuditSummary): string {
  const { documents, lines, logLines, heads, lastHead } = summary
  const { uncovered, withoutDigest, removed, forgotten } = summary
  const read = `Read ${lines} lines of ${documents} documents, and ${heads} signed heads.`
  const installation = `The log of the installation has ${logLines} lines.`
  const newest =
    lastHead &&
    `The newest head is ${lastHead.number}:${lastHead.hash} of ${lastHead.at.toISOString()}, ` +
      `signed by ${lastHead.seatId ?? 'no one who is trusted'}.`
  const open =
    uncovered > 0 && `No head covers the last line of ${uncovered} documents or logs yet.`
  const older =
    withoutDigest > 0 &&
    `Record not covered: ${withoutDigest} documents are older than the digest of their record.`
  const gone = removed > 0 && `The files of ${removed} documents were removed.`
  const asked = forgotten > 0 && `${forgotten} documents were forgotten at a request.`
  return [read, installation, newest, open, older, gone, asked].filter(Boolean).join(' ')
}

function knownHead(value: string, earlier: KnownHead[] = []): KnownHead[] {
  const [, number, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(value) ?? []
  if (!number || !hash) throw new InvalidArgumentError('not a number, a colon and a hash')
  return [...earlier, { number: Number(number), hash }]
}
