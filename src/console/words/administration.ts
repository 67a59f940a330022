// The log, reports, tokens and tenants.
import { type Html, html, type Part } from '../html.ts'

export const logWords = {
  about: 'Who changed tokens, registrations, webhooks and settings.',
  whose: 'Whose lines',
  views: { '': 'Your tenant', installation: 'The installation', all: 'All' },
  none: 'There are no lines.',
  heads: ['When', 'What', 'Of', 'By', 'Details', 'Tenant'],
  installation: 'the installation',
} as const

export const reportWords = {
  about: 'What is reported to OpenPeppol of each month, in UTC.',
  months: 'Months',
  month: 'Month',
  of: (month: string) => `Reports of ${month}`,
  offer: 'Send …',
  send: {
    title: (month: string) => `Send the reports of ${month}?`,
    consequence:
      'To OpenPeppol, on the production network. What was sent and has not changed is not sent ' +
      'again.',
    button: 'Send',
  },
  notOver: 'This month is not over yet: its figures grow.',
  received: 'Received',
  sent: 'Sent',
  uncounted: 'Reports, in no total',
  sending: 'End users that send',
  receiving: 'End users that receive',
  inAll: 'End users in all',
  reporter: 'Reporter',
  levels: 'Message Level Status in time',
  levelHeads: ['Agreement', 'Within', 'In time', 'Share', 'Wanted'],
  inTime: (inTime: number, measured: number) => `${inTime} of ${measured}`,
  noneDue: 'none was due',
  files: 'The reports',
  asXml: (name: string) => `${name} as XML`,
  sentReports: 'Sent reports',
  sentHeads: ['Report', 'Sent', 'State'],
} as const

export const secretWords = {
  copyNow: 'Copy it now: it is shown this once, and cannot be recovered.',
  ends: (at: Part): Html => html`It ends at ${at}.`,
  done: 'Done',
} as const

export const tokenWords = {
  create: 'Create a token',
  isNew: 'A new token',
  isReplaced: 'The new token',
  use: 'Send it in the header X-API-Token, or sign in here with it.',
  revoke: {
    link: 'Revoke …',
    title: 'Revoke this token?',
    consequence: 'No call that begins later is served. It cannot be undone.',
    own: 'It is the token that you are signed in with.',
    button: 'Revoke',
  },
  rotate: {
    link: 'Replace …',
    title: 'Replace this token by a new one?',
    consequence: 'The new one has the same name and scopes; the old one ends after a while.',
    overlap: 'The old one works for another',
    button: 'Replace',
  },
  heads: ['Name', 'May', 'Last used', 'Ends', 'State'],
  never: 'never',
  yours: ' (yours)',
} as const

export const tenantWords = {
  create: 'Create a tenant',
  isNew: 'A new tenant',
  createIt: 'Create the tenant',
  change: 'Change',
  save: 'Save',
  changeOf: (name: string) => `Change ${name}`,
  tokenFor: 'For this tenant. With the scope admin, it makes the others.',
  tokenUse: 'Give it to the tenant through a private channel.',
  delete: {
    link: 'Delete the tenant …',
    title: 'Delete this tenant?',
    consequence: 'Its tokens and webhooks go with it. One that has documents cannot be deleted.',
    button: 'Delete',
  },
  name: 'Name',
  id: 'Id',
  participants: 'May send for',
  participantsHint: 'One participant on each line, or * for all participants.',
  duplicates: 'A second document with the same number',
  frenchProcess: 'The process of French documents that state none',
  duplicateChoices: { refuse: 'Refuse it', warn: 'Accept it, with a warning' },
  duplicateOutcomes: { refuse: 'is refused', warn: 'gets a warning' },
  frenchChoices: {
    none: 'None: they have to state it',
    regulated: 'Regulated',
    'non-regulated': 'Non-regulated',
  },
  allParticipants: 'all participants',
  noParticipants: 'none',
  more: (count: number) => `and ${count} more`,
} as const
