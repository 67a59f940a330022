// `fourcorner lookup PARTICIPANT`: what the network says of a receiver, step by step.
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { identifierOf } from '../core/network/received-types.ts'
import { type LookupStep, type LookupTrace, traceLookup } from '../core/network/trace-lookup.ts'
import { documentTypeName, formatIdentifier } from '../peppol/index.ts'
import { foreignText, jsonLine } from './foreign-text.ts'
import { joinNetwork } from './join-network.ts'

export function lookupCommand(): Command {
  return new Command('lookup')
    .description(
      'Look a participant up as a delivery does, and print each step with its time. Nothing ' +
        'is cached.',
    )
    .argument('<participant>', 'such as 0208:0123456749')
    .option(
      '--type <document type>',
      'document type to look up, or a name such as order; an invoice by default',
    )
    .option('--json', 'one JSON line with everything, the list of document types included')
    .action(look)
}

async function look(
  participant: string,
  { type, json }: { type?: string; json?: true },
): Promise<void> {
  const config = readConfig()
  const joined = await joinNetwork(config)
  try {
    const { network, net, revocationOf } = joined
    const { resolveNaptr, get } = net
    const needs = {
      ...{ network, resolveNaptr, get, revocationOf },
      now: () => new Date(),
      clock: () => performance.now(),
    }
    const documentType = type && identifierOf(type)
    const trace = await traceLookup(needs, { participant, documentType })
    const report = { participant, network: config.PEPPOL_NETWORK, ...trace }
    process.stdout.write(`${json ? inJson(report) : describeLookup(report)}\n`)
    if (!isOk(trace)) process.exitCode = 1
  } finally {
    await joined.close()
  }
}

type Report = LookupTrace & { participant: string; network: string }

function isOk({ steps }: LookupTrace): boolean {
  return steps.every(({ outcome }) => outcome === 'ok')
}

export function inJson({ participant, network, documentTypes, steps }: Report): string {
  const ok = isOk({ documentTypes, steps })
  const listed = documentTypes.map((one) => ({
    id: formatIdentifier(one),
    name: documentTypeName(one),
  }))
  return jsonLine({ participant, network, ok, steps, documentTypes: listed })
}

export function describeLookup({ participant, network, documentTypes, steps }: Report): string {
  const others = [...new Set(documentTypes.map(documentTypeName))]
  return [
    `${foreignText(participant)} on the network ${network}`,
    ...steps.map(stepInWords),
    ...(others.length > 0 ? [`It lists: ${foreignText(others.join('; '))}`] : []),
  ].join('\n')
}

function stepInWords({ step, outcome, detail, millis, code, remedy }: LookupStep): string {
  const time = millis === undefined ? '' : ` (${millis} ms)`
  const what = `${code ? `${code}: ` : ''}${foreignText(detail)}${time}`
  const line = `  ${step.padEnd(13)} ${outcome.padEnd(6)} ${what}`
  return remedy ? `${line}\n  ${' '.repeat(13)} ${' '.repeat(6)} ${remedy}` : line
}
