// What a person says about a received document, by Message Level Status.
import type { WordIssue, WordWish } from '../../core/receive/word.ts'

export const wordWords: Record<WordWish['code'], { label: string; hint: string }> = {
  AP: { label: 'Accepted', hint: 'You have it, and take it as it is.' },
  AB: { label: 'Received', hint: 'It has arrived; nothing more is said.' },
  RE: { label: 'Rejected', hint: 'You do not take it. Say what is wrong.' },
}

export const issueWords: Record<WordIssue['code'], string> = {
  BV: 'It breaks a rule',
  BW: 'A warning, which rejects nothing',
  SV: 'It is not written as it must be',
  FD: 'It could not be passed on',
}

export const wordLabels = {
  title: 'Report a status',
  code: 'What becomes of it',
  codeMissing: 'Choose what becomes of it.',
  description: 'Why',
  optional: 'Its sender reads it. It may stay empty.',
  issue: 'What kind of fault it is',
  location: 'Where in the document',
  locationHint: 'An XPath, such as /Invoice/cac:OrderReference/cbc:ID. It may stay empty.',
  text: 'What is wrong',
  issueMissing: 'Say what is wrong: a warning alone rejects nothing.',
  warningsOnly: 'Only a warning can go with this.',
  send: 'Report it to the sender',
  back: 'No, go back',
} as const
