// The lines of a document's history, as a person tells them.

const sentences: Record<string, string> = {
  submitted: 'Submitted, and kept: it will be sent.',
  refused: 'Refused: it was not kept for sending.',
  claimed: 'An attempt to deliver it began.',
  held: 'Held back: sending is paused, or the receiver’s provider does not respond.',
  'lease-ran-out': 'The process that was sending it died, or lost the database.',
  delivered: 'Delivered: the receiver’s access point gave a signed receipt.',
  postponed: 'The attempt failed; there will be another one.',
  failed: 'Given up.',
  cancelled: 'Cancelled: it never left.',
  retried: 'Queued again, with a new deadline.',
  confirmed: 'Delivered after all: the receiver reported on it.',
  received: 'Received, and acknowledged with a signed receipt.',
  repeated: 'It came again; the same receipt was given again.',
  opened: 'Opened: it can be fetched.',
  acknowledged: 'Taken.',
  'mls-received': 'The receiver’s provider reported on it.',
  'mls-ignored': 'A report about it came, and does not count.',
  'mls-overdue': 'The report that was asked for is overdue.',
  reported: 'Reported to the tax authority: there is no buyer to send it to.',
  'tax-report-pending': 'Its report to the tax authority was queued.',
  'tax-report-sent': 'Its report was delivered to the tax authority.',
  'tax-report-accepted': 'The tax authority accepted its report.',
  'tax-report-rejected': 'The tax authority refused its report.',
  'tax-report-failed': 'Its report could not be sent to the tax authority.',
  'tax-report-overdue': 'The tax authority has not answered its report in time.',
  'tax-report-withdrawn': 'Its report was withdrawn.',
  'mls-sent': 'Our report on it was queued.',
  answered: 'It was answered.',
  word: 'Its receiver said what becomes of it.',
  'set-aside': 'Put aside: it needs no attention any more.',
  'set-aside-undone': 'Taken back: it needs attention again, if there is a reason.',
  forgotten: 'Forgotten at a request: its contents were removed.',
}

/** What happened; an event that this version does not know is shown as what it is. */
export function historySentence(event: string): string {
  return Object.hasOwn(sentences, event) ? sentences[event]! : event
}

export const historyWords = {
  attemptsFailed: (count: number) => `${count} attempts failed; there will be another one.`,
  by: 'by',
  byCommand: 'by the command line',
  goneToken: 'a token that is gone',
  sentInsteadOf: 'Sent instead of',
  sentAnewAs: 'Sent anew as',
  another: 'another document',
} as const
