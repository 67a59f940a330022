// `fourcorner init`: what it asks, what it writes, and what it leaves alone.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { parseEnv } from 'node:util'
import { expect, it, vi } from 'vitest'
import { initCommand } from '../../src/cli/init.ts'
import { askAll, readAnswers } from '../../src/cli/init-questions.ts'
import { writeNewFiles } from '../../src/cli/write-new-files.ts'
import { readConfig } from '../../src/config/config.ts'
import { temporaryFolder } from '../store/database.ts'

const place = await temporaryFolder()
const newFolder = () => mkdtemp(join(place, 'init-'))
const password = "k#n 9'ü"
const answers = {
  network: 'production',
  database: 'postgres://fourcorner@db.example:5432/fourcorner',
  databasePassword: password,
  apiHost: 'api.example.com',
  as4Host: 'ap.example.com',
  proxy: '10.0.0.5,10.0.0.6',
  keystore: '/etc/peppol/my keys/ap.p12',
  keystorePasswordFile: '/etc/peppol/ap.password',
}

/** What the command prints. */
async function init(given: object, ...words: string[]): Promise<string> {
  const file = join(await newFolder(), 'answers.json')
  writeFileSync(file, JSON.stringify(given))
  const printed: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed.push(String(text))
    return true
  })
  try {
    await initCommand()
      .exitOverride()
      .parseAsync(['--answers', file, ...words], { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return printed.join('')
}

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const settingsIn = (path: string) => parseEnv(readFileSync(path, 'utf8'))

it('writes settings with which a node starts, a key and folders, for their owner', async () => {
  const out = join(await newFolder(), 'installation')
  const printed = await init(answers, '--out', out)
  const [env, key] = [join(out, '.env'), join(out, 'secrets', 'secrets-key')]
  expect([env, key].map(modeOf)).toEqual(['600', '600'])
  expect([out, join(out, 'data'), join(out, 'secrets')].map(modeOf)).toEqual(['700', '700', '700'])
  expect(readdirSync(out).sort()).toEqual(['.env', 'data', 'secrets'])
  expect(readFileSync(key, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)

  const config = readConfig(settingsIn(env))
  expect(config).toMatchObject({
    ...{ NODE_ENV: 'production', PEPPOL_NETWORK: 'production', SECRETS_KEY_FILE: key },
    ...{ DATA_DIR: join(out, 'data'), AS4_URL: 'https://ap.example.com/as4', AS4_PORT: 8090 },
    ...{ TRUST_PROXY: ['10.0.0.5', '10.0.0.6'], AS4_KEYSTORE_FILE: answers.keystore },
  })
  expect(decodeURIComponent(new URL(config.DATABASE_URL!).password)).toBe(password)
  // Every setting says what it is for.
  const text = readFileSync(env, 'utf8')
  for (const name of Object.keys(settingsIn(env)))
    expect(text).toMatch(new RegExp(`^# .{12,}\n${name}=`, 'm'))
  expect(printed).toContain(`${env}: written\n`)
  expect(printed).toContain(`\n  cd ${out}\n  node /`)
  expect(printed).toContain(`Put the keystore at ${answers.keystore}.\n`)
  expect(printed).toContain('Set HOST to the address at which the proxy reaches this machine')
  expect(printed).not.toContain(encodeURIComponent(password))
  expect(printed).not.toContain(readFileSync(key, 'utf8').trim())
})

it('never writes over a file: what is new goes beside it, and the difference is told', async () => {
  const out = await newFolder()
  await init(answers, '--out', out)
  const [env, key] = [join(out, '.env'), join(out, 'secrets', 'secrets-key')]
  const before = [readFileSync(env, 'utf8'), readFileSync(key, 'utf8')]
  const files = () => [readFileSync(env, 'utf8'), readFileSync(key, 'utf8')]
  expect(await init(answers, '--out', out)).toContain(`${env}: was there, and says the same\n`)
  expect(existsSync(`${env}.new`)).toBe(false)

  const changed = { ...answers, databasePassword: 'another', as4Host: 'peppol.example.com' }
  const printed = await init(changed, '--out', out)
  expect(files()).toEqual(before)
  expect(printed).toContain(
    `${env} was there: ${env}.new is written instead. It changes:\n` +
      '  AS4_URL: https://ap.example.com/as4 → https://peppol.example.com/as4\n' +
      '  DATABASE_URL: (not shown) → (not shown)\n',
  )
  expect(printed).toContain(`${key}: was there, and is kept\n`)
  expect(printed).not.toContain('another')
  expect(settingsIn(`${env}.new`).AS4_URL).toBe('https://peppol.example.com/as4')
  expect(modeOf(`${env}.new`)).toBe('600')

  await expect(init(changed, '--out', out)).rejects.toThrow(
    `${env}.new is there already: look at it, and remove it. Nothing was written.`,
  )
  expect(files()).toEqual(before)
})

it('writes the settings of the service, and hands it its secrets as credentials', async () => {
  const root = await newFolder()
  await init(answers, '--systemd', '--out', root)
  const settings = settingsIn(join(root, 'etc/fourcorner/settings'))
  expect(settings).toMatchObject({ PEPPOL_NETWORK: 'production', AS4_PORT: '8090' })
  for (const name of ['DATA_DIR', 'NODE_ENV', 'AS4_KEYSTORE_FILE'])
    expect(settings[name]).toBe(undefined)
  const dropIn = join(root, 'etc/systemd/system/fourcorner.service.d/credentials.conf')
  const lines = readFileSync(dropIn, 'utf8').trim().split('\n')
  expect(lines.slice(2)).toEqual([
    '[Service]',
    'LoadCredential=keystore:/etc/peppol/my keys/ap.p12',
    'Environment=AS4_KEYSTORE_FILE=%d/keystore',
    'LoadCredential=keystore-password:/etc/peppol/ap.password',
    'Environment=AS4_KEYSTORE_PASSWORD_FILE=%d/keystore-password',
    'LoadCredential=secrets-key:/etc/fourcorner/secrets-key',
    'Environment=SECRETS_KEY_FILE=%d/secrets-key',
  ])
  expect(modeOf(join(root, 'etc/fourcorner/secrets-key'))).toBe('600')
  // The user of the service can read what is put there while it runs.
  const text = readFileSync(join(root, 'etc/fourcorner/settings'), 'utf8')
  expect(text).toContain('# AS4_NEXT_KEYSTORE_FILE=/var/lib/fourcorner/next.p12\n')
  const unit = readFileSync('deploy/systemd/fourcorner.service', 'utf8')
  expect(unit).toContain('EnvironmentFile=-/etc/fourcorner/settings\n')
  expect(unit).toContain(`${lines[4]!.split('=').slice(1).join('=').split(' ')[0]}`)
})

it('gives the commands of root what systemd gives the service', async () => {
  const root = await newFolder()
  await init(answers, '--systemd', '--out', root)
  const program = join(root, 'launch.mjs')
  writeFileSync(program, 'console.log(JSON.stringify([process.env, process.argv.slice(2)]))')
  const script = readFileSync('deploy/systemd/fourcorner', 'utf8')
    .replaceAll('/etc/fourcorner', join(root, 'etc/fourcorner'))
    .replace('/opt/fourcorner/node_modules/fourcorner/src/launch.mjs', program)
  const run = () => {
    const words = ['-c', script, 'fourcorner', 'doctor', 'two words']
    const env = { PATH: process.env.PATH }
    return JSON.parse(execFileSync('sh', words, { encoding: 'utf8', env }))
  }
  const [env, words] = run()
  expect(words).toEqual(['doctor', 'two words'])
  expect(env).toMatchObject({
    ...settingsIn(join(root, 'etc/fourcorner/settings')),
    ...{ NODE_ENV: 'production', DATA_DIR: '/var/lib/fourcorner' },
    ...{
      AS4_KEYSTORE_FILE: answers.keystore,
      AS4_KEYSTORE_PASSWORD_FILE: '/etc/peppol/ap.password',
    },
    SECRETS_KEY_FILE: '/etc/fourcorner/secrets-key',
  })
  rmSync(join(root, 'etc'), { recursive: true })
  expect(run()[0].DATA_DIR).toBe(undefined)
})

it('says only what is left to do', async () => {
  const folder = await newFolder()
  const [keystore, keystorePasswordFile] = [join(folder, 'a.p12'), join(folder, 'a.password')]
  for (const path of [keystore, keystorePasswordFile]) writeFileSync(path, '')
  const here = { ...answers, proxy: '127.0.0.1, ::1', keystore, keystorePasswordFile }
  const printed = await init(here, '--out', join(folder, 'out'))
  expect(printed).toContain('Next:\n  Lead https://api.example.com')
})

it('names all faults of the answers, and writes nothing', async () => {
  const out = join(await newFolder(), 'nothing')
  const wrong = {
    ...{ network: 'sandbox', database: 'postgres://u:secret-word@db/x', apiHost: 'localhost' },
    ...{ proxy: 5, keystore: '/k.p12', as4host: 'ap.example.com' },
  }
  const error: Error = await init(wrong, '--out', out).then(
    () => expect.fail(),
    (e) => e,
  )
  expect(error.message.split('\n').map((line) => line.trim().slice(0, 44))).toEqual([
    'The answers cannot be used:',
    'as4host: is not asked for',
    'network: must be test or production',
    'database: must not have the password in it: ',
    'apiHost: must be a host name, such as api.ex',
    'as4Host: is missing (Host name for other acc',
    'proxy: must be a string',
    'keystorePasswordFile: is missing (Path of th',
  ])
  expect(error.message).not.toContain('secret-word')
  const { network, ...others } = answers
  expect(readAnswers(Buffer.from(JSON.stringify(others)), { network }).network).toBe(network)
  expect(() => readAnswers(Buffer.from('{"databasePassword": hush'), {})).toThrow(
    'The file with the answers must hold a JSON object.',
  )
  await expect(init({ ...answers, proxy: 'here' }, '--out', out)).rejects.toThrow('TRUST_PROXY: ')
  await expect(init({ ...answers, keystore: "it's.p12" }, '--out', out)).rejects.toThrow("mark (')")
  expect(existsSync(out)).toBe(false)
})

it('takes the answers that docs/going-live.md shows', () => {
  const page = readFileSync('docs/going-live.md', 'utf8')
  const shown = Buffer.from(/```json\n(\{\n {2}"database"[^`]*)```/.exec(page)![1]!)
  expect(readAnswers(shown, { network: 'test' })).toMatchObject({ as4Host: 'ap.example.com' })
})

it('asks on a terminal, again after a wrong answer, and does not show the password', async () => {
  const input = Object.assign(new PassThrough(), { isTTY: true })
  let shown = ''
  const output = new PassThrough().on('data', (chunk) => (shown += chunk)) as PassThrough
  const asked = askAll({ network: 'test' }, input, output)
  const typed = [
    ...['mysql://db', answers.database, 'hush-hush', 'api.example.com', 'ap.example.com'],
    ...['', '/k.p12', '/k.password'],
  ]
  for (const line of typed) {
    const before = shown.split(': ').length
    input.write(`${line}\r`)
    await expect.poll(() => shown.split(': ').length > before || line === '/k.password').toBe(true)
  }
  expect(await asked).toEqual({
    ...answers,
    ...{ network: 'test', databasePassword: 'hush-hush', proxy: '127.0.0.1' },
    ...{ keystore: '/k.p12', keystorePasswordFile: '/k.password' },
  })
  expect(shown).toContain('It must be a URL, such as postgres://')
  expect(shown).toContain('[127.0.0.1]')
  expect(shown).not.toContain('hush-hush')
  expect(shown).not.toContain('Network')
  // The line editor clears a line before it shows its prompt: the question has to come after that.
  const [cleared, seen] = [shown.lastIndexOf('\u001b[0J'), shown.lastIndexOf('Path of the file')]
  expect(cleared).toBeGreaterThan(-1)
  expect(seen).toBeGreaterThan(cleared)
})

it('says what to do without a terminal, or when the questions are left', async () => {
  await expect(initCommand().parseAsync([], { from: 'user' })).rejects.toThrow('--answers')
  const input = new PassThrough()
  input.end('test\n')
  await expect(askAll({}, input, new PassThrough().resume())).rejects.toThrow('not answered')
})

it('writes all of its files or none', async () => {
  const folder = await newFolder()
  writeFileSync(join(folder, 'file'), '')
  const impossible = join(folder, 'file', 'b')
  const files = [join(folder, 'a'), impossible].map((path) => ({ path, text: 'x' }))
  await expect(writeNewFiles({ folders: [join(folder, 'made', 'deep')], files })).rejects.toThrow(
    `${impossible} cannot be made: a file of that name, or of a folder in it, is there. ` +
      'Nothing was written.',
  )
  expect(readdirSync(folder)).toEqual(['file'])
  mkdirSync(join(folder, 'kept'))
  await expect(
    writeNewFiles({ folders: [join(folder, 'kept'), impossible], files }),
  ).rejects.toThrow()
  expect(readdirSync(folder).sort()).toEqual(['file', 'kept'])
  expect(resolve(impossible)).toBe(impossible)
})
