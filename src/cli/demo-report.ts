// The output of the demo: text for people, or one JSON line per event for programs.
import type { DocumentRecord } from '../core/record.ts'
import { foreignText, jsonLine } from './foreign-text.ts'

/** The path of each kind of file. */
type Files = Record<string, string>

export type DemoEvent =
  | { event: 'starting'; folder: string }
  | { event: 'note'; line: string }
  | { event: 'started'; url: string; network: string }
  | { event: 'second-started'; url: string; participant: string }
  | { event: 'submitted'; document: string; id: string; millis: number }
  | ({ event: 'validated'; id: string } & NonNullable<DocumentRecord['validation']>)
  | {
      event: 'step'
      step: string
      documentId?: string
      smp?: string
      endpoint?: string
      messageId?: string
      receiptId?: string
      millis?: number
    }
  | {
      event: 'delivered'
      id: string
      identical: boolean
      millis: number
      files: Files
    }
  | { event: 'received'; id: string; number: string; sender: string; files?: Files }
  | { event: 'answered'; id: string; code: string; millis: number }
  | {
      event: 'reported-to-tax'
      role: 'sender' | 'receiver'
      status: string
      code?: string
      id?: string
      millis: number
    }
  | { event: 'sent-to-us'; document: string; messageId: string; millis: number }
  | { event: 'not-received'; detail: string }
  | { event: 'not-delivered'; id: string; status: string; detail: string }
  | { event: 'warning' | 'error'; message: string; facts: object }
  | { event: 'kept'; folder: string }
  | { event: 'summary'; submitted: number; delivered: number; failed: number }
  | { event: 'summary'; sent: number; received: number; failed: number }

export type Report = { write(event: DemoEvent): void }

export function jsonReport(): Report {
  return { write: (event) => process.stdout.write(`${jsonLine(event)}\n`) }
}

export function wordReport(): Report {
  return { write: (event) => process.stdout.write(`${describeEvent(event)}\n`) }
}

function describeEvent(event: DemoEvent): string {
  switch (event.event) {
    case 'starting':
      return `Starting a gateway and a small Peppol network; everything is kept in ${event.folder}`
    case 'note':
      return `  ${event.line}`
    case 'started':
      return `The gateway is listening at ${event.url} (network: ${event.network})`
    case 'second-started':
      return `A second gateway, at ${event.url}, receives for ${event.participant}`
    case 'submitted':
      return (
        `\n${foreignText(event.document)}\n` +
        `  submitted            ${event.id} (${event.millis} ms)`
      )
    case 'validated':
      return validatedInWords(event)
    case 'step':
      return stepInWords(event)
    case 'delivered':
      return deliveredInWords(event)
    case 'received':
      return receivedInWords(event)
    case 'answered':
      return answeredInWords(event)
    case 'reported-to-tax':
      return reportedInWords(event)
    case 'sent-to-us':
      return (
        `\n${foreignText(event.document)}, sent by the sandbox\n` +
        `  receipt came         for ${event.messageId} (${event.millis} ms)`
      )
    case 'not-received':
      return `  not received         ${foreignText(event.detail)}`
    case 'not-delivered':
      return `  not delivered        ${event.status}: ${foreignText(event.detail)}`
    case 'warning':
    case 'error':
      return `  ${event.event}: ${foreignText(event.message)} ${jsonLine(event.facts)}`
    case 'kept':
      return `\nEverything is kept in ${event.folder}`
    case 'summary':
      return 'sent' in event
        ? `${event.sent} sent to us, ${event.received} received, ${event.failed} failed`
        : `${event.submitted} submitted, ${event.delivered} delivered, ${event.failed} failed`
  }
}

function validatedInWords({
  verdict,
  errors,
  warnings,
  ruleSets,
}: Extract<DemoEvent, { event: 'validated' }>): string {
  const by = ruleSets.map(({ id, version }) => `${id} ${version}`).join(', ')
  const found = errors + warnings > 0 ? ` (${errors} errors, ${warnings} warnings)` : ''
  return `  validated            ${verdict}${by ? ` by ${by}` : ''}${found}`
}

function stepInWords({
  step,
  smp,
  endpoint,
  messageId,
  receiptId,
  millis,
}: Extract<DemoEvent, { event: 'step' }>): string {
  const what = {
    'looked-up': `at ${smp}: ${endpoint}`,
    sent: `as ${messageId}`,
    'receipt-verified': receiptId ?? '',
  }[step]
  return (
    `  ${step.replace('-', ' ').padEnd(20)} ` +
    `${foreignText(what ?? '')}${millis === undefined ? '' : ` (${millis} ms)`}`
  )
}

const fileNames: Record<string, string> = {
  ubl: 'the document (UBL)',
  sbd: 'in its envelope (SBD)',
  'as4-request': 'the AS4 request',
  'as4-response': 'the signed receipt',
  json: 'as JSON',
  pdf: 'as PDF',
}

function deliveredInWords({
  identical,
  millis,
  files,
}: Extract<DemoEvent, { event: 'delivered' }>): string {
  const bytes = identical ? 'the receiver holds the same bytes' : 'THE RECEIVER HOLDS OTHER BYTES'
  return [`  delivered            ${bytes} (${millis} ms in all)`, ...placesInWords(files)].join(
    '\n',
  )
}

function placesInWords(files: Files): string[] {
  return Object.entries(fileNames).flatMap(([kind, name]) =>
    files[kind] ? [`    ${name.padEnd(22)} ${files[kind]}`] : [],
  )
}

function receivedInWords({
  id,
  number,
  sender,
  files = {},
}: Extract<DemoEvent, { event: 'received' }>): string {
  return [
    `  received             ${foreignText(number)} of ${foreignText(sender)}, as ${id}`,
    ...placesInWords(files),
  ].join('\n')
}

const codesInWords: Record<string, string> = {
  AP: 'the receiver has it',
  AB: 'it is ready for the receiver to fetch',
  RE: 'it was rejected',
}

function answeredInWords({ code, millis }: Extract<DemoEvent, { event: 'answered' }>): string {
  return `  status came back     ${code}: ${codesInWords[code] ?? ''} (${millis} ms in all)`
}

function reportedInWords({
  role,
  status,
  code,
  millis,
}: Extract<DemoEvent, { event: 'reported-to-tax' }>): string {
  const said = code === undefined ? status : `${status} (${foreignText(code)})`
  return `  tax report           of the ${role}: ${said} (${millis} ms in all)`
}
