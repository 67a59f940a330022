// `fourcorner rules install|list`: the official rule sets, which are fetched and never shipped.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { readRulesSettings } from '../config/rules-settings.ts'
import { dayOf } from '../core/day.ts'
import { installRules, listCalendar, listRules, parsePins, pins } from '../validation/index.ts'

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
