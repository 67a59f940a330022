// The output of the demo: text for people, or one JSON line per event for programs.
import { foreignText, jsonLine } from './foreign-text.ts'

type DemoEvent =
  | { event: 'starting'; folder: string }
  | { event: 'note'; line: string }
  | { event: 'started'; url: string; network: string }
  | { event: 'submitted'; document: string; id: string; millis: number }
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
      files: Record<string, string>
    }
  | { event: 'not-delivered'; id: string; status: string; detail: string }
  | { event: 'warning' | 'error'; message: string; facts: object }
  | { event: 'kept'; folder: string }
  | { event: 'summary'; submitted: number; delivered: number; failed: number }

export type Report = { say(event: DemoEvent): void }

export function jsonReport(): Report {
  return { say: (event) => process.stdout.write(`${jsonLine(event)}\n`) }
}

export function wordReport(): Report {
  return { say: (event) => process.stdout.write(`${inWords(event)}\n`) }
}

function inWords(event: DemoEvent): string {
  switch (event.event) {
    case 'starting':
      return `Starting a gateway and a small Peppol network; everything is kept in ${event.folder}`
    case 'note':
      return `  ${event.line}`
    case 'started':
      return `The gateway is listening at ${event.url} (network: ${event.network})`
    case 'submitted':
      return (
        `\n${foreignText(event.document)}\n` +
        `  submitted            ${event.id} (${event.millis} ms)`
      )
    case 'step':
      return stepInWords(event)
    case 'delivered':
      return deliveredInWords(event)
    case 'not-delivered':
      return `  not delivered        ${event.status}: ${foreignText(event.detail)}`
    case 'warning':
    case 'error':
      return `  ${event.event}: ${foreignText(event.message)} ${jsonLine(event.facts)}`
    case 'kept':
      return `\nEverything is kept in ${event.folder}`
    case 'summary':
      return `${event.submitted} submitted, ${event.delivered} delivered, ${event.failed} failed`
  }
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
}

function deliveredInWords({
  identical,
  millis,
  files,
}: Extract<DemoEvent, { event: 'delivered' }>): string {
  const bytes = identical ? 'the receiver holds the same bytes' : 'THE RECEIVER HOLDS OTHER BYTES'
  const places = Object.entries(fileNames).flatMap(([kind, name]) =>
    files[kind] ? [`    ${name.padEnd(22)} ${files[kind]}`] : [],
  )
  return [`  delivered            ${bytes} (${millis} ms in all)`, ...places].join('\n')
}
