// `fourcorner init`: the settings, the secrets key and the folders of a new installation.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Command, Option } from 'commander'
import { readConfig } from '../config/config.ts'
import { randomHex, secretKeyBytes } from '../crypto/index.ts'
import { type Answers, askAll, networks, readAnswers } from './init-questions.ts'
import {
  commandsText,
  credentialsText,
  differences,
  settingsOf,
  settingsText,
} from './init-settings.ts'
import { type NewFile, writeNewFiles } from './write-new-files.ts'

type InitOptions = { network?: string; out?: string; answers?: string; systemd?: true }

export function initCommand(): Command {
  return new Command('init')
    .description(
      'Write the settings, the secrets key and the folders of a new installation. It asks for ' +
        'what it needs, and overwrites nothing.',
    )
    .addOption(new Option('--network <network>', 'network to join').choices(networks))
    .option('--out <folder>', "where to write; with --systemd, in place of '/'")
    .option('--answers <file>', 'JSON file with the answers, where there is no terminal')
    .option('--systemd', 'write /etc/fourcorner/settings, for deploy/systemd')
    .action(init)
}

async function init({ network, out, answers: file, systemd }: InitOptions): Promise<void> {
  const known = network === undefined ? {} : { network }
  const answers = file === undefined ? await ask(known) : readAnswers(readFileSync(file), known)
  const wanted = systemd ? serviceFiles(answers, out ?? '/') : folderFiles(answers, out ?? '.')
  const written = await writeNewFiles(wanted)
  const last = systemd ? serviceStart : folderStart(resolve(out ?? '.'))
  for (const line of [...written, '', ...nextSteps(answers), ...last])
    process.stdout.write(`${line}\n`)
}

async function ask(known: Partial<Answers>): Promise<Answers> {
  if (process.stdin.isTTY) return askAll(known, process.stdin, process.stderr)
  throw new Error(
    'There is no terminal to ask on: give a file with --answers (docs/going-live.md).',
  )
}

/** For a node that starts in `out`. */
function folderFiles(answers: Answers, out: string): { folders: string[]; files: NewFile[] } {
  const folder = resolve(out)
  const secretsKey = join(folder, 'secrets', 'secrets-key')
  const dataDir = join(folder, 'data')
  const settings = {
    NODE_ENV: 'production',
    ...settingsOf(answers),
    ...{ DATA_DIR: dataDir, SECRETS_KEY_FILE: secretsKey },
    ...{ AS4_KEYSTORE_FILE: resolve(answers.keystore) },
    AS4_KEYSTORE_PASSWORD_FILE: resolve(answers.keystorePasswordFile),
  }
  readConfig(settings)
  const nextKeystore = join(dirname(settings.AS4_KEYSTORE_FILE), 'next.p12')
  const text = settingsText(settings, { ...answers, nextKeystore })
  return {
    folders: [folder, dirname(secretsKey), dataDir],
    files: [
      { path: join(folder, '.env'), text, differences },
      { path: secretsKey, text: newKey(), isKept: true },
    ],
  }
}

/** For deploy/systemd/fourcorner.service, whose user reads secrets as credentials only. */
function serviceFiles(answers: Answers, root: string): { folders: string[]; files: NewFile[] } {
  const at = (path: string) => join(resolve(root), path)
  const [secretsKey, dataDir] = ['/etc/fourcorner/secrets-key', '/var/lib/fourcorner']
  const dropIn = '/etc/systemd/system/fourcorner.service.d/credentials.conf'
  const settings = settingsOf(answers)
  const [keystore, password] = [resolve(answers.keystore), resolve(answers.keystorePasswordFile)]
  const files = { AS4_KEYSTORE_FILE: keystore, AS4_KEYSTORE_PASSWORD_FILE: password }
  readConfig({ NODE_ENV: 'production', ...settings, ...files })
  // Where a file can be put that the service may read while it runs.
  const text = settingsText(settings, { ...answers, nextKeystore: join(dataDir, 'next.p12') })
  const forCommands = { NODE_ENV: 'production', DATA_DIR: dataDir, ...files }
  return {
    folders: [at('/etc/fourcorner'), dirname(at(dropIn))],
    files: [
      { path: at('/etc/fourcorner/settings'), text, differences },
      { path: at(secretsKey), text: newKey(), isKept: true },
      {
        path: at('/etc/fourcorner/commands'),
        text: commandsText({ ...forCommands, SECRETS_KEY_FILE: secretsKey }),
        differences,
      },
      { path: at(dropIn), text: credentialsText({ keystore, password, secretsKey }) },
    ],
  }
}

function newKey(): string {
  return `${randomHex(secretKeyBytes)}\n`
}

function nextSteps({ keystore, keystorePasswordFile, ...answers }: Answers): string[] {
  const { proxy, apiHost, as4Host } = answers
  const isHere = proxy.split(',').every((address) => /^\s*(127\.|::1)/.test(address))
  return [
    'Next:',
    ...[keystore, keystorePasswordFile]
      .filter((path) => !existsSync(path))
      .map((path) => `  Put ${path === keystore ? 'the keystore' : 'its password'} at ${path}.`),
    ...(isHere ? [] : [listen]),
    `  Lead https://${apiHost} to PORT, and https://${as4Host}/as4 to AS4_PORT (deploy/nginx, deploy/caddy).`,
    '  Keep a copy of the secrets key elsewhere: without it, webhooks are not called.',
  ]
}

const listen =
  '  Set HOST to the address at which the proxy reaches this machine: it is 127.0.0.1 otherwise.'

/** A command reads the .env of the folder in which it is run. */
function folderStart(folder: string): string[] {
  const command = `node ${resolve(process.argv[1] ?? 'src/launch.mjs')}`
  return [`  cd ${folder}`, `  ${command} doctor     until every line is ok`, `  ${command} start`]
}

const serviceStart = [
  '  fourcorner doctor     until every line is ok (deploy/systemd/fourcorner)',
  '  systemctl daemon-reload && systemctl enable --now fourcorner',
  '  journalctl -u fourcorner -f     shows what it says, and the first token',
]
