// `fourcorner demo`: the real gateway and the sandbox in one process; delivers documents over real
// AS4 while you watch.
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { type App, type StartOptions, startApp } from '../app.ts'
import { readConfig } from '../config/config.ts'
import type { Log } from '../core/gateway.ts'
import type { Sandbox } from '../sandbox/index.ts'
import { type DemoClient, demoClient } from './demo-client.ts'
import { type DocumentAt, deliverInView, inGateway, inInbox } from './demo-delivery.ts'
import {
  type DemoDocument,
  documentToReceive,
  neighbour,
  ownDocuments,
  readDocuments,
} from './demo-documents.ts'
import { receiveInView } from './demo-receive.ts'
import { type DemoEvent, jsonReport, type Report, wordReport } from './demo-report.ts'
import { reportInView, type TaxedCountry, taxedCountries } from './demo-tax.ts'

type DemoOptions = { json?: boolean; receive?: boolean; tax?: TaxedCountry }

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Start with an empty data folder, deliver invoices over real AS4 to the sandbox and to a ' +
        'second gateway, and show each step.',
    )
    .argument(
      '[files...]',
      'UBL or JSON documents to deliver to the sandbox instead of the built-in invoices',
    )
    .option('--receive', 'the other way round: the sandbox sends, and the gateway receives')
    .addOption(
      new Option('--tax <country>', 'an invoice that both access points report to the authority')
        .choices(taxedCountries)
        .conflicts('receive'),
    )
    .option('--json', 'print one JSON line per event')
    .action(async (files: string[], { json, ...options }: DemoOptions) => {
      const report = json ? jsonReport() : wordReport()
      // The steps of an invoice and of its report would stand side by side.
      const log = options.tax ? withoutSteps(report) : watching(report)
      process.exitCode = await demo({ files, report, log, show: showOf(files, options) })
    })
}

type Show = (stage: Stage) => Promise<Summary>

function showOf(files: string[], { receive, tax }: DemoOptions): Show {
  if (!tax) return receive ? showReceiving : showSending
  if (files.length > 0) throw new Error('--tax shows an invoice of its own: name no files')
  return (stage) => showReporting(stage, tax)
}

type Stage = {
  app: App
  client: DemoClient
  folder: string
  report: Report
  /** Empty: those of the demo. */
  documents: DemoDocument[]
}

type Summary = Extract<DemoEvent, { event: 'summary' }>

/** Returns the exit code: 0 only when all that `show` shows went well. */
async function demo({
  files,
  report,
  log,
  show,
}: {
  files: string[]
  report: Report
  log: Log
  show: Show
}): Promise<number> {
  const documents = await readDocuments(files)
  const folder = resolve('demo-data', new Date().toISOString().replaceAll(':', '-'))
  await mkdir(folder, { recursive: true })
  report.write({ event: 'starting', folder })
  const { app, url, client } = await startGateway(folder, report, log)
  let summary: Summary
  try {
    report.write({ event: 'started', url, network: app.gateway.peppolAccess.network.name })
    summary = await show({ app, client, folder, report, documents })
  } finally {
    await app.stop()
  }
  report.write({ event: 'kept', folder })
  report.write(summary)
  return summary.failed === 0 ? 0 : 1
}

async function startGateway(
  folder: string,
  report: Report,
  log: Log,
  options: StartOptions = {},
): Promise<{ app: App; url: string; client: DemoClient }> {
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' })
  const app = await startApp(config, log, (line) => report.write({ event: 'note', line }), options)
  const { port } = app.server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { app, url, client: demoClient(url, app.firstToken!) }
}

/** Failed: what was not delivered, or whose receiver holds other bytes. */
async function showSending({ app, documents, ...stage }: Stage): Promise<Summary> {
  const sandbox = app.sandbox!
  if (documents.length > 0)
    return deliverAll({ ...stage, documents, at: () => inInbox(sandbox.inbox) }, sandbox)
  return withSecondGateway({ ...stage, sandbox }, async (second) => {
    await second.client.register(neighbour)
    stage.report.write({ event: 'second-started', url: second.url, participant: neighbour })
    const there = inGateway(second.client, stage.report)
    const at = ({ receiver }: DemoDocument) =>
      receiver.participant === neighbour ? there : inInbox(sandbox.inbox)
    return deliverAll({ ...stage, documents: ownDocuments(), at }, sandbox)
  })
}

/** Failed: what was not delivered, or not accepted by the tax authority from both sides. */
function showReporting({ app, documents: _, ...stage }: Stage, tax: TaxedCountry) {
  const sandbox = app.sandbox!
  return withSecondGateway({ ...stage, sandbox }, async ({ client: second }) => {
    const isReported = await reportInView({ ...stage, second, country: tax })
    const [delivered, failed] = isReported ? [1, 0] : [0, 1]
    return { event: 'summary' as const, submitted: 1, delivered, failed }
  })
}

type Second = { client: DemoClient; url: string }

async function withSecondGateway(
  { sandbox, folder, report }: Pick<Stage, 'folder' | 'report'> & { sandbox: Sandbox },
  use: (second: Second) => Promise<Summary>,
): Promise<Summary> {
  const keys = await sandbox.admit('POP900003')
  const second = await startGateway(join(folder, 'second-gateway'), report, withoutSteps(report), {
    joins: { settings: { ...sandbox.settings, keys }, publish: sandbox.publish },
  })
  try {
    return await use(second)
  } finally {
    await second.app.stop()
  }
}

async function deliverAll(
  { documents, at, ...stage }: Omit<Stage, 'app'> & { at(document: DemoDocument): DocumentAt },
  sandbox: Sandbox,
): Promise<Summary> {
  for (const { receiver } of documents)
    if (receiver.participant !== sandbox.unregistered && receiver.participant !== neighbour)
      sandbox.register(receiver.participant, receiver.documentType, receiver.process)
  let delivered = 0
  for (const document of documents)
    if (await deliverInView({ ...stage, document, documentAt: at(document) })) delivered += 1
  const failed = documents.length - delivered
  return { event: 'summary', submitted: documents.length, delivered, failed }
}

/** Failed: what the gateway does not hold with the same bytes, or has not told its sender of. */
async function showReceiving({ app, documents: given, ...stage }: Stage): Promise<Summary> {
  const documents = given.length > 0 ? given : [documentToReceive()]
  for (const participant of new Set(documents.map(({ receiver }) => receiver.participant)))
    await stage.client.register(participant)
  let received = 0
  for (const document of documents)
    if (await receiveInView({ ...stage, document, sandbox: app.sandbox! })) received += 1
  const failed = documents.length - received
  return { event: 'summary', sent: documents.length, received, failed }
}

/** The gateway's own log reports the steps; the demo shows those that concern a document. */
function watching(report: Report): Log {
  return {
    info(facts) {
      if ('step' in facts) report.write({ event: 'step', ...(facts as { step: string }) })
    },
    warn(facts, message) {
      report.write({ event: 'warning', message, facts })
    },
    error(facts, message) {
      report.write({ event: 'error', message, facts })
    },
  }
}

function withoutSteps(report: Report): Log {
  return { ...watching(report), info() {} }
}
