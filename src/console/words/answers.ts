// What an answer to a document says, by its code (UNCL4343 as Peppol uses it).
import type { Tone } from './tone.ts'

const answers: Record<string, { word: string; tone: Tone }> = {
  AB: { word: 'Received', tone: 'good' },
  AP: { word: 'Accepted', tone: 'good' },
  IP: { word: 'In process', tone: 'info' },
  UQ: { word: 'Query', tone: 'care' },
  CA: { word: 'Accepted in part', tone: 'care' },
  RE: { word: 'Rejected', tone: 'bad' },
  PD: { word: 'Paid', tone: 'good' },
}

/** A code that this version does not know is shown as what it is: an answer. */
export function answerWord(code: string): { word: string; tone: Tone } {
  return Object.hasOwn(answers, code) ? answers[code]! : { word: 'Answer', tone: 'info' }
}
