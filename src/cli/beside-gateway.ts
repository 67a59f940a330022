// What the commands share that ask a running gateway over HTTP: where it is, the token, and for
// whom they write.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { type Environment, readEnvironment } from '../config/environment.ts'
import { ruleDefaults } from '../config/rules-settings.ts'
import { type Client, openClient, tokenAdvice } from './client.ts'
import { jsonLine } from './foreign-text.ts'

export type GatewayOptions = { url?: string; json?: true }

export function withGateway(command: Command): Command {
  return command
    .option('--url <url>', 'where the gateway is; http://127.0.0.1:PORT by default', httpUrl)
    .addOption(asJson())
}

export function asJson(): Option {
  return new Option('--json', 'print JSON lines on a terminal too')
}

/** Throws an Error that says what to do if there is no token. */
export function connect({ url }: GatewayOptions): Client {
  const environment = readEnvironment()
  const here = `http://127.0.0.1:${environment.PORT || 8080}`
  return openClient(url ?? here, tokenOf(environment))
}

function tokenOf({ FOURCORNER_TOKEN: given, DATA_DIR }: Environment): string {
  const file = join(DATA_DIR || ruleDefaults.DATA_DIR, 'api-token')
  const token = given || written(file)
  if (token === undefined) throw new Error(`There is no token, and no ${file}.\n${tokenAdvice}`)
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new Error(`The token has characters that no token has.\n${tokenAdvice}`)
}

function written(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a person reads: on a terminal, unless JSON is asked for. */
export function isForPeople({ json }: GatewayOptions): boolean {
  return process.stdout.isTTY === true && !json
}

/** Prints a value: as text for people, or as one JSON line. */
export function show<T>(value: T, inWords: (value: T) => string, options: GatewayOptions): void {
  process.stdout.write(`${isForPeople(options) ? inWords(value) : jsonLine(value)}\n`)
}

function httpUrl(value: string): string {
  if (URL.canParse(value) && /^https?:/i.test(value)) return value
  throw new InvalidArgumentError('not a URL such as http://127.0.0.1:8080')
}
