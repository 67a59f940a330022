// What an answer to a document says, by its code (UNCL4343 as Peppol uses it).
import { actionCodes, type ResponseWish, reasonCodes } from '../../core/receive/respond.ts'
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

/** The answers that a person gives, each with what it tells the sender. */
export const givenAnswers = {
  accepted: { code: 'AP', says: 'You will pay it as it is.' },
  rejected: { code: 'RE', says: 'You will not pay it. Say why, or what is to be done.' },
  'under-query': { code: 'UQ', says: 'You need something before you decide. Say what.' },
  'conditionally-accepted': {
    ...{ code: 'CA', says: 'You accept it under conditions, which you name.' },
  },
  paid: { code: 'PD', says: 'You have paid it, or a part of it.' },
  'in-process': { code: 'IP', says: 'You are working on it; a decision follows.' },
  acknowledged: { code: 'AB', says: 'You have it and can read it; nothing is decided.' },
} as const satisfies Record<ResponseWish['status'], { code: string; says: string }>

/** Why: for each code of the list of reasons. */
export const reasonWords: Record<(typeof reasonCodes)[number], string> = {
  NON: 'Nothing is wrong',
  REF: 'A reference is wrong or missing, such as the order number',
  LEG: 'Something that the law requires is wrong or missing',
  REC: 'It is not for us',
  QUA: 'The quality is not as agreed',
  DEL: 'The delivery is not as agreed',
  PRI: 'A price is wrong',
  QTY: 'A quantity is wrong',
  ITM: 'An item is wrong',
  PAY: 'The terms of payment are wrong',
  UNR: 'We did not order this',
  FIN: 'The terms of finance are wrong',
  PPD: 'Only a part of it is paid',
  OTH: 'Another reason, in the note',
}

/** What its sender is to do, for each code of the list of actions. */
export const actionWords: Record<(typeof actionCodes)[number], string> = {
  NOA: 'Nothing',
  PIN: 'Give more information',
  NIN: 'Send a new invoice',
  CNF: 'Send a credit note for the whole invoice',
  CNP: 'Send a credit note for a part of it',
  CNA: 'Send a credit note for the amount',
  OTH: 'Something else, in the note',
}

type Fitting = { reasons: (typeof reasonCodes)[number][]; actions: (typeof actionCodes)[number][] }
const whyNot = {
  reasons: reasonCodes.filter((code) => code !== 'PPD' && code !== 'NON'),
  actions: actionCodes,
}
const nothing: Fitting = { reasons: [], actions: [] }

/** The reasons and actions that make sense with an answer. */
export function fittingFor(status: ResponseWish['status']): Fitting {
  if (status === 'paid') return { reasons: ['PPD'], actions: [] }
  const needsWhy = ['rejected', 'under-query', 'conditionally-accepted'].includes(status)
  return needsWhy ? whyNot : nothing
}
