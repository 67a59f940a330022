// The files that `fourcorner init` writes, as text.
import { parseEnv } from 'node:util'
import { settings as documented } from '../config/config.ts'
import type { Answers } from './init-questions.ts'

type Settings = Record<string, string>

const as4Port = '8090'

/** The settings that follow from the answers wherever the files are. */
export function settingsOf(answers: Answers): Settings {
  const url = new URL(answers.database)
  url.password = encodeURIComponent(answers.databasePassword).replaceAll("'", '%27')
  return {
    PEPPOL_NETWORK: answers.network,
    DATABASE_URL: url.href,
    AS4_PORT: as4Port,
    AS4_URL: `https://${answers.as4Host}/as4`,
    TRUST_PROXY: answers.proxy,
  }
}

/** Settings with what each is for, and those that many want next. */
export function settingsText(
  settings: Settings,
  { apiHost, nextKeystore }: { apiHost: string; nextKeystore: string },
): string {
  const others = {
    HOST: '127.0.0.1',
    PORT: '8080',
    AS4_NEXT_KEYSTORE_FILE: nextKeystore,
    VALIDATION_FLOOR: 'rules',
    METRICS_PORT: '9464',
  }
  return [
    '# Written by fourcorner init. .env.example lists every setting.',
    `# The API is https://${apiHost}, which the proxy leads to PORT.\n`,
    ...Object.entries(settings).map(([name, value]) => `${about(name)}${name}=${quoted(value)}\n`),
    '# What you may want next:\n',
    ...Object.entries(others).map(([name, value]) => `${about(name)}# ${name}=${quoted(value)}\n`),
  ].join('\n')
}

function about(name: string): string {
  return `# ${documented[name as keyof typeof documented].description}\n`
}

/** Both .env and systemd take what is in single quotes as it is. Throws where that cannot be. */
function quoted(value: string): string {
  if (/^[\w.:/@,+%?&=~-]*$/.test(value)) return value
  if (/['\n\r]/.test(value))
    throw new Error("A quotation mark (') or a line break cannot stand in a setting.")
  return `'${value}'`
}

/** A drop-in of the service, which hands it secrets that only root can read. */
export function credentialsText(paths: {
  keystore: string
  password: string
  secretsKey: string
}): string {
  const credentials = [
    ['keystore', 'AS4_KEYSTORE_FILE', paths.keystore],
    ['keystore-password', 'AS4_KEYSTORE_PASSWORD_FILE', paths.password],
    ['secrets-key', 'SECRETS_KEY_FILE', paths.secretsKey],
  ] as const
  return [
    '# Written by fourcorner init. Secrets stay readable by root alone, and reach the service as',
    '# files of its own.',
    '[Service]',
    ...credentials.flatMap(([name, setting, path]) => [
      `LoadCredential=${name}:${path.replaceAll('%', '%%')}`,
      `Environment=${setting}=%d/${name}`,
    ]),
    '',
  ].join('\n')
}

/** What systemd gives the service otherwise, for the commands that root runs. */
export function commandsText(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}`)
  return `# Written by fourcorner init, for deploy/systemd/fourcorner.\n${lines.join('\n')}\n`
}

const secret = /^(DATABASE_(DIRECT_)?URL|AWS_SECRET_ACCESS_KEY)$/

/** In what two files of settings differ, one line each; values that may be secret are not shown. */
export function differences(before: string, after: string): string[] {
  const [old, next] = [parseEnv(before), parseEnv(after)]
  const shown = (name: string, value: string | undefined) =>
    value === undefined ? 'not set' : secret.test(name) ? '(not shown)' : value
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .filter((name) => old[name] !== next[name])
    .sort()
    .map((name) => `${name}: ${shown(name, old[name])} → ${shown(name, next[name])}`)
}
