// What `fourcorner init` needs to know: asked on a terminal, or read from a file.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

export const networks = ['test', 'production']

const names = [
  ...(['network', 'database', 'databasePassword', 'apiHost', 'as4Host', 'proxy'] as const),
  ...(['keystore', 'keystorePasswordFile'] as const),
]
type Name = (typeof names)[number]
export type Answers = Record<Name, string>

type Question = {
  text: string
  /** The answer when nothing is given. */
  usual?: string
  isSecret?: true
  /** What is wrong with an answer. */
  fault(answer: string): string | undefined
}

const hostName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i

const questions: Record<Name, Question> = {
  network: {
    text: 'Network: test or production',
    fault: (answer) => (networks.includes(answer) ? undefined : 'must be test or production'),
  },
  database: {
    text: 'PostgreSQL server, such as postgres://fourcorner@127.0.0.1:5432/fourcorner',
    fault: databaseFault,
  },
  databasePassword: {
    text: 'Password of the database (nothing if it needs none; it is not shown)',
    ...{ usual: '', isSecret: true, fault: () => undefined },
  },
  apiHost: { text: 'Host name of the API, such as api.example.com', fault: hostFault },
  as4Host: {
    text: 'Host name for other access points, such as ap.example.com',
    fault: hostFault,
  },
  proxy: {
    text: 'Addresses of the TLS proxy, as this machine sees them, separated by commas',
    ...{ usual: '127.0.0.1', fault: (answer) => (answer ? undefined : 'is missing') },
  },
  keystore: {
    text: 'Path of the PKCS#12 file with the key of the access point; it may come later',
    fault: pathFault,
  },
  keystorePasswordFile: { text: 'Path of the file with its password', fault: pathFault },
}

function hostFault(answer: string): string | undefined {
  return hostName.test(answer) ? undefined : 'must be a host name, such as api.example.com'
}

function pathFault(answer: string): string | undefined {
  return answer === '' ? 'must be a path' : undefined
}

function databaseFault(answer: string): string | undefined {
  if (!URL.canParse(answer) || !/^postgres(ql)?:\/\/.*\/./.test(answer))
    return 'must be a URL, such as postgres://fourcorner@127.0.0.1:5432/fourcorner'
  return new URL(answer).password
    ? 'must not have the password in it: that is a question of its own'
    : undefined
}

/** The answers in a JSON file, after those known already. Throws an Error that names all faults. */
export function readAnswers(bytes: Buffer, known: Partial<Answers>): Answers {
  const given = { ...parse(bytes), ...known }
  const faults = Object.keys(given)
    .filter((name) => !names.some((one) => one === name))
    .map((name) => `${name}: is not asked for`)
  const answers = names.map((name) => {
    const { usual, text, fault } = questions[name]
    const answer = given[name] ?? usual
    if (answer === undefined) faults.push(`${name}: is missing (${text})`)
    else if (typeof answer !== 'string') faults.push(`${name}: must be a string`)
    else if (fault(answer) !== undefined) faults.push(`${name}: ${fault(answer)}`)
    return [name, answer]
  })
  if (faults.length > 0) throw new Error(`The answers cannot be used:\n  ${faults.join('\n  ')}`)
  return Object.fromEntries(answers)
}

function parse(bytes: Buffer): Record<string, unknown> {
  try {
    const value = JSON.parse(bytes.toString('utf8'))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    // Said below: what the parser quotes may be a secret.
  }
  throw new Error('The file with the answers must hold a JSON object.')
}

/** Asks for what is not known, and again after an answer that cannot be used. */
export async function askAll(
  known: Partial<Answers>,
  input: NodeJS.ReadableStream & { isTTY?: boolean },
  output: NodeJS.WritableStream,
): Promise<Answers> {
  let isHidden = false
  const echo = new Writable({
    write(chunk, _, done) {
      if (!isHidden) output.write(chunk)
      done()
    },
  })
  const terminal = createInterface({ input, output: echo, terminal: input.isTTY === true })
  const ended = new Promise<undefined>((resolve) => {
    terminal.once('close', () => resolve(undefined))
  })
  const answers: Partial<Answers> = { ...known }
  try {
    for (const name of names) {
      const { text, usual, isSecret, fault } = questions[name]
      while (answers[name] === undefined) {
        // The line editor clears its line of whatever is no prompt.
        const line = terminal.question(`${text}${usual ? ` [${usual}]` : ''}: `)
        isHidden = isSecret === true
        const typed = await Promise.race([line.catch(() => undefined), ended])
        if (typed === undefined) throw new Error('The questions were not answered.')
        if (isHidden) output.write('\n')
        isHidden = false
        const answer = typed.trim() || (usual ?? '')
        const why = fault(answer)
        if (why === undefined) answers[name] = answer
        else output.write(`It ${why}.\n`)
      }
    }
  } finally {
    terminal.close()
  }
  return answers as Answers
}
