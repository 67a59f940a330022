// `fourcorner evidence verify`: what an evidence file proves. Needs no gateway and no network.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { authorityFiles } from '../core/evidence/evidence-file.ts'
import { type Check, verifyEvidence } from '../core/evidence/verify-evidence.ts'
import { parseCertificates } from '../crypto/index.ts'
import { publicNetworks, type Trust } from '../peppol/index.ts'
import { foreignText } from './foreign-text.ts'

export function evidenceCommand(): Command {
  const command = new Command('evidence').description('Check evidence of deliveries.')
  command
    .command('verify')
    .description(
      'Check every digest, signature and certificate of an evidence file, and say what is ' +
        'proven. Exits with 1 unless the delivery is, by authorities that are not from the file.',
    )
    .argument('<file>', 'a ZIP from GET /api/v1/documents/{id}/evidence')
    .option(
      '--authorities <folder>',
      `trust the authorities in this folder: ${authorityFiles.join(', ')}, or ` +
        "DATA_DIR/sandbox/pki as it is; without it, Peppol's own",
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
    process.stdout.write(`${describeCheck(check)}\n`)
  }
  const { isProven, words } = conclusion(checks)
  process.stdout.write(`${words}\n`)
  if (!isProven) process.exitCode = 1
}

function describeCheck({ check, outcome, detail }: Check): string {
  return `${check.padEnd(12)} ${outcome.padEnd(11)} ${foreignText(detail)}`
}

function conclusion(checks: readonly Check[]): { isProven: boolean; words: string } {
  const has = (name: string, wanted: Check['outcome']) =>
    checks.some(({ check, outcome }) => check === name && outcome === wanted)
  const notProven = (words: string) => ({ isProven: false, words })
  if (checks.some(({ outcome }) => outcome === 'wrong'))
    return notProven('This file is not to be relied upon: it was changed, or never was true.')
  if (!['message', 'receiver', 'receipt'].every((name) => has(name, 'proven')))
    return notProven('A delivery is not proven.')
  if (has('network', 'open'))
    return notProven('A delivery is not proven: a test document left no machine.')
  if (has('authorities', 'open'))
    return notProven(
      'Nothing is proven by authorities that the file brings itself: pass --authorities FOLDER, ' +
        `with ${authorityFiles.join(', ')} of its network, or DATA_DIR/sandbox/pki of a sandbox.`,
    )
  const limit = 'The file does not say whether a certificate was revoked.'
  return { isProven: true, words: `The delivery is proven. ${limit}` }
}

function publicTrust(network: string): Trust | undefined {
  return network === 'test' || network === 'production' ? publicNetworks[network].trust : undefined
}

/** The files of a sandbox's own folder, in the same three roles. */
const sandboxFiles = ['root.pem', 'access-point-ca.pem', 'smp-ca.pem'] as const

function readTrust(folder: string): Trust {
  const isSandbox = !existsSync(join(folder, authorityFiles[0]))
  const files =
    isSandbox && existsSync(join(folder, sandboxFiles[0])) ? sandboxFiles : authorityFiles
  const [roots = [], accessPointIssuers = [], smpIssuers = []] = files.map((name) =>
    parseCertificates(readFileSync(join(folder, name), 'utf8')),
  )
  return { roots, accessPointIssuers, smpIssuers }
}
