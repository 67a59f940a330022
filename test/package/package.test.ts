// The package as strangers use it: packed, installed in an empty folder, run by npx.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// What this run of the tests was told by npm is not for the npm of a stranger.
const environment: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries({ ...process.env, NODE_ENV: '', DATABASE_URL: '', PORT: '0' }).filter(
    ([name]) => !/^npm_(?!config_)|^npm_config_local_prefix$/.test(name),
  ),
)
const folder = mkdtempSync(join(tmpdir(), 'package-'))
const home = join(folder, 'empty')
const installed = join(home, 'node_modules/fourcorner')
const invoice = resolve('test/fixtures/billing/invoice-minimal.out.xml')

type Packed = { filename: string; size: number; unpackedSize: number; files: { path: string }[] }

let packed: Packed

beforeAll(() => {
  rmSync('dist', { recursive: true, force: true })
  const [first] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], '.'))
  packed = first
  mkdirSync(home)
  run('npm', ['install', '--omit=dev', join(folder, packed.filename)])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function attempt(command: string, words: string[], cwd = home) {
  return spawnSync(command, words, { cwd, env: environment, encoding: 'utf8', timeout: 240_000 })
}

/** What it prints on standard output. */
function run(command: string, words: string[], cwd = home): string {
  const { status, stdout, stderr } = attempt(command, words, cwd)
  expect(status, `${stdout.slice(-3_000)}\n${stderr.slice(-3_000)}`).toBe(0)
  return stdout
}

function bytesIn(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
}

describe('the package', () => {
  const megabytes = (bytes: number) => Math.round(bytes / 100_000) / 10

  it('holds the built program and what its reader needs, and nothing else', () => {
    const paths = packed.files.map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        'package.json',
        'README.md',
        'CHANGELOG.md',
        'LICENSE',
        'NOTICE',
        '.env.example',
        'docs/operations.md',
        'src/launch.mjs',
        'dist/cli/index.js',
        'dist/migrations/0001_documents.sql',
        'dist/migrations/functions/01_known_at_start.sql',
        'dist/schematron/own/manifest.json',
        'dist/store/embedded/cluster.bin.br',
      ]),
    )
    const many = /^dist\/.+\.(js|json|sql|css|svg|br)$|^docs\/[^/]+\.md$/
    const others = paths.filter((path) => !many.test(path))
    const chart = ['Chart.yaml', 'values.schema.json', 'values.yaml']
    const templates = ['NOTES.txt', '_helpers.tpl', 'deployment.yaml', 'disruption-budget.yaml']
    const more = ['ingresses.yaml', 'network-policy.yaml', 'services.yaml']
    expect(others.sort()).toEqual(
      [
        ...['.env.example', 'CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md'],
        ...['deploy/caddy/Caddyfile', 'deploy/caddy/connections.nft'],
        ...['deploy/compose/compose.yaml', 'deploy/compose/env.example'],
        ...['deploy/nginx/console.conf', 'deploy/nginx/fourcorner.conf'],
        'deploy/grafana/fourcorner.json',
        'deploy/prometheus/alerts.yml',
        ...chart.map((name) => `deploy/helm/fourcorner/${name}`),
        ...[...templates, ...more].map((name) => `deploy/helm/fourcorner/templates/${name}`),
        'deploy/systemd/fourcorner',
        'deploy/systemd/fourcorner.service',
        'package.json',
        'src/launch.mjs',
      ].sort(),
    )
  })

  it('is small, and what it brings along is known', () => {
    const inAll = bytesIn(join(home, 'node_modules'))
    console.info(
      `packed ${megabytes(packed.size)} MB, unpacked ${megabytes(packed.unpackedSize)} MB, ` +
        `installed with all dependencies ${megabytes(inAll)} MB`,
    )
    expect(megabytes(packed.size)).toBeLessThan(5)
    expect(megabytes(packed.unpackedSize)).toBeLessThan(11)
    expect(megabytes(inAll)).toBeLessThan(160)
    // Another platform has other binaries, so the README need only be near.
    const readme = readFileSync('README.md', 'utf8')
    const [, size, whole] = readme.match(/tgz`: ([\d.]+) MB, and (\d+) MB installed/)!
    expect(Math.abs(megabytes(packed.size) / Number(size) - 1)).toBeLessThan(0.1)
    expect(Math.abs(megabytes(inAll) / Number(whole) - 1)).toBeLessThan(0.1)
  })

  it('needs none of the packages that only its making needs', () => {
    const { devDependencies, private: isPrivate } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const name of Object.keys(devDependencies))
      expect(existsSync(join(home, 'node_modules', name)), name).toBe(false)
    expect(isPrivate).toBeUndefined()
  })

  it('npx fourcorner demo delivers two invoices', () => {
    const lines = run('npx', ['fourcorner', 'demo', '--json']).trim().split('\n')
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      event: 'summary',
      submitted: 2,
      delivered: 2,
      failed: 0,
    })
  })

  it('npx fourcorner start is ready, keeps its token in a file, and ends on SIGTERM', async () => {
    const child = spawn('npx', ['fourcorner', 'start'], { cwd: home, env: environment })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    // Its output is closed by the last process that can write to it, which is the gateway.
    const end = once(child, 'close')
    await expect.poll(() => output, { timeout: 60_000 }).toContain('accepts documents at')
    const url = /accepts documents at (http:\S+)/.exec(output)![1]!
    const ready = await fetch(`${url}/health/ready`)
    expect(await ready.json()).toMatchObject({ status: 'ready' })
    const token = readFileSync(join(home, 'data/api-token'), 'utf8').trim()
    const headers = { 'X-API-Token': token }
    expect((await fetch(`${url}/api/identity/check`, { headers })).status).toBe(200)
    for (const page of ['/docs/', '/docs/static/swagger-ui.css', '/docs/json'])
      expect((await fetch(url + page)).status, page).toBe(200)
    child.kill('SIGTERM')
    await end
    await expect(fetch(`${url}/health/live`)).rejects.toThrow()
  })

  it('npx fourcorner validate judges by the rules inside', () => {
    expect(run('npx', ['fourcorner', 'validate', invoice])).toContain('1 valid, 0 invalid')
  })

  it.each([
    ['dist/migrations', ['demo']],
    ['dist/console', ['demo']],
    ['dist/schematron', ['validate', invoice]],
    ['dist/cli/index.js', ['--version']],
  ])('cannot do without %s', (path, words) => {
    const aside = join(folder, 'aside')
    renameSync(join(installed, path), aside)
    const { status } = attempt('npx', ['fourcorner', ...words])
    renameSync(aside, join(installed, path))
    expect(status).not.toBe(0)
  })
})
