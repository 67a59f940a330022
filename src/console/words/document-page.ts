// The page of a document, and the questions about it that have a page of their own.
import { type Html, html, type Part } from '../html.ts'

export const leadWords = {
  fromTo: (sender: Part, receiver: Part, day: Part): Html =>
    html`${sender} to ${receiver}${day && html`, ${day}`}`,
  sentAnew: (link: (text: string) => Html): Html =>
    html`It was ${link('sent anew as another document')}.`,
  sentInsteadOf: (link: (text: string) => Html): Html =>
    html`It was sent instead of ${link('another document')}.`,
  waits: (since: Part, next: Part, end: Part): Html =>
    html`It waits since ${since}. Next try ${next}; given up ${end}.`,
  unclear: 'It may have arrived: ask the receiver before anything else.',
} as const

export const answersWords = {
  none: 'None yet.',
  doesNotCount: 'Does not count:',
  from: 'From',
  open: 'Open the answer',
} as const

export const attemptWords = {
  underWay: 'under way',
  began: 'Began',
  ended: 'Ended',
  happened: 'What happened',
  code: 'Code',
  endpoint: 'Endpoint',
  accessPoint: 'Access point',
  httpStatus: 'HTTP status',
  certificate: 'Certificate',
  otherSide: 'The other side said:',
} as const

export const findingWords = {
  title: 'Findings',
  wrong: 'What is wrong',
  severity: 'Severity',
  line: (line: number) => `line ${line}`,
  left: (count: number) => `${count} more are in the file findings.json.`,
} as const

export const anotherReceiverWords = {
  title: 'Send to another receiver',
  receiver: 'The other receiver',
  hint: 'A participant, such as 0208:0123456749. Nothing else in the document changes.',
  next: 'Next',
  document: 'Document',
  didNotArrive: 'It did not arrive at',
  never:
    'This cannot be done with it now: only a document that ended and certainly did not arrive, ' +
    'and was submitted as JSON, can go to another receiver, once.',
  consequence: (document: Part, receiver: Part): Html =>
    html`<strong>${document}</strong> will be sent to <strong>${receiver}</strong>, as a new
document. The two name each other, and this one needs no attention any more.`,
  button: 'Send it',
  notSaid: 'The network does not say now whether it takes this.',
  unknown: 'The network does not know this receiver.',
  takesIt: 'The network finds it, and it takes this document.',
  takesNone: 'This receiver takes no such document.',
} as const

export const forgetWords = {
  title: 'Forget this document?',
  button: 'Forget the document',
  reason: 'Who asked for it, and why',
  reasonHint: 'It is kept in the history: write no personal data.',
  notPossible: 'This cannot be done with it now: it is not at its end, or was forgotten.',
  consequence: (document: Part, receiver: Part): Html =>
    html`${document} to ${receiver}: its files, names and texts are removed, and those of the
answers to it. This cannot be undone.`,
  stay: 'These stay:',
  notReached: 'You remove them elsewhere, as this does not reach:',
} as const

export const answerPageWords = {
  title: (name: string) => `Answer ${name}`,
  onlyInvoices: 'Only invoices, credit notes and debit notes are answered.',
  becomes: 'What becomes of it',
  toldTo: (name: string) => `It is told to ${name}.`,
  howMuchPaid: 'How much is paid',
  note: 'Note',
  noteHint: 'In your own words: a person reads it.',
  asOf: 'As of',
  asOfHint: 'If it is not today.',
  show: 'Show what will be sent',
  send: 'Send the answer',
  change: 'Change it',
  before: 'Answered before',
  why: 'Why',
  toDo: 'What its sender is to do',
  answer: 'Answer',
  about: 'About',
  takesNone: 'Its sender takes no answers by this way: tell them otherwise.',
  nothingSent: 'Nothing was sent.',
} as const
