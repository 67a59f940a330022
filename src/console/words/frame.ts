// What stands on every page, and in tables, lists and forms of every kind.
import { type Html, html, type Part } from '../html.ts'

export const frameWords = {
  skip: 'Skip to the content',
  menu: 'Menu',
  signedIn: ', signed in',
  signedInAs: 'Signed in as',
  searchBy: 'Number, name, amount or id',
  resume: 'Resume …',
  whatToDo: 'What to do:',
  whatCanBeDone: 'What can be done',
} as const

/** Lengths of time. */
export const lengthWords = { none: 'less than 1 s' } as const

export const listStateWords = {
  noMatch: 'Nothing matches these filters.',
  withoutFilters: 'Without filters',
  again: 'Again',
} as const

export const errorWords = {
  home: 'Go to the home page',
  technical: 'For technicians:',
  request: 'request',
  unexpected: 'It is logged under the id of this request.',
} as const

export const formWords = {
  back: 'No, go back',
  goBack: 'Go back',
  broken: 'The form is broken or ends too early.',
  hasChanged: {
    happened: 'This has changed since you were asked.',
    toDo: 'Nothing was done. Here is how it stands now: decide again.',
  },
  signedInAgain: {
    happened: 'You are signed in again, and nothing was sent yet.',
    toDo: 'What you typed is still here: go on.',
  },
  notRightYet: (count: number) =>
    `${count === 1 ? 'One thing is' : `${count} things are`} not right yet.`,
} as const

export const signInWords = {
  title: 'Sign in',
  token: 'API token',
  giveToken: 'Give your token.',
  howLong: 'The session ends when you sign out, close the browser, or the token is revoked.',
  ended: 'Your session has ended, because your token has.',
  lost: 'What you sent was too long to be kept: it was not done.',
  kept: 'Your session has ended. What you typed is kept: sign in, and go on.',
  inClear:
    'A token must not cross a network in the clear: open this page over https (of a proxy that ' +
    'TRUST_PROXY names), or on the machine itself.',
  fromElsewhere: (to: string): Html =>
    html`You followed a link from elsewhere. If you have signed in already,
<a href="${to}">go on</a>.`,
  again: {
    title: 'Send what you typed?',
    consequence: (typed: Part): Html =>
      html`<p>You are signed in again, and nothing was done yet. This is what you typed:</p>
<ul>${typed}</ul>`,
    button: 'Send it',
  },
} as const
