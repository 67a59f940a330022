// The home page: what needs a person, the last day, the latest documents.
import type { Attention } from './states.ts'

export const homeWords = {
  needsYou: 'Needs you',
  notCounted: 'It cannot be counted now.',
  nothing: 'Nothing needs you.',
  newOnes: 'received, and new',
  oldest: 'oldest',
  latest: 'Latest',
  noneYet: 'Nothing was sent or received yet.',
} as const

/** Where the word of the state says too little behind a count. */
export const attentionPhrases: { [name in Attention]?: string } = {
  unclear: 'unclear: ask the receiver',
  refused: 'rejected by the receiver',
  query: 'with a query of the receiver',
  unanswered: 'without an answer',
  'received-not-valid': 'received, and not valid',
}
