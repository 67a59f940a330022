// What technicians need, and the only part of a document's page that shows codes.
import type { DocumentRecord } from '../../core/record.ts'
import { linkButton } from '../components/button.ts'
import { facts } from '../components/facts.ts'
import { wholeId } from '../components/shown-id.ts'
import { exactTime } from '../components/time.ts'
import { foreign, plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { code, given } from '../show.ts'
import { technicalAttempts } from './attempts.ts'
import type { Shown } from './shown.ts'

export function technicalPart(shown: Shown): Html {
  const { document, mayForget } = shown
  return html`${technicalFacts(shown)}${
    mayForget &&
    html`<p>${linkButton({
      ...{ text: 'Forget this document …', look: 'quiet' },
      href: `/console/documents/${document.id}/forget`,
    })}</p>`
  }`
}

function technicalFacts({ document, arrival, attempts }: Shown): Html {
  const { as4, mls, failure, validation, waiting, direction } = document
  return html`${facts([
    ['Id', wholeId(document.id)],
    ['Status', code(`${document.status}, ${document.outcome}, ${document.certainty}`)],
    ['Failure', failure && html`${code(failure.code)} ${foreign(failure.detail)}`],
    ['Waits because', waiting && code(waiting.reason)],
    ['Document type', foreign(document.documentTypeName)],
    ['Its identifier', foreign(document.documentTypeId)],
    ['Process', foreign(document.processId)],
    ['Message id', as4 && foreign(as4.messageId)],
    ['Receipt', given(as4?.receiptId)],
    ['Access point', given(as4?.accessPoint)],
    [
      'Message Level Status',
      direction === 'outbound' && code([mls.status, mls.code].filter(Boolean).join(', ')),
    ],
    ['Validation', validationOf(validation)],
    ['Forgotten', document.forgottenAt && exactTime(document.forgottenAt)],
    ...arrivalFacts(arrival),
  ])}
${technicalAttempts(attempts)}`
}

function validationOf({ verdict, errors, warnings, ruleSets }: DocumentRecord['validation']): Html {
  const rules = ruleSets.map(({ id, version }) => `${id} ${version}`).join(', ')
  if (verdict === 'not-validated') return html`not validated`
  return html`${verdict}, ${errors} errors, ${warnings} warnings <bdi>${plain(rules)}</bdi>`
}

type Facts = Parameters<typeof facts>[0]

function arrivalFacts(arrival: Shown['arrival']): Facts {
  if (!arrival) return []
  const { mls, sameInstanceAs, repeats } = arrival
  return [
    ['Sent, by the clock of the sender', exactTime(arrival.sentAt)],
    ['Instance identifier', foreign(arrival.instanceIdentifier)],
    ['Another document had it before', sameInstanceAs && linkById(sameInstanceAs)],
    ['Came again', repeats > 0 && `${repeats} times`],
    ['Country of the sender', plain(arrival.countryC1)],
    ['Status asked for by the sender', mls.requested],
    ['Our status', code([mls.status, mls.code].filter(Boolean).join(', '))],
    ['Our status was sent', mls.sentAt && exactTime(mls.sentAt)],
    ['Our status is due', mls.dueAt && exactTime(mls.dueAt)],
  ]
}

function linkById(id: string): Html {
  return html`<a href="/console/documents/${id}"><code>${id}</code></a>`
}
