// deploy/helm as Helm renders it: each object as the schema of Kubernetes has it, and what they
// say of the gateway is true of the Dockerfile and the settings. No cluster runs it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { limits } from '../../../src/config/limits.ts'

const helm = process.env.HELM
/** The folder of programs of a Python that has kubernetes-validate. */
const python = process.env.KUBERNETES_VALIDATE
const chart = 'deploy/helm/fourcorner'
const values = (name: string) => `test/e2e/deploy/values/${name}.yaml`

// biome-ignore lint/suspicious/noExplicitAny: its schema is checked by kubernetes-validate
type Kubernetes = any
type Variable = { name: string; value?: string; valueFrom?: object }

/** Helm that was built by Go alone takes an old Kubernetes for the cluster. */
function render(name: string, ...options: string[]) {
  const words = ['template', 'ours', chart, '--kube-version', '1.31', ...options]
  return spawnSync(helm!, name ? [...words, '--values', values(name)] : words, { encoding: 'utf8' })
}

function objectsIn(path: string): Kubernetes[] {
  const program =
    'import json,sys,yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))'
  const { stdout, stderr } = spawnSync(join(python!, 'python'), ['-c', program, path], {
    encoding: 'utf8',
  })
  if (!stdout) throw new Error(stderr)
  return (JSON.parse(stdout) as Kubernetes[]).filter(Boolean)
}

const isMissing = !helm || !python

