// The lists of documents: what narrows them, what stands where there is nothing, and the search.

export const listWords = {
  nothingSent:
    'Nothing was sent yet. Documents come in by the API, or by Check and send; they are listed ' +
    'here.',
  nothingReceived:
    'Nothing was received yet. What others send to your participants is listed here.',
  show: 'Show',
  all: 'All',
  today: 'Today',
  export: 'Export',
  pages: 'Pages of this list',
  newest: 'Newest',
  newer: 'Newer',
  older: 'Older',
  neighbours: 'In the list',
  position: (at: number, of: number, isPart: boolean) =>
    isPart ? `${at} of the ${of} on its page` : `${at} of ${of}`,
} as const

export const filterWords = {
  attention: 'Needs attention',
  anyReason: 'For any reason',
  onBehalf: 'For',
  from: 'From day',
  until: 'Until day',
  any: 'Any',
  filter: 'Filter',
  more: 'More',
  suchAs: 'Such as 0208:0123456749.',
  chooseReason: 'Choose a reason of the list.',
  chooseState: 'Choose a state.',
  chooseOne: 'Choose one of the list.',
  writeParticipant: 'Write a participant, such as 0208:0123456749.',
  writeDay: 'Write a day, such as 2026-11-21.',
} as const

/** The first line of an exported list. */
export const exportHeads = [
  ...['Number', 'Type', 'Sender', 'Sender id', 'Receiver', 'Receiver id'],
  ...['Amount', 'Currency', 'Issued', 'State', 'Reason', 'When', 'Your reference', 'Client'],
  ...['Test', 'Id'],
] as const

export const searchWords = {
  searchFor: 'Search for',
  hint: 'A number or its end, a name, an amount, an id, your reference, a participant.',
  found: 'Found',
  nothing:
    'Nothing was found. Try the beginning or the end of the number, a name, or an amount such as ' +
    '121.00.',
  cut: (hits: number) => `The newest ${hits}: write more to find others.`,
} as const
