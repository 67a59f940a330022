// `fourcorner submit FILE`: gives a document to a running gateway.
import { readFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import { kindOf, kindOfRoot, kinds } from '../billing/index.ts'
import type { DocumentRecord } from '../core/record.ts'
import { Problem } from '../problem.ts'
import { child, parseXml, textOf, trimSpace, XmlError } from '../xml/index.ts'
import { connect, type GatewayOptions, show, withGateway } from './beside-gateway.ts'
import type { Client } from './client.ts'
import { describeProblem } from './describe-problem.ts'
import { recordInWords } from './describe-record.ts'
import { followInView } from './follow.ts'
import { startsAsJson } from './json-instead.ts'

/** The kinds that a caller may name, with their calls. */
const paths = {
  invoice: kinds.invoice.path,
  'credit-note': kinds.creditNote.path,
  'debit-note': kinds.debitNote.path,
}

type SubmitOptions = GatewayOptions & {
  kind?: keyof typeof paths
  testOnly?: true
  validate: boolean
  idempotencyKey?: string
  follow?: true
}

export function submitCommand(): Command {
  const command = new Command('submit')
    .description('Submit a document, JSON or XML, to a running gateway.')
    .argument('<file>', 'the document')
    .addOption(
      new Option(
        '--kind <kind>',
        'what it is; by default what the XML says, and an invoice for JSON',
      ).choices(Object.keys(paths)),
    )
    .option('--test-only', 'do everything, but let nothing leave the gateway')
    .option('--validate', 'refuse it if it breaks a rule for its type', true)
    .option('--no-validate', 'take it without looking at the rules for its type')
    .option('--idempotency-key <key>', 'submitted again with the same key, it is taken once')
    .option('--follow', 'print each step until it ends; exits with 1 unless it was delivered')
    .action(submit)
  return withGateway(command)
}

async function submit(file: string, options: SubmitOptions): Promise<void> {
  const bytes = readFileSync(file)
  const client = connect(options)
  const record = await submitBytes(client, bytes, options).catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    throw new Error(describeProblem(file, error), { cause: error })
  })
  show(record, recordInWords, options)
  if (options.follow) await followInView(client, record.id, options)
}

function submitBytes(
  client: Client,
  bytes: Buffer,
  options: SubmitOptions,
): Promise<DocumentRecord> {
  const { testOnly, validate, idempotencyKey } = options
  const isJson = startsAsJson(bytes)
  const path = options.kind ? paths[options.kind] : isJson ? paths.invoice : pathOfXml(bytes)
  return client.read(`/api/v1/${path}/submit`, {
    method: 'POST',
    headers: {
      'Content-Type': isJson ? 'application/json' : 'application/xml',
      ...(testOnly ? { 'X-TestOnly': 'true' } : {}),
      'X-Validation': String(validate),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: new Uint8Array(bytes),
  })
}

/** XML that cannot be read goes where the gateway says what is wrong with it. */
function pathOfXml(bytes: Buffer): string {
  try {
    const { root } = parseXml(bytes, { instructions: 'keep' })
    const kind = kindOfRoot(root)
    if (!kind) return 'documents'
    const typeCode = child(root, kind.typeCodeElement)
    return kindOf(kind.root, typeCode ? trimSpace(textOf(typeCode)) : '').path
  } catch (error) {
    if (error instanceof XmlError) return paths.invoice
    throw error
  }
}
