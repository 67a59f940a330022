// The built command as a shell sees it: exit codes and output.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
const broken = join(folder, 'broken.xml')
writeFileSync(broken, '<Invoice')

const run = (...argv: string[]) => runWith({}, ...argv)

const runWith = (environment: Record<string, string>, ...argv: string[]) =>
  spawnSync(process.execPath, [resolve('dist/cli/index.js'), ...argv], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ...environment },
  })

it.each(['--version', '-v'])('%s prints name and version', (option) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(run(option)).toMatchObject({ status: 0, stdout: `fourcorner ${version}\n`, stderr: '' })
})

it('an unknown option is wrong use', () => {
  const refused = run('--versions')
  expect(refused).toMatchObject({ status: 2, stdout: '' })
  expect(refused.stderr).toContain('--versions')
})

it('lookup: nobody named is wrong use, nobody found a negative result', () => {
  expect(run('lookup').status).toBe(2)
  const nobody = run('lookup', 'me')
  expect(nobody.status).toBe(1)
  expect(nobody.stdout).toContain('identifier.invalid')
  const found = run('lookup', '0208:0123456749', '--json')
  expect(found.status).toBe(0)
  expect(JSON.parse(found.stdout)).toMatchObject({ network: 'sandbox', ok: true })
})

it('doctor: all is well on a new sandbox, and not when the keystore is missing', () => {
  const healthy = runWith({ DATABASE_URL: '' }, 'doctor')
  expect(healthy).toMatchObject({ status: 0, stderr: '' })
  expect(healthy.stdout.match(/^[\w ]+? {2,}ok /gm)).toHaveLength(10)
  const keystore = { AS4_KEYSTORE_FILE: 'absent.p12', AS4_KEYSTORE_PASSWORD_FILE: 'absent' }
  const broken = runWith({ PEPPOL_NETWORK: 'test', ...keystore }, 'doctor')
  expect(broken.status).toBe(1)
  expect(broken.stdout).toMatch(/^keystore +failed /m)
  expect(broken.stdout).toContain('absent.p12')
})

it('doctor: before the first start, the disk is that of the folder above DATA_DIR', () => {
  const { stdout } = runWith({ DATA_DIR: join(folder, 'not', 'there') }, 'doctor')
  expect(stdout).toMatch(/^disk +ok .* MB free/m)
})

it.each([
  ['convert', ['convert']],
  ['pdf', ['pdf', '-o', join(folder, 'out.pdf')]],
  ['validate', ['validate']],
])('%s: a missing file is wrong use, a wrong document a negative result', (_, command) => {
  const absent = run(...command, join(folder, 'absent.xml'))
  expect(absent.status).toBe(2)
  expect(absent.stderr).toMatch(/there is no file or folder '.*absent\.xml'/i)
  expect(run(...command, broken).status).toBe(1)
})

it.each([
  ['absent.xml', /^There is no file or folder '.*absent\.xml'\.\n$/],
  ['', /^A folder was given instead of a file\.\n$/],
  ['broken.xml/x.xml', /^A part of the path '.*broken\.xml\/x\.xml' is a file, not a folder\.\n$/],
])('a file that cannot be read is a sentence: %s', (name, sentence) => {
  const { status, stdout, stderr } = run('convert', join(folder, name))
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(sentence)
})

it('pdf: JSON is called that, with what to do about it', () => {
  const command = ['pdf', '-o', join(folder, 'out.pdf')]
  const json = join(folder, 'invoice.json')
  writeFileSync(json, '\ufeff{ "number": "1" }')
  const { status, stdout, stderr } = run(...command, json)
  expect(status).toBe(1)
  const advice = `make UBL of it first, fourcorner convert ${json} -o document.xml`
  expect(stdout + stderr).toContain(advice)
  const { stdout: said, stderr: warned } = run(...command, broken)
  expect(said + warned).not.toContain('fourcorner convert')
})

it('validate: rule sets may have spaces between them, but not be unknown', () => {
  const known = run('validate', '--rules', 'en16931, peppol-billing', broken)
  expect(known.status).toBe(1)
  for (const rules of ['', 'en16931,']) {
    const none = run('validate', '--rules', rules, broken)
    expect(none.status).toBe(2)
    expect(none.stderr).toContain('choose from en16931, ')
  }
})

it('as4 send: a missing file and an invalid option are wrong use', () => {
  const files = ['--password-file', broken, '--roots', broken, '--access-point-ca', broken]
  const send = (keystore: string, url: string) =>
    run(
      'as4',
      'send',
      '--url',
      url,
      '--keystore',
      keystore,
      '--receiver-certificate',
      broken,
      ...files,
      broken,
    )
  const absent = send(join(folder, 'absent.p12'), 'https://ap.example/as4')
  expect([absent.status, absent.stderr]).toEqual([2, expect.stringContaining('absent.p12')])
  expect(send(broken, 'ftp://ap.example/as4').status).toBe(2)
  expect(send(broken, 'https://ap.example/as4').status).toBe(1)
})
