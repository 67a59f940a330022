// What can be done with a document: what its page offers, and what is asked before.
import type { DocumentRecord } from '../../core/record.ts'

export const offerWords = {
  cancel: 'Cancel …',
  retry: 'Try again …',
  acknowledge: 'Mark as taken …',
  answer: 'Answer …',
  status: 'Report a status …',
  'send-to-another': 'Send to another receiver …',
  'set-aside': 'Put aside …',
  'take-back': 'Take back …',
  'report-again': 'Report again …',
  'withdraw-report': 'Withdraw the report …',
} as const

export const actionWords = {
  cancel: {
    question: 'Cancel this document?',
    button: 'Cancel the document',
    consequence: () => 'It will not be sent. The same document can be submitted again.',
  },
  retry: {
    question: 'Try this document again?',
    button: 'Try again',
    consequence: ({ certainty }: Pick<DocumentRecord, 'certainty'>) =>
      certainty === 'unknown'
        ? 'It may have arrived already: ask the receiver first, who gets it twice otherwise.'
        : 'It gets a new deadline and all attempts again.',
  },
  acknowledge: {
    question: 'Mark this document as taken?',
    button: 'Mark as taken',
    consequence: () =>
      'It says that you have the document: it is no longer listed as available, and its sender ' +
      'is told, if they asked and it is not too late.',
  },
  'set-aside': {
    question: 'Put this document aside?',
    button: 'Put aside',
    consequence: () =>
      'It needs no attention any more, until something new is said about it. Nothing is sent.',
  },
  'take-back': {
    question: 'Take this document back?',
    button: 'Take back',
    consequence: () => 'It needs attention again, if there is a reason.',
  },
  'report-again': {
    question: 'Report this document again?',
    button: 'Report it again',
    consequence: () =>
      'The tax authority gets another report about it, with the same content. The document is ' +
      'not sent again.',
  },
  'withdraw-report': {
    question: 'Withdraw the report about this document?',
    button: 'Withdraw the report',
    consequence: () =>
      'The tax authority is told that the document is no more. Its receiver is told nothing.',
  },
} as const

export const notPossible = 'This cannot be done with it now.'

export const actionNote = {
  label: 'Note',
  hint: 'For those who come after you: it stands in its history.',
} as const