describe.skipIf(isMissing && !process.env.CI).each([
  ['least', ['Deployment', 'PodDisruptionBudget', 'Service', 'Service']],
  [
    'hosts',
    [
      'Deployment',
      'Ingress',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'Service',
    ],
  ],
  [
    'all',
    [
      'Deployment',
      'Ingress',
      'Ingress',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
      'Service',
    ],
  ],
])('the chart, with the values %s', (name, kinds) => {
  let path: string
  let objects: Kubernetes[]
  const of = (kind: string): Kubernetes[] => objects.filter((object) => object.kind === kind)
  const pod = () => of('Deployment')[0].spec.template.spec
  const container = () => pod().containers[0]
  const variables = () => container().env as Variable[]

  beforeAll(() => {
    const { stdout, stderr } = render(name)
    if (!stdout) throw new Error(stderr)
    path = join(mkdtempSync(join(tmpdir(), 'fourcorner-helm-')), 'objects.yaml')
    writeFileSync(path, stdout)
    objects = objectsIn(path)
  })

  it('is what helm lint asks for', () => {
    const { status, stdout } = spawnSync(helm!, ['lint', '--strict', '-f', values(name), chart], {
      encoding: 'utf8',
    })
    expect(status, stdout).toBe(0)
  })

  it('makes objects that Kubernetes knows, and no secret', () => {
    const validate = spawnSync(join(python!, 'kubernetes-validate'), ['--strict', path], {
      encoding: 'utf8',
    })
    expect(validate.status, validate.stdout + validate.stderr).toBe(0)
    expect(validate.stdout.match(/passed for resource/g)).toHaveLength(kinds.length)
    expect(objects.map(({ kind }) => kind).sort()).toEqual(kinds)
  })

  it('replaces pods one by one, and gives each longer to stop than a stop can take', () => {
    const { strategy } = of('Deployment')[0].spec
    expect(strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
    const { requestsMs, jobsMs, closeMs } = limits.stop
    const [, pause] = container().lifecycle.preStop.exec.command
    const needed = Number(pause) * 1000 + requestsMs + jobsMs + 2 * closeMs
    expect(pod().terminationGracePeriodSeconds * 1000).toBeGreaterThan(needed)
    expect(pod().terminationGracePeriodSeconds).toBe(45)
  })

  it('runs as an unprivileged user on a file system that it cannot write', () => {
    const [, user] = /^USER (\d+)$/m.exec(readFileSync('Dockerfile', 'utf8'))!
    expect(pod().securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: Number(user) })
    expect(container().securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    })
    expect(pod().automountServiceAccountToken).toBe(false)
    const volumes = pod().volumes as Record<string, unknown>[]
    expect(JSON.stringify(volumes)).not.toContain('hostPath')
    const mounted = container().volumeMounts.map((mount: { name: string }) => mount.name)
    expect(mounted.sort()).toEqual(volumes.map((volume) => volume.name).sort())
  })

  it('gives settings that the gateway knows, and with which it starts in production', () => {
    const listed = readFileSync('.env.example', 'utf8')
    const names = variables().map((variable) => variable.name)
    expect(new Set(names).size).toBe(names.length)
    for (const setting of names) expect(listed).toMatch(new RegExp(`^#? ?${setting}=`, 'm'))
    const [image] = [...readFileSync('Dockerfile', 'utf8').matchAll(/^ENV (NODE_ENV.*)$/gm)]
    const given = image![1]!.split(' ').map((word) => word.split('='))
    // In the place of a secret.
    const url = 'postgres://fourcorner:secret@database/fourcorner'
    const settings = variables().map((variable) => [variable.name, variable.value ?? url])
    const config = readConfig({ ...Object.fromEntries(given), ...Object.fromEntries(settings) })
    expect(config).toMatchObject({ WORKERS: 1, NODE_ENV: 'production', PORT: 8080, AS4_PORT: 8090 })
  })

  it('takes secrets by reference, as variables or at the paths that its settings name', () => {
    const secret = /URL$|SECRET_ACCESS_KEY$/
    for (const variable of variables().filter((one) => secret.test(one.name)))
      if (variable.name !== 'AS4_URL') expect(variable.valueFrom).toHaveProperty('secretKeyRef')
    const mounts = container().volumeMounts as { mountPath: string }[]
    for (const { value } of variables().filter((one) => /_FILE$/.test(one.name)))
      expect(mounts.some(({ mountPath }) => value!.startsWith(`${mountPath}/`))).toBe(true)
  })

  it('leads each host name to its own paths', () => {
    const portsOf = Object.fromEntries(
      container().ports.map((port: Kubernetes) => [port.name, port.containerPort]),
    )
    expect(portsOf).toMatchObject({ api: 8080, as4: 8090 })
    const services = of('Service').map(({ metadata, spec }) => [metadata.name, spec.ports[0]])
    expect(Object.fromEntries(services)).toEqual({
      'ours-fourcorner-api': { name: 'api', port: 8080, targetPort: 'api' },
      'ours-fourcorner-as4': { name: 'as4', port: 8090, targetPort: 'as4' },
    })
    for (const { spec } of of('Ingress')) {
      const [{ host, http }] = spec.rules
      const paths = http.paths.map((one: Kubernetes) => one.path)
      const [kind] = host.split('.')
      if (kind === 'ap') expect(paths).toEqual(['/as4'])
      if (kind === 'console') expect(paths).toEqual(['/console'])
      if (kind === 'api')
        for (const other of ['/', '/as4', '/console', '/metrics'])
          expect(paths).not.toContain(other)
      const service = `ours-fourcorner-${kind === 'ap' ? 'as4' : 'api'}`
      for (const { backend } of http.paths) expect(backend.service.name).toBe(service)
    }
  })

  it('selects its own pods everywhere', () => {
    const { selector, template } = of('Deployment')[0].spec
    const selectors = [
      selector.matchLabels,
      ...of('Service').map(({ spec }) => spec.selector),
      ...of('PodDisruptionBudget').map(({ spec }) => spec.selector.matchLabels),
      ...of('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ]
    for (const labels of selectors) expect(template.metadata.labels).toMatchObject(labels)
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(template.metadata.labels['app.kubernetes.io/version']).toBe(version)
  })
})

describe.skipIf(isMissing && !process.env.CI)('the chart', () => {
  const refusal = (name: string, ...options: string[]) => {
    const { status, stderr } = render(name, ...options)
    expect(status).not.toBe(0)
    return stderr
  }

  it('names all that is missing at once, and what it is for', () => {
    const said = refusal('')
      .split('\n')
      .filter((line) => line.startsWith('- '))
    expect(said.map((line) => /^- ([\w.]+): .{12}/.exec(line)?.[1])).toEqual([
      ...['image.repository', 'network', 'database.url.secret', 'keystore.secret'],
      ...['secretsKey.secret', 'as4.url', 'trustProxy'],
      ...['networkPolicy.from', 'networkPolicy.database.to'],
    ])
  })

  it.each([
    [['--set', 'database.pooler=true'], 'database.directUrl.secret: '],
    [['--set', 'ingress.console.host=c.example.com'], 'ingress.console.annotations: the list'],
    [['--set', 'settings.WORKERS=4'], 'settings.WORKERS: belongs to a value of its own'],
    [['--set', 'network=sandbox'], "at '/network'"],
    [['--set', 'netwrok=test'], "'netwrok' not allowed"],
    [['--set', 'replicas=two'], "at '/replicas': got string, want integer"],
    [['--set', 'as4.url=http://ap.example.com/as4'], "at '/as4/url'"],
    [['--set', 'settings.port=1'], "'port' does not match"],
  ])('refuses %j', (options, reason) => {
    expect(render('least').status).toBe(0)
    expect(refusal('least', ...options)).toContain(reason)
  })
})
