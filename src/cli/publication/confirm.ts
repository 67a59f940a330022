// What a command asks its user for: the identifier once more, and a secret that is not echoed.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { report } from './open-registrar.ts'

/** Whether the participant was typed once more; it is asked for on a terminal. */
export async function isConfirmed(
  participant: string,
  confirm: string | undefined,
  consequence: string,
): Promise<boolean> {
  if ((confirm ?? (await askedFor(participant, consequence))) === participant) return true
  report(`Nothing was done: type the identifier once more, as --confirm ${participant}.`)
  return false
}

async function askedFor(participant: string, consequence: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const question = `${consequence} Type the identifier once more (${participant}): `
  const typed = await terminal.question(question)
  terminal.close()
  return typed.trim()
}

/** Nothing of what is typed is shown. Undefined where there is no terminal, or at its end. */
export async function askSecret(
  question: string,
  input: NodeJS.ReadableStream & { isTTY?: boolean } = process.stdin,
  output: NodeJS.WritableStream = process.stderr,
): Promise<string | undefined> {
  if (!input.isTTY) return undefined
  const silent = new Writable({ write: (_, __, done) => done() })
  const terminal = createInterface({ input, output: silent, terminal: true })
  const ended = new Promise<undefined>((resolve) => {
    terminal.once('close', () => resolve(undefined))
  })
  output.write(question)
  try {
    const typed = await Promise.race([terminal.question('').catch(() => undefined), ended])
    return typed?.trim() || undefined
  } finally {
    terminal.close()
    output.write('\n')
  }
}
