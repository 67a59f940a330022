// What an action has led to: the page after it begins with this sentence.

const sentences = {
  cancel: 'It is cancelled: it will not be sent.',
  retry: 'It is queued again, with a new deadline.',
  acknowledge: 'It is marked as taken.',
  'set-aside': 'It is put aside: it needs no attention any more.',
  'take-back': 'It is taken back.',
  'report-again': 'Another report is on its way to the tax authority.',
  'withdraw-report': 'The withdrawal is on its way to the tax authority.',
  forget: 'It is forgotten: its contents are removed.',
  answer: 'The answer is on its way.',
  status: 'It is recorded, and its sender is told if that is owed.',
  'send-to-another': 'It is on its way to the other receiver, as this new document.',
  send: 'It is accepted. Here you see what becomes of it.',
  begin: 'It has begun, behind all other work.',
  pause: 'Sending is paused. Documents are still accepted, and wait.',
  resume: 'Sending goes on, oldest first.',
  submit: 'The reports are queued for sending.',
  revoke: 'The token is revoked.',
  test: 'A test event is queued.',
  disable: 'The webhook is off.',
  enable: 'The webhook is on.',
  delete: 'It is deleted.',
  save: 'It is saved.',
  change: 'It is changed.',
  new: 'It is created.',
  add: 'The participant is added: what comes for it is taken.',
  publish: 'It is asked for: the gateway writes the participant into the SMP.',
  withdraw: 'It is asked for: the gateway withdraws the participant from the SMP.',
  remove: 'The participant is removed: what comes for it is refused.',
} as const

type Done = keyof typeof sentences

function isDone(name: string): name is Done {
  return Object.hasOwn(sentences, name)
}

/** The sentence that the URL of a page asks for; nothing for what no action is called. */
export function doneIn(url: string): string | undefined {
  const name = new URL(url, 'http://console').searchParams.get('done') ?? ''
  return isDone(name) ? sentences[name] : undefined
}

export function withDone(path: string, name: string): string {
  return isDone(name) ? `${path}${path.includes('?') ? '&' : '?'}done=${name}` : path
}
