// `fourcorner evidence verify`: what an evidence file proves. Needs no gateway and no network.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { authorityFiles } from '../core/evidence-file.ts'
import { type Check, verifyEvidence } from '../core/verify-evidence.ts'
import { parseCertificates } from '../crypto/index.ts'
import { publicNetworks, type Trust } from '../peppol/index.ts'
import { foreignText } from './foreign-text.ts'

export function evidenceCommand(): Command {
  const command = new Command('evidence').description('Check evidence of deliveries.')
  command
    .command('verify')
    .description(
      'Check every digest, signature and certificate of an evidence file, and say what is ' +
        'proven. Exits with 1 unless the delivery is.',
    )
    .argument('<file>', 'a ZIP from GET /api/v1/documents/{id}/evidence')
    .option(
      '--authorities <folder>',
      `trust the authorities in this folder, as ${authorityFiles.join(', ')}, whatever the ` +
        "network; without it, Peppol's own",
    )
    .action(verify)
  return command
}

async function verify(path: string, { authorities }: { authorities?: string }): Promise<void> {
  const own = authorities === undefined ? undefined : readTrust(authorities)
  const checks: Check[] = []
  for await (const check of verifyEvidence(
    readFileSync(path),
    (network) => own ?? publicTrust(network),
  )) {
    checks.push(check)
    process.stdout.write(`${inWords(check)}\n`)
  }
  const { isProven, words } = conclusion(checks)
  process.stdout.write(`${words}\n`)
  if (!isProven) process.exitCode = 1
}

function inWords({ check, outcome, detail }: Check): string {
  return `${check.padEnd(12)} ${outcome.padEnd(7)} ${foreignText(detail)}`
}

function conclusion(checks: readonly Check[]): { isProven: boolean; words: string } {
  const has = (name: string) =>
    checks.some(({ check, outcome }) => check === name && outcome === 'proven')
  if (checks.some(({ outcome }) => outcome === 'wrong')) {
    const words = 'This file is not to be relied upon: it was changed, or never was true.'
    return { isProven: false, words }
  }
  if (!['message', 'receiver', 'receipt'].every(has))
    return { isProven: false, words: 'A delivery is not proven.' }
  const openOnes = checks.flatMap(({ check, outcome }) => (outcome === 'open' ? [check] : []))
  const under = openOnes.length > 0 ? `, except for what is open: ${openOnes.join(', ')}` : ''
  const limit = 'The file does not say whether a certificate was revoked.'
  return { isProven: true, words: `The delivery is proven${under}. ${limit}` }
}

function publicTrust(network: string): Trust | undefined {
  return network === 'test' || network === 'production' ? publicNetworks[network].trust : undefined
}

function readTrust(folder: string): Trust {
  const [roots = [], accessPointIssuers = [], smpIssuers = []] = authorityFiles.map((name) =>
    parseCertificates(readFileSync(join(folder, name), 'utf8')),
  )
  return { roots, accessPointIssuers, smpIssuers }
}
