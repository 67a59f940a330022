// Participants: the list, the form, and what the network says of one.
import type { SchemeChoice } from '../../core/network/participant-choices.ts'
import { type Html, html, type Part } from '../html.ts'
import type { KnownPresence } from '../participants/presences.ts'
import type { Tone } from './tone.ts'

/** Whether the network finds a participant here, beside it in the list. */
export const presenceStates = {
  here: { word: 'Found here', tone: 'good' },
  elsewhere: { word: 'Elsewhere', tone: 'care' },
  nowhere: { word: 'Without address', tone: 'care' },
  'not-registered': { word: 'Not found', tone: 'bad' },
  'not-known': { word: 'Not known now', tone: 'quiet' },
} as const satisfies Record<KnownPresence, { word: string; tone: Tone }>

const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** The name of a country; a code without one is shown as what it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code
}

/** A register of numbers: its country, its name, and its four digits. */
export function schemeName({ country, name, number }: SchemeChoice): string {
  const where = country === 'international' ? 'International' : countryName(country)
  return `${where} · ${name} · ${number}`
}

export const participantWords = {
  add: 'Add a participant',
  addIt: 'Add the participant',
  change: 'Change',
  changeOf: (participant: string) => `Change ${participant}`,
  save: 'Save',
  remove: {
    link: 'Remove …',
    title: 'Receive nothing more for this participant?',
    consequence: (participant: Part, types: string): Html =>
      html`<p><strong>${participant}</strong>, which receives: ${types}</p>
<p>What comes for it from now on is refused. What was received stays. Take it out of its SMP first:
as long as the network names this gateway, others send here, and are refused.</p>`,
    button: 'Remove the participant',
  },
  none: 'Nothing is received yet: add a participant that you receive documents for.',
  participant: 'Participant',
  country: 'Country',
  receives: 'Receives',
  endUser: 'End user',
  since: 'Since',
  about: 'About',
  network: 'Network',
  beingAsked: 'being asked …',
  everything: 'Everything that comes',
  andMore: (shown: string, more: number) => `${shown} and ${more} more`,
} as const

export const participantFormWords = {
  scheme: 'Register of its number',
  schemeHint: 'Or write its four digits before the number.',
  noScheme: 'As written before the number',
  hint: 'Its number, such as 0123456749, or with the register: 0208:0123456749.',
  noCountry: 'Not stated',
  what: 'What is received',
  everything: { label: 'Everything that comes', hint: 'Also what others begin to send.' },
  some: { label: 'Only these types', hint: 'Tick them below.' },
  besides: 'Received besides',
  other: 'Other types',
  byIdentifier: 'Types by their identifier',
  byIdentifierHint: 'One on each line, as the code list of Peppol writes them.',
  countryHint: 'Where the participant is. The reports to Peppol need it.',
  endUserHint: 'Your own name or number for it: the reports to Peppol count end users.',
  charactersAtMost: (count: number) => `Write at most ${count} characters.`,
  typesAtMost: (count: number, characters: number) =>
    `Write at most ${count} types, of ${characters} characters each.`,
  chooseWhat: 'Choose what is received.',
  chooseType: 'Choose at least one type.',
} as const

export const presenceWords = {
  unknownType: {
    happened: 'The code list of Peppol does not have one of its types.',
    toDo: 'It is received, and cannot be published from here.',
  },
  beingAsked: 'The network is being asked whether it finds it here …',
  lookNow: 'Look now',
  notKnown: 'Whether the network finds it here is not known now.',
  here: (host: Part): Html => html`The network finds it here, by ${host}.`,
  notRegistered: {
    happened: 'The network does not find it: nothing will come.',
    toDo: 'Have it published in an SMP, with the address and the certificate of this gateway.',
  },
  nowhere: (host: Part) => ({
    happened: html`${host} names no address for its documents.`,
    toDo: 'Have this gateway entered there, with its address and its certificate.',
  }),
  elsewhere: (host: Part, other: Part) => ({
    happened: html`${host} sends its documents elsewhere: to ${other}.`,
    toDo: 'Have this gateway entered there, or remove the participant here.',
  }),
  otherAccessPoint: 'another access point',
  steps: 'The lookup, step by step',
  asksNow: 'Asks the network now, as one that wants to send does, and shows each step.',
  lookUp: 'Look it up',
} as const
