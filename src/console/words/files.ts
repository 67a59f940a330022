// What the files of a document are, and the groups in which they are listed.
import type { FileEntry } from '../../core/record.ts'

export const fileMeanings: Record<FileEntry['kind'], string> = {
  submitted: 'What was submitted',
  ubl: 'The document as XML',
  sbd: 'The document in its envelope',
  'as4-request': 'The message that was sent',
  'as4-response': 'What was answered to it',
  mls: 'A status message',
  findings: 'What the validation found',
  attachment: 'An attachment',
  word: 'What you said about it',
}

export const fileGroups = {
  document: 'The document',
  arrival: 'Its arrival',
  answers: 'What was reported on it',
} as const

export function attemptNamed(number: number): string {
  return `Attempt ${number}`
}

export const fileWords = {
  none: 'There are none.',
  name: 'Name',
  whatItIs: 'What it is',
  size: 'Size',
  created: 'Created',
} as const
