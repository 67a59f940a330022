// A running gateway over HTTP: nothing here that another caller could not do.
import { Problem, type ProblemCode, type ProblemMembers, problems } from '../problem.ts'

export type Client = {
  /**
   * An answer that is a success, or 304. Throws Problem for one that is a problem of the API, and
   * an Error that says what to do when the gateway cannot be reached or does not take the token.
   */
  call(path: string, init?: RequestInit): Promise<Response>
  /** The JSON of such an answer. */
  read<T>(path: string, init?: RequestInit): Promise<T>
}

/** `url` is where the gateway is reached: its paths begin behind it. */
export function openClient(url: string, token: string): Client {
  async function call(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'X-API-Token': token, ...(init.headers as Record<string, string>) }
    // A token is for the host that was named, not for one that a redirect leads to.
    const asked = { ...init, headers, redirect: 'manual' } as const
    const response = await reaching(url, () => fetch(url.replace(/\/$/, '') + path, asked))
    if (response.ok || response.status === 304) return response
    const text = await reaching(url, () => response.text())
    throw failureOf(response.status, text, url)
  }
  return {
    call,
    async read(path, init) {
      const response = await call(path, init)
      const text = await reaching(url, () => response.text())
      return parsed(text) ?? fail(strange(response.status, url))
    },
  }
}

async function reaching<T>(url: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    const why = cause?.code || cause?.message || (error as Error).message
    throw new Error(
      `No gateway answers at ${url} (${why}): start it, or name the address of another with --url.`,
      { cause: error },
    )
  }
}

type Answered = Pick<ProblemMembers, 'detail' | 'errors' | 'documentId'> & {
  code: string
  title: string
}

function failureOf(status: number, text: string, url: string): Error {
  const answer = parsed<Partial<Answered>>(text)
  if (typeof answer?.code !== 'string') return new Error(strange(status, url))
  const { code, title = code, errors, documentId } = answer
  const detail = asCommands(answer.detail ?? title)
  if (status === 401) return new Error(`${detail}\n${tokenAdvice}`)
  // A gateway of another version may know problems that this program does not.
  if (!Object.hasOwn(problems, code)) return new Error(`${code}: ${detail}`)
  return new Problem(code as ProblemCode, {
    detail,
    ...(errors
      ? { errors: errors.map((fault) => ({ ...fault, message: asCommands(fault.message) })) }
      : {}),
    ...(documentId ? { documentId } : {}),
  })
}

const commands = [
  [
    /(?:post|send) it to \/api\/v1\/([a-z-]+)s\/submit(?:, not to [^ ]+\/submit)?/g,
    'submit it with --kind $1',
  ],
  [/\/api\/v1\/status\?number=/g, 'fourcorner list --number '],
] as const

/** The API advises its own calls; a command line needs others. */
function asCommands(text: string): string {
  return commands.reduce((words, [call, command]) => words.replaceAll(call, command), text)
}

/** What to do without a token, or with one that is not taken. */
export const tokenAdvice =
  "Set FOURCORNER_TOKEN to a token of this gateway; 'fourcorner token create' makes one. " +
  'A gateway on the sandbox writes its first one to DATA_DIR/api-token.'

function strange(status: number, url: string): string {
  return `${url} answers with ${status}, but not as a gateway does: is --url right?`
}

function fail(sentence: string): never {
  throw new Error(sentence)
}

function parsed<T>(text: string): T | undefined {
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}
