// Runs the Dockerfile's steps as shell commands in a temporary folder, and starts the result.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../free-port.ts'
import { type Image, readDockerfile, walkDockerfile } from './dockerfile.ts'
import { invoiceJson } from './invoice.ts'

const instructions = readDockerfile(readFileSync('Dockerfile', 'utf8'))
const allowed = {
  ALLOW_EMBEDDED_DATABASE_IN_PRODUCTION: 'true',
  ALLOW_SANDBOX_IN_PRODUCTION: 'true',
}

describe('the Dockerfile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-docker-'))
  let image: Image
  let port: number
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    image = walkDockerfile(instructions, { context: process.cwd(), folder })
    port = await freePort()
  }, 300_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /**
   * The container's first process: its CMD, its environment, an unprivileged user if
   * we can become one.
   */
  function start(environment: Record<string, string>): { child: ChildProcess; output(): string } {
    const dataDir = image.path(image.environment.DATA_DIR!)
    const [command, ...words] = image.command
    const own = Number(image.user)
    const user = process.getuid?.() === 0 ? { uid: own, gid: own } : undefined
    if (user) giveTo(dataDir, user)
    const child = spawn(command!, words, {
      cwd: image.path(image.workingFolder),
      env: {
        PATH: process.env.PATH,
        ...image.environment,
        DATA_DIR: dataDir,
        PORT: String(port),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream!.on('data', (chunk) => (output += chunk))
    return { child, output: () => output }
  }

  it('starts from base images with their version', () => {
    const bases = instructions.filter(({ name }) => name === 'FROM').map(({ words }) => words[0]!)
    expect(bases.length).toBeGreaterThan(1)
    for (const base of bases) expect(base).toMatch(/^[a-z]+:\d+[a-z0-9.-]*$/)
  })

  it('copies nothing that .dockerignore excludes', () => {
    const lines = readFileSync('.dockerignore', 'utf8').split('\n')
    expect(lines).toContain('*')
    for (const source of image.copiedFromContext) expect(lines, source).toContain(`!${source}`)
    for (const secret of ['.env', 'data', 'secrets', 'node_modules'])
      expect(lines).not.toContain(`!${secret}`)
  })

  it('leaves neither sources nor tools in the image', () => {
    const app = image.path(image.workingFolder)
    expect(readdirSync(app).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'NOTICE',
      'README.md',
      'deploy',
      'dist',
      'docs',
      'node_modules',
      'package.json',
    ])
    const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    const isThere = (name: string) => existsSync(join(app, 'node_modules', name, 'package.json'))
    for (const page of ['index', 'going-live'])
      expect(existsSync(join(app, `dist/reference/guides/${page}.html.br`)), page).toBe(true)
    expect(Object.keys(devDependencies).filter(isThere)).toEqual([])
    expect(Object.keys(dependencies).filter((name) => !isThere(name))).toEqual([])
  })

  it('runs as an unprivileged user, in exec form', () => {
    expect(Number(image.user)).toBeGreaterThan(0)
    expect(image.command[0]).toBe('node')
  })

  it('refuses the embedded database and the sandbox unless they are allowed', async () => {
    const { child, output } = start({})
    expect(await exitOf(child)).toBe(1)
    expect(output()).toContain('ALLOW_EMBEDDED_DATABASE_IN_PRODUCTION')
    expect(output()).toContain('ALLOW_SANDBOX_IN_PRODUCTION')
    expect(isHealthy(image, port)).toBe(false)
  })

  it('delivers a document, is healthy, and shuts down cleanly on SIGTERM', async () => {
    const { child, output } = start(allowed)
    const ended = exitOf(child)
    await said(child, output, /accepts documents at/)
    expect(isHealthy(image, port)).toBe(true)
    const token = readFileSync(
      join(image.path(image.environment.DATA_DIR!), 'api-token'),
      'utf8',
    ).trim()
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/invoices/submit`, {
      method: 'POST',
      headers: { 'X-API-Token': token, 'Content-Type': 'application/json', Prefer: 'wait=30' },
      body: invoiceJson('DOCKER-1'),
    })
    expect(await response.json()).toMatchObject({ status: 'delivered' })
    child.kill('SIGTERM')
    expect(await ended, output()).toBe(0)
    expect(isHealthy(image, port)).toBe(false)
  })
})

describe('the base image', () => {
  const lines = readFileSync('Dockerfile', 'utf8').split('\n')

  it('can be named by its digest, for every stage at once', () => {
    const bases = lines.flatMap((line) => /^FROM (\S+)/.exec(line)?.[1] ?? [])
    expect(bases.length).toBeGreaterThan(1)
    expect([...new Set(bases)]).toEqual([`\${NODE_IMAGE}`])
    expect(lines).toContainEqual(expect.stringMatching(/^ARG NODE_IMAGE=\S+$/))
    expect(lines.filter((line) => line.startsWith('#')).join('\n')).toMatch(
      /--build-arg NODE_IMAGE=\S+@sha256:/,
    )
  })
})

describe('the walk', () => {
  const walk = (...lines: string[]) =>
    walkDockerfile(readDockerfile(lines.join('\n')), {
      context: process.cwd(),
      folder: mkdtempSync(join(tmpdir(), 'fourcorner-walk-')),
    })

  it.each([
    ['a command that fails', ['FROM a:1', 'WORKDIR /app', 'RUN exit 3']],
    ['a missing file', ['FROM a:1', 'WORKDIR /app', 'COPY no-such-file ./']],
    ['a missing stage', ['FROM a:1', 'WORKDIR /app', 'COPY --from=build /app ./']],
    ['an unknown instruction', ['FROM a:1', 'ONBUILD RUN true']],
  ])('stops at %s', (_, lines) => {
    expect(() => walk(...lines)).toThrow()
  })
})

describe('docker-compose.yml', () => {
  const lines = readFileSync('docker-compose.yml', 'utf8').split('\n')

  it('contains no password: they come from files', () => {
    const fromFile = [
      /_FILE: \/run\/secrets\/|\$\$\(cat \/run\/secrets\//,
      /- database-password|database-password:$|file: \.\/secrets\//,
    ]
    const settings = lines.filter((line) => /password/i.test(line) && !/^\s*#/.test(line))
    expect(settings.length).toBeGreaterThan(0)
    for (const line of settings)
      expect(
        fromFile.some((form) => form.test(line)),
        line,
      ).toBe(true)
  })

  it('says how to make the password so that nobody else can read it', () => {
    const making = lines.findIndex((line) => /^#\s+mkdir -m 700 -p secrets && /.test(line))
    expect(making).toBeGreaterThan(0)
    // The container reads the file as another user, so the folder keeps others out.
    expect(lines[making + 1]).toMatch(/^#\s+chmod 444 secrets\/database-password/)
  })

  it('builds on images with their version', () => {
    const images = lines.flatMap((line) => /^\s*image: (\S+)/.exec(line)?.[1] ?? [])
    expect(images.length).toBeGreaterThan(0)
    for (const name of images) expect(name).toMatch(/^[a-z]+:\d+[a-z0-9.-]*$/)
  })
})

function isHealthy({ healthCheck, environment }: Image, port: number): boolean {
  const [command, ...words] = healthCheck
  try {
    execFileSync(command!, words, {
      env: { PATH: process.env.PATH, ...environment, PORT: String(port) },
    })
    return true
  } catch {
    return false
  }
}

function giveTo(dataDir: string, { uid, gid }: { uid: number; gid: number }): void {
  mkdirSync(dataDir, { recursive: true })
  chownSync(dataDir, uid, gid)
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once('exit', (code) => done(code)))
}

function said(child: ChildProcess, output: () => string, words: RegExp): Promise<void> {
  return new Promise((done, failed) => {
    child.stdout!.on('data', () => words.test(output()) && done())
    child.once('exit', (code) => failed(new Error(`ended with ${code}:\n${output()}`)))
  })
}
