// Check and send: a document that a person brings, judged, shown, and sent.
import { type Html, html, type Part } from '../html.ts'

export const sendingWords = {
  title: 'Check and send',
  file: 'A file',
  fileHint: (max: string) => `JSON, or XML as it is to be sent; at most ${max}.`,
  text: 'Or its text',
  textHint: 'A file goes before the text.',
  kind: 'What the JSON is',
  kindHint: 'XML says it itself.',
  test: 'How it is sent',
  testLabel: 'Only a test',
  testHint: 'Everything is done, but nothing leaves this machine.',
  alwaysTest: 'Your token is for tests: nothing leaves this machine.',
  check: 'Check',
  nothingGiven: 'Choose a file, or paste the text of a document.',
  tooLarge: (max: string) =>
    `A document has at most ${max} here. Send a larger one by the API, or choose another file.`,
  chooseAgain: 'What you sent is no text that fits here: choose the file again.',
  valid: 'It keeps all rules.',
  validWithWarnings: 'It can be sent. These are worth a look:',
  notValid: (count: number) =>
    `It cannot be sent: ${count === 1 ? 'one error' : `${count} errors`}.`,
  putRight: 'Put it right, and check it again.',
  left: (count: number) => `${count} more are not shown.`,
  findings: 'Findings',
  document: 'The document',
  notShown: 'The document cannot be shown here.',
  change: 'Change it',
  send: (kind: string, number: string) => `Send ${kind.toLowerCase()} ${number} …`,
  sendIt: 'Send it',
  sendTest: 'Send it as a test',
  question: 'Send this document?',
  consequence: (document: Part, receiver: Part): Html =>
    html`<strong>${document}</strong> will be sent to <strong>${receiver}</strong>.`,
  real: 'It leaves this machine, and cannot be called back once it has arrived.',
  isTest: 'It is a test: nothing leaves this machine.',
  itsReceiver: 'its receiver',
  kept: 'It is kept with what is wrong with it:',
  openIt: 'open it',
} as const

/** Problems that the API says in words of its own. */
export const sendingProblems: Record<string, string> = {
  'idempotency.in-progress': 'It is being sent already: look into the list of sent documents.',
  'auth.environment-mismatch': 'Your token is for tests: nothing was sent.',
}
