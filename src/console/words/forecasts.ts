// Forecasts: what the rules of another day would refuse of the documents that were sent lately.

const documents = (count: number) => (count === 1 ? '1 document' : `${count} documents`)

export const forecastWords = {
  about: 'What the rules of another day would refuse of the documents that were sent lately.',
  none: 'There is no forecast yet.',
  whose: 'Whose documents',
  owners: { tenant: 'Those of this tenant', installation: 'Those of all tenants' },
  heads: { day: 'Rules of', found: 'Found', state: 'State', begun: 'Begun' },
  begin: 'Begin a forecast',
  beginIt: 'Begin it',
  beginHint: 'It works in the background, behind all other work. Documents stay as they are.',
  on: 'Rules of the day',
  onNext: 'The next day on which rules begin.',
  onToday: 'No later rules are known yet: this is today.',
  onFault: (fault: string) => `It ${fault}.`,
  days: 'Days of documents',
  daysHint: 'How many days back from now.',
  daysFault: (max: number) => `Write a whole number from 1 to ${max}.`,
  of: (day: string) => `Rules of ${day}`,
  lastDays: (days: number) => (days === 1 ? 'the last day' : `the last ${days} days`),
  progress: (percent: number) => `${percent} % of the days are done.`,
  again: 'Look again',
  found: (refused: number, judged: number) => `${refused} of ${documents(judged)} refused`,
  nothingJudged: 'There was no document to judge.',
  noneRefused: (judged: number) => `None of ${documents(judged)} would be refused.`,
  refused: (refused: number, judged: number) =>
    `${refused} of ${documents(judged)} would be refused.`,
  soFar: (said: string) => `So far: ${said}`,
  facts: {
    ...{ documents: 'Documents', days: 'Sent in', judged: 'Judged', refused: 'Refused' },
    ...{ withoutBytes: 'Not judged: contents removed', notJudged: 'Not judged: no usable rules' },
    ...{ begun: 'Begun', completed: 'Completed' },
  },
  rules: 'What refuses them',
  ruleHeads: {
    ...{ rule: 'Rule', documents: 'Documents', type: 'Document type', sender: 'Sender' },
    ...{ tenant: 'Tenant', first: 'The first of them' },
  },
  left: (shown: number) =>
    `These are the ${shown} most frequent ones. The API and the command have more.`,
  withoutSenders: 'Senders and documents are shown to the administrators of a tenant alone.',
} as const
