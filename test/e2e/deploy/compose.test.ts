// deploy/compose as Docker Compose reads it: every image, port, setting, secret and path that it
// names is one that the Dockerfile, the settings and deploy/ have.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { limits } from '../../../src/config/limits.ts'

type Service = {
  image: string
  build?: { context: string; dockerfile: string }
  environment: Record<string, string>
  command: string[] | null
  secrets?: { source: string; target: string }[]
  volumes: { type: string; source: string; target: string }[]
  networks: Record<string, { ipv4_address?: string } | null>
  ports?: { target: number; published: string }[]
  read_only?: boolean
  stop_grace_period: string
}
type Composition = {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}

const program = process.env.DOCKER_COMPOSE
const folder = 'deploy/compose'
const file = readFileSync(join(folder, 'compose.yaml'), 'utf8')
const dockerfile = readFileSync('Dockerfile', 'utf8')
const example = readFileSync(join(folder, 'env.example'), 'utf8')

/** Without the variables of this process that could stand for those of the file. */
function config(environment: Record<string, string> = {}, ...options: string[]) {
  const { PATH, HOME } = process.env
  const words = ['-f', join(folder, 'compose.yaml'), ...options, 'config', '--format', 'json']
  return spawnSync(program!, words, {
    env: { PATH, HOME, ...environment },
    encoding: 'utf8',
  })
}

describe.skipIf(!program && !process.env.CI)('deploy/compose', () => {
  let composition: Composition
  let services: Record<string, Service>
  let node: Service
  let caddy: Service
  let all: Service[]
  beforeAll(() => {
    const { stdout, stderr } = config({}, '--env-file', join(folder, 'env.example'))
    if (!stdout) throw new Error(stderr)
    composition = JSON.parse(stdout)
    services = composition.services
    node = services['node-1']!
    caddy = services.caddy!
    all = Object.values(services)
  })

  it('has two nodes that are alike, a database and a proxy', () => {
    expect(Object.keys(services).sort()).toEqual(['caddy', 'node-1', 'node-2', 'postgres'])
    expect(services['node-2']).toEqual(node)
  })

  it('names images with their version, and builds its own from the Dockerfile', () => {
    for (const { image } of all) expect(image).toMatch(/^[a-z]+:\d+[a-z0-9.-]*$/)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(node.image).toBe(`fourcorner:${version}`)
    expect(existsSync(join(node.build!.context, node.build!.dockerfile))).toBe(true)
    expect(statSync(node.build!.context).ino).toBe(statSync('.').ino)
  })

  it('gives a node settings that it knows, and with which it starts in production', () => {
    const image = Object.fromEntries(
      [...dockerfile.matchAll(/^ENV (.*)$/gm)]
        .flatMap(([, line]) => line!.split(' '))
        .map((word) => word.split('=') as [string, string]),
    )
    const listed = readFileSync('.env.example', 'utf8')
    for (const name of Object.keys(node.environment))
      expect(listed).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
    for (const PEPPOL_NETWORK of ['test', 'production'])
      expect(readConfig({ ...image, ...node.environment, PEPPOL_NETWORK })).toMatchObject({
        ...{ NODE_ENV: 'production', HOST: '0.0.0.0', AS4_URL: 'https://ap.example.com/as4' },
      })
  })

  it('leads the proxy to the ports of the nodes, which believe its address', () => {
    const [, port] = /^EXPOSE (\d+)$/m.exec(dockerfile)!
    expect(dockerfile).toContain(` PORT=${port} `)
    expect(node.environment.PORT).toBeUndefined()
    const { API_NODES, AS4_NODES } = caddy.environment
    expect(API_NODES).toBe(`node-1:${port} node-2:${port}`)
    const { AS4_PORT, TRUST_PROXY } = node.environment
    expect(AS4_NODES).toBe(`node-1:${AS4_PORT} node-2:${AS4_PORT}`)
    expect(caddy.networks.front).toEqual({ ipv4_address: TRUST_PROXY })
    expect(Object.keys(node.networks)).toContain('front')
    // Its health checks go to the default there.
    expect(readFileSync('deploy/caddy/Caddyfile', 'utf8')).toContain(`{$API_PORT:${port}}`)
  })

  it('opens the ports of the proxy, and no other', () => {
    expect(all.filter(({ ports }) => ports)).toEqual([caddy])
    expect(caddy.ports!.map(({ published }) => published)).toEqual(['80', '443'])
    expect(Object.keys(services.postgres!.networks)).toEqual(['database'])
  })

  it('sets all variables of the Caddyfile, and the console to off', () => {
    const variables = readFileSync('deploy/caddy/Caddyfile', 'utf8').matchAll(/\{\$(\w+)(:?)/g)
    const needed = [...variables].filter(([, , hasDefault]) => !hasDefault).map(([, name]) => name)
    expect(needed.length).toBeGreaterThan(4)
    for (const name of needed) expect(Object.keys(caddy.environment)).toContain(name)
    expect(caddy.environment).toMatchObject({ CONSOLE: '', CONSOLE_ALLOW: '127.0.0.1' })
  })

  it('takes secrets from files, each of which its first lines make', () => {
    const made = file.slice(0, file.indexOf('x-node:'))
    for (const [name, secret] of Object.entries(composition.secrets)) {
      expect(secret.file).toBe(join(process.cwd(), folder, 'secrets', name))
      expect(made).toContain(` secrets/${name}\n`)
      expect(all.some(({ secrets }) => secrets?.some(({ source }) => source === name))).toBe(true)
    }
    for (const { secrets = [], environment, command } of all) {
      const texts = [...Object.values(environment), ...(command ?? [])].join('\n')
      const named = [...texts.matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([path]) => path)
      expect(secrets.map(({ target }) => target).sort()).toEqual([...new Set(named)].sort())
      expect(texts).not.toMatch(/:\/\/\w+:[^/]*@/)
    }
    expect(example).not.toMatch(/password|secret.*=/i)
  })

  it('mounts files that are there, and volumes that are defined', () => {
    const mounted = all.flatMap(({ volumes }) => volumes)
    const files = mounted.filter(({ type }) => type === 'bind').map(({ source }) => source)
    expect(files.map((path) => basename(path))).toEqual(['Caddyfile'])
    expect(files.filter((path) => !statSync(path).isFile())).toEqual([])
    const others = mounted.filter(({ type }) => type === 'volume').map(({ source }) => source)
    expect(new Set(others)).toEqual(new Set(Object.keys(composition.volumes)))
    expect(dockerfile).toContain(`VOLUME ["${node.volumes[0]!.target}"]`)
    expect(node.read_only).toBe(true)
  })

  it('gives a node longer to stop than a stop can take', () => {
    const { requestsMs, jobsMs, closeMs } = limits.stop
    const grace = Number(/^(\d+)s$/.exec(node.stop_grace_period)![1]) * 1000
    expect(grace).toBeGreaterThan(requestsMs + jobsMs + 2 * closeMs)
  })

  it.each(['PEPPOL_NETWORK', 'API_HOST', 'AS4_HOST'])('says that %s is missing', (missing) => {
    const given = { PEPPOL_NETWORK: 'test', API_HOST: 'a.example', AS4_HOST: 'b.example' }
    expect(config({ ...given }).status).toBe(0)
    const { status, stderr } = config({ ...given, [missing]: '' })
    expect(status).not.toBe(0)
    expect(stderr).toContain(`required variable ${missing} is missing a value: `)
  })
})
