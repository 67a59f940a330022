// `fourcorner report MONTH`: what the monthly reports to Peppol say; writes and sends them. Works
// with and without a running gateway (on the sandbox, only beside one, whose certificate it needs);
// what is queued is sent by one.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from '../config/config.ts'
import { commandActor } from '../core/access/actor.ts'
import {
  type MlsLevel,
  type ReportingMonth,
  showReporting,
  submitReports,
  writeReports,
} from '../core/operations/reports.ts'
import { emptyLookupCache } from '../core/runtime/lookup-cache.ts'
import { newUuid } from '../crypto/index.ts'
import { jsonLine } from './foreign-text.ts'
import { membershipOf } from './trust-of.ts'
import { withStore } from './with-store.ts'

export function reportCommand(): Command {
  return new Command('report')
    .description('Show what is reported to Peppol of a month; write the reports, and send them.')
    .argument('<month>', 'a calendar month in UTC, such as 2026-10', month)
    .option('--out <folder>', 'write both reports into this folder')
    .option(
      '--submit',
      'send both to OpenPeppol: on the production network, once the month is over',
    )
    .option('--json', 'one JSON line with everything')
    .action(report)
}

type ReportOptions = { out?: string; submit?: true; json?: true }

async function report(month: string, { out, submit, json }: ReportOptions): Promise<void> {
  const config = readConfig()
  const { network, keys } = membershipOf(config)
  await withStore(async (store) => {
    const gateway = {
      store,
      peppolAccess: { network, keys, ...emptyLookupCache() },
      delivery: config.limits.delivery,
      now: () => new Date(),
      newId: (at = new Date()) => newUuid(at),
    }
    const files = out === undefined ? [] : await writeFiles(gateway, month, out)
    if (submit) await submitReports(gateway, month, commandActor)
    const shown = await showReporting(gateway, month)
    process.stdout.write(json ? `${jsonLine({ ...shown, files })}\n` : describeMonth(shown, files))
  })
}

async function writeFiles(
  gateway: Parameters<typeof writeReports>[0],
  month: string,
  folder: string,
): Promise<string[]> {
  const written = await writeReports(gateway, month)
  await mkdir(folder, { recursive: true })
  return Promise.all(
    written.map(async ({ name, xml }) => {
      const file = join(folder, name)
      await writeFile(file, xml)
      return file
    }),
  )
}

export function describeMonth(shown: ReportingMonth, files: readonly string[]): string {
  const { month, isOver, reporter, exchanges, endUsers, serviceLevels, submitted } = shown
  return [
    `${month}${isOver ? '' : ', which is not over'}, of ${reporter}`,
    `  exchanges     ${exchanges.incoming} incoming, ${exchanges.outgoing} outgoing`,
    `  end users     ${endUsers.sending} sending, ${endUsers.receiving} receiving, ` +
      `${endUsers.sendingOrReceiving} in all`,
    `  MLS-1         ${levelInWords(serviceLevels['MLS-1'])}`,
    `  MLS-2         ${levelInWords(serviceLevels['MLS-2'])}`,
    ...submitted.map(
      ({ report, id, status, submittedAt }) =>
        `  ${report.padEnd(13)} ${status}, submitted ${submittedAt} as ${id}`,
    ),
    ...files.map((file) => `  written       ${file}`),
    '',
  ].join('\n')
}

function levelInWords({ withinMinutes, target, measured, inTime, share }: MlsLevel): string {
  if (share === undefined) return 'nothing to measure'
  const percent = (part: number) => `${Number((part * 100).toFixed(2))} %`
  return (
    `${percent(share)} within ${withinMinutes} minutes (${inTime} of ${measured}; ` +
    `${percent(target)} is the target)`
  )
}

function month(value: string): string {
  if (!/^2\d{3}-(0[1-9]|1[0-2])$/.test(value))
    throw new InvalidArgumentError('not a month, such as 2026-10')
  return value
}
