// What becomes of a document that a person brings: what is wrong with it, or how it reads, and the
// question before it is sent.

import { askerFor } from '../../core/access/asker.ts'
import { dayOf } from '../../core/day.ts'
import type { Caller, Gateway } from '../../core/gateway.ts'
import { type ShownSheet, showBytes } from '../../core/tracking/print.ts'
import { type ReportedFinding, validateOnly } from '../../core/validate.ts'
import { Problem, problems } from '../../problem.ts'
import { amount } from '../components/amount.ts'
import { button, linkButton } from '../components/button.ts'
import { callout } from '../components/callout.ts'
import { disclosure } from '../components/disclosure.ts'
import { facts } from '../components/facts.ts'
import { errorSummary, form } from '../components/field.ts'
import { participant } from '../components/participant.ts'
import { plain, short } from '../foreign.ts'
import type { Shown } from '../form-page.ts'
import { type Html, html, type Part } from '../html.ts'
import { section } from '../show.ts'
import { formWords } from '../words/frame.ts'
import { kinds, labels } from '../words/labels.ts'
import { sendingProblems, sendingWords as words } from '../words/sending.ts'
import { documentForm } from './document-form.ts'
import { findingsTable } from './findings.ts'
import { paper } from './paper.ts'
import type { SendingGiven, sendingFields, TypedDocument } from './typed-document.ts'
import { sendingPath } from './typed-document.ts'

type Sending = Shown<(typeof sendingFields)[number]>
type Carried = { given: SendingGiven; once: string; step?: string }

/** What a page shows of a document of many lines. */
const rowsMax = 200
const numberCharacters = 40

/** Throws what `validateOnly` throws. */
export async function checkedPart(
  gateway: Gateway,
  shown: Sending & { once: string },
  typed: TypedDocument,
): Promise<Html> {
  const { caller } = shown
  const report = await validateOnly(gateway, typed.body, askerFor(gateway, caller), typed.kind)
  const { findings, valid } = report
  if (!valid) {
    const errors = findings.filter(({ severity }) => severity === 'error').length
    return html`${callout({
      ...{ tone: 'bad', happened: words.notValid(errors), toDo: words.putRight, isDone: true },
    })}
${findingsPart(findings)}
${section('change', words.change, documentForm(shown))}`
  }
  const read = await readTyped(gateway, caller, typed)
  const { kind, number } = namesOf(read)
  const isClean = findings.length === 0
  return html`${callout({
    ...{ tone: isClean ? 'good' : 'care', isDone: true },
    happened: isClean ? words.valid : words.validWithWarnings,
  })}
${form(
  sendingPath,
  carried({ ...shown, step: 'ask' }),
  button({ text: words.send(kind, short(number, numberCharacters)), look: 'primary' }),
)}
${findingsPart(findings)}
${section('document', words.document, await sheetOf(gateway, caller, read.ubl))}
${disclosure(words.change, documentForm(shown, true))}`
}

function findingsPart(findings: readonly ReportedFinding[]): Part {
  if (findings.length === 0) return undefined
  return section('findings', words.findings, findingsTable(findings, words.left))
}

/** What will be sent to whom, and whether it leaves. */
export async function questionPart(
  gateway: Gateway,
  caller: Caller,
  typed: TypedDocument,
  given: SendingGiven & { once?: string },
): Promise<Html> {
  const read = await readTyped(gateway, caller, typed)
  const { kind, number, sender, receiver, totals } = namesOf(read)
  const { once = '' } = given
  return html`<p class="lead">${words.consequence(
    html`${kind} <bdi>${short(number, numberCharacters)}</bdi>`,
    html`<bdi>${plain(receiver?.name ?? receiver?.id ?? words.itsReceiver)}</bdi>`,
  )} ${typed.isTest ? words.isTest : words.real}</p>
<div class="card">${facts([
    [labels.from, sender && participant(sender)],
    [labels.to, receiver && participant(receiver)],
    [labels.amount, totals && amount({ value: totals.payable, currency: totals.currency })],
  ])}</div>
${form(
  sendingPath,
  carried({ given, once }),
  html`${stepButton('send', typed.isTest ? words.sendTest : words.sendIt, 'primary')}
${stepButton('change', words.change, 'secondary')}
${linkButton({ text: formWords.back, href: sendingPath, look: 'quiet' })}`,
)}`
}

/** The problem in words, where it is, and the form with what was given. */
export function refusedPart(problem: Problem, shown: Sending): Html {
  const { code, detail, errors = [], documentId } = problem
  const findings = errors.map(
    (error): ReportedFinding => ({ layer: 'structure', severity: 'error', rule: code, ...error }),
  )
  const message = sendingProblems[code] ?? plain(detail ?? problems[code].title)
  const kept = html`${words.kept} <a href="/console/documents/${documentId}">${words.openIt}</a>`
  return html`${errorSummary([{ message }], code)}
${documentId && html`<p>${kept}</p>`}
${findingsPart(findings)}
${section('change', words.change, documentForm(shown))}`
}

type Read = Awaited<ReturnType<Gateway['intake']['readAny']>>

async function readTyped(
  gateway: Gateway,
  caller: Caller,
  { body, kind }: TypedDocument,
): Promise<Read> {
  const asker = askerFor(gateway, caller)
  const day = dayOf(gateway.now())
  if (body.format === 'xml') return gateway.intake.readAny(body.bytes, asker)
  return gateway.intake.read(body, { day, kind, asker })
}

type Names = {
  kind: string
  number: string
  sender?: Person | undefined
  receiver?: Person | undefined
  totals?: { currency: string; payable: string } | undefined
}
type Person = { id: string; name?: string }

function namesOf(read: Read): Names {
  if (!('summary' in read)) return { kind: kinds.other, number: '' }
  const { kind, number = '', sender, receiver, totals } = read.summary
  return {
    ...{ kind: kinds[kind], number, totals },
    ...{ sender: partyOf(sender), receiver: partyOf(receiver) },
  }
}

type Party = { endpoint?: { scheme: string; id: string }; name?: string }

function partyOf({ endpoint, name }: Party): Person | undefined {
  if (!endpoint) return undefined
  return { id: `${endpoint.scheme}:${endpoint.id}`, ...(name ? { name } : {}) }
}

async function sheetOf(gateway: Gateway, caller: Caller, ubl: Buffer): Promise<Html> {
  try {
    const asker = askerFor(gateway, caller)
    const sheet: ShownSheet = await showBytes(gateway, ubl, { rowsMax, asker })
    return paper(sheet)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return html`<p class="quiet-text">${words.notShown}</p>`
  }
}

/** The document goes from page to page, byte for byte. */
function carried({ given, once, step }: Carried): Html {
  const { document, text, kind, test } = given
  const bytes = document ?? (text && Buffer.from(text).toString('base64url'))
  const fields = { document: bytes, kind, test, once, step }
  return html`${Object.entries(fields).map(
    ([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`,
  )}`
}

function stepButton(step: 'send' | 'change', text: string, look: 'primary' | 'secondary'): Html {
  return html`<button type="submit" name="step" value="${step}" class="button ${look}">${
    text
  }</button>`
}
