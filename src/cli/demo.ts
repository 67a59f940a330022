// `fourcorner demo`: the real gateway and the sandbox in one process; delivers documents over real
// AS4 while you watch.
import { mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { type App, startApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Log } from '../core/gateway.ts'
import { type DemoClient, deliverInView, demoClient } from './demo-delivery.ts'
import { type DemoDocument, ownDocuments, readDocuments } from './demo-documents.ts'
import { jsonReport, type Report, wordReport } from './demo-report.ts'

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'Start with an empty data folder, deliver invoices to the sandbox over real AS4, ' +
        'and show each step.',
    )
    .argument('[files...]', 'UBL or JSON documents to deliver instead of the two built-in invoices')
    .option('--json', 'print one JSON line per event')
    .action(async (files: string[], { json }: { json?: boolean }) => {
      process.exitCode = await demo(files, json ? jsonReport() : wordReport())
    })
}

/**
 * Returns the exit code: 0 only when every document was delivered and the receiver
 * holds the same bytes.
 */
async function demo(files: string[], report: Report): Promise<number> {
  const documents = files.length > 0 ? await readDocuments(files) : ownDocuments()
  const folder = resolve('demo-data', new Date().toISOString().replaceAll(':', '-'))
  await mkdir(folder, { recursive: true })
  report.say({ event: 'starting', folder })
  const config = readConfig({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'warn' })
  const app = await startApp(config, watching(report), (line) =>
    report.say({ event: 'note', line }),
  )
  try {
    const { port } = app.server.server.address() as AddressInfo
    report.say({
      event: 'started',
      url: `http://127.0.0.1:${port}`,
      network: config.PEPPOL_NETWORK,
    })
    for (const { receiver } of documents)
      if (receiver.participant !== app.sandbox?.unregistered)
        app.sandbox?.register(receiver.participant, receiver.documentType, receiver.process)
    const client = demoClient(`http://127.0.0.1:${port}`, app.firstToken!)
    const delivered = await deliverAll(app, client, documents, folder, report)
    report.say({ event: 'kept', folder })
    report.say({
      event: 'summary',
      submitted: documents.length,
      delivered,
      failed: documents.length - delivered,
    })
    return delivered === documents.length ? 0 : 1
  } finally {
    await app.stop()
  }
}

async function deliverAll(
  { sandbox }: App,
  client: DemoClient,
  documents: DemoDocument[],
  folder: string,
  report: Report,
): Promise<number> {
  let delivered = 0
  for (const document of documents) {
    const ended = await deliverInView({ client, document, folder, inbox: sandbox!.inbox, report })
    if (ended) delivered += 1
  }
  return delivered
}

/** The gateway's own log reports the steps; the demo shows those that concern a document. */
function watching(report: Report): Log {
  return {
    info(facts) {
      if ('step' in facts) report.say({ event: 'step', ...(facts as { step: string }) })
    },
    warn(facts, message) {
      report.say({ event: 'warning', message, facts })
    },
    error(facts, message) {
      report.say({ event: 'error', message, facts })
    },
  }
}
