// `fourcorner rules install|list`: the official rule sets, which are fetched and never shipped.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Command, Option } from 'commander'
import { readRulesSettings } from '../config/rules-settings.ts'
import { dayOf } from '../core/day.ts'
import { type ForecastEntry, forecastOwners } from '../core/operations/forecast.ts'
import { installRules, listCalendar, listRules, parsePins, pins } from '../validation/index.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'
import { foreignText } from './foreign-text.ts'
import { startBar } from './validate-report.ts'

export function rulesCommand(): Command {
  const command = new Command('rules').description('Install and list validation rules.')
  command
    .command('install')
    .description('Fetch the official rule sets, check their hashes, compile and install them.')
    .option('--from <folder>', 'take the jars and rule files from this folder instead of Maven')
    .option('--pins <file>', 'a JSON file with additional pins of your own')
    .action(install)
  command
    .command('calendar')
    .description('Show which version of each rule set is in force, until when, and what follows.')
    .action(calendar)
  const forecastCommand = command
    .command('forecast')
    .description(
      'Ask a running gateway what the rules of a day would refuse of the documents of the last ' +
        'days.',
    )
    .requiredOption('--on <day>', 'the day of the rules, such as 2027-02-24')
    .option('--days <days>', 'how many days of documents', '30')
    .addOption(
      new Option('--of <whose>', 'your documents, or those of all tenants').choices(forecastOwners),
    )
    .action(forecast)
  withGateway(forecastCommand)
  command
    .command('list')
    .description('Show the rule sets, their versions and what is missing.')
    .action(list)
  return command
}

async function install({ from, pins: file }: { from?: string; pins?: string }): Promise<void> {
  const report = (line: string) => void process.stderr.write(`${line}\n`)
  try {
    const own = file === undefined ? [] : parsePins(readFileSync(file, 'utf8'))
    const installed = await installRules({
      pins: [...pins, ...own],
      rulesDir: rulesDir(),
      ...(from === undefined ? {} : { from: resolve(from) }),
      now: new Date(),
      report,
    })
    report(
      `${installed.length} rule sets are installed in ${rulesDir()}; restart a running ` +
        'gateway to use them',
    )
  } catch (error) {
    report(`Nothing was changed. ${(error as Error).message}`)
    process.exitCode = 1
  }
}

function list(): void {
  for (const line of listRules(rulesDir())) process.stdout.write(`${line}\n`)
}

function calendar(): void {
  for (const line of listCalendar(rulesDir(), dayOf(new Date()))) process.stdout.write(`${line}\n`)
}

function rulesDir(): string {
  return readRulesSettings().rulesDir
}

type ForecastOptions = GatewayOptions & { on: string; days: string; of?: string }

const askEveryMs = 500

/** Begins it, or joins the one under way, and waits for its end. */
export async function forecast(options: ForecastOptions): Promise<void> {
  const client = connect(options)
  const { on, days, of } = options
  const begun = await client.read<ForecastEntry>('/api/v1/rules/forecasts', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ on, of, days: /^\d+$/.test(days) ? Number(days) : days }),
  })
  const bar = startBar(100)
  let entry = begun
  while (entry.status === 'running') {
    await wait(askEveryMs)
    entry = await client.read<ForecastEntry>(`/api/v1/rules/forecasts/${begun.id}`)
    bar.clear()
    bar.show(Math.floor(entry.progress * 100), `percent, ${entry.documents.judged} documents`)
  }
  bar.clear()
  show(entry, forecastInWords, options)
}

export function forecastInWords({ on, days, documents, rules, hasMore }: ForecastEntry): string {
  const { judged, refused, withoutBytes, notJudged } = documents
  const rest = [
    ...(withoutBytes > 0 ? [`${withoutBytes} have no bytes any more`] : []),
    ...(notJudged > 0 ? [`${notJudged} have no rules that can be used`] : []),
  ]
  const summary =
    `On ${on}, ${refused} of ${judged} documents of the last ${days} days would be refused` +
    `${rest.length > 0 ? ` (${rest.join('; ')})` : ''}.`
  const lines = rules.map(({ rule, documents, tenantId, sender, documentTypeId, documentIds }) => {
    const whose = foreignText(sender ?? `tenant ${tenantId}`)
    const ids = documentIds ? `\n    ${documentIds.join(' ')}` : ''
    return `  ${rule}: ${documents} of ${whose}, ${foreignText(documentTypeId)}${ids}`
  })
  return [summary, ...lines, ...(hasMore ? ['  There are more; ask the API.'] : [])].join('\n')
}
