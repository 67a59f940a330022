// `fourcorner init` where it may not write, and on a disk that is full: a sentence, and nothing
// half written.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const program = resolve('dist/cli/index.js')
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-init-'))
const answers = join(folder, 'answers.json')
writeFileSync(
  answers,
  JSON.stringify({
    ...{ network: 'test', database: 'postgres://fourcorner@127.0.0.1/fourcorner' },
    ...{ apiHost: 'api.example.com', as4Host: 'ap.example.com' },
    ...{ keystore: '/k.p12', keystorePasswordFile: '/k.password' },
  }),
)

const shell = (script: string) =>
  spawnSync('unshare', ['-m', 'sh', '-c', script], { encoding: 'utf8', timeout: 60_000 })
const init = (out: string) =>
  `"${process.execPath}" "${program}" init --answers ${answers} --out ${out}`

const mayMount = shell(`mount -t tmpfs none ${folder}`).status === 0

it.skipIf(!mayMount && !process.env.CI).each([
  ['the settings', 4096],
  ['the secrets key', 0],
])('leaves a full disk as it was: no room for %s', (_, filled) => {
  const disk = mkdtempSync(join(folder, 'disk-'))
  const { stdout, stderr } = shell(
    // One page: the settings alone take it.
    `mount -t tmpfs -o size=4k none ${disk} && head -c ${filled} /dev/zero >${disk}/other; ` +
      `${init(`${disk}/node`)}; echo "exit $?"; ls -A ${disk}`,
  )
  const file = filled > 0 ? '.env' : 'secrets/secrets-key'
  expect(stderr).toBe(
    `There is no room on the disk for ${disk}/node/${file}. Nothing was written.\n`,
  )
  expect(stdout).toBe('exit 1\nother\n')
})

it('says that it may not write, and where', () => {
  const closed = mkdtempSync(join(folder, 'closed-'))
  chmodSync(folder, 0o755)
  chmodSync(closed, 0o555)
  // The superuser may write anywhere but there.
  const out = process.getuid?.() === 0 ? '/sys/fourcorner' : join(closed, 'node')
  const { status, stderr } = shellPlain(init(out))
  expect(stderr).toBe(
    `You may not write ${out}: choose another folder with --out, or ask its owner. ` +
      'Nothing was written.\n',
  )
  expect(status).toBe(1)
  expect(readdirSync(closed)).toEqual([])
})

function shellPlain(script: string) {
  return spawnSync('sh', ['-c', script], { encoding: 'utf8', timeout: 60_000 })
}
