// Beside a document: what its receiver said, when it moved, and what can be downloaded.
import { linkButton } from '../components/button.ts'
import { facts } from '../components/facts.ts'
import { participant } from '../components/participant.ts'
import { time } from '../components/time.ts'
import { type Html, html } from '../html.ts'
import { given } from '../show.ts'
import { labels } from '../words/labels.ts'
import { answeredBy, answersList } from './answers.ts'
import type { Shown } from './shown.ts'
import { taxReportSection } from './tax-report.ts'

export function documentAside(shown: Shown): Html {
  const { document, answers, arrival, auditLog, names } = shown
  const by = arrival && answeredBy(answers, auditLog, names)
  return html`<section class="card" aria-labelledby="answers"><h2 id="answers">Answers</h2>
${answersList(answers, by)}</section>
${taxReportSection(shown)}
<section class="card" aria-labelledby="downloads"><h2 id="downloads">Downloads</h2>
<div class="actions">${downloads(shown)}</div></section>
<section class="card" aria-labelledby="about"><h2 id="about">About</h2>
${facts([
  [labels.from, participant(document.sender)],
  [labels.to, participant(document.receiver)],
  [labels.submitted, !arrival && time(document.createdAt)],
  [labels.received, arrival && time(arrival.receivedAt)],
  [labels.taken, arrival?.acknowledgedAt && time(arrival.acknowledgedAt)],
  [labels.lastMoved, time(document.updatedAt)],
  [labels.reference, given(document.reference)],
  [labels.client, given(document.clientId)],
])}</section>`
}

function downloads({ document, files }: Shown): Html {
  const path = `/console/documents/${document.id}`
  const xml = files.findLast(({ kind }) => kind === 'ubl')
  const hasLeft = document.direction === 'outbound' && document.certainty !== 'not-sent'
  return html`${xml && linkButton({ text: 'PDF', href: `${path}/pdf`, icon: 'file' })}
${xml && linkButton({ text: 'XML', href: `${path}/files/${xml.id}`, icon: 'download' })}
${
  files.some(({ kind }) => kind === 'mls') &&
  linkButton({ text: 'Status message', href: `${path}/pdf?of=mls`, icon: 'file' })
}
${
  files.length > 0 &&
  linkButton({ text: 'All as ZIP', href: `${path}/files.zip`, icon: 'download' })
}
${
  hasLeft &&
  linkButton({ text: 'Evidence of its delivery', href: `${path}/evidence`, icon: 'download' })
}`
}
