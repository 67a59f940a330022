// What deploy/ says of the gateway, against the gateway: metrics, sections of the documentation,
// settings and times. promtool and systemd-analyze judge the rest in CI.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openTestGateway } from '../http/gateway.ts'

const test = await openTestGateway()
const operations = readFileSync('docs/operations.md', 'utf8')
const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const alertTests = readFileSync('deploy/prometheus/alerts.test.yml', 'utf8')
const unit = readFileSync('deploy/systemd/fourcorner.service', 'utf8')

type Panel = {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  datasource: { uid: string }
  targets: { expr: string; datasource: { uid: string } }[]
}
const dashboard: {
  uid: string
  panels: Panel[]
  templating: { list: { name: string; type: string; query: unknown }[] }
} = JSON.parse(readFileSync('deploy/grafana/fourcorner.json', 'utf8'))

/** Every series that the gateway can serve, without its labels. */
async function served(): Promise<Set<string>> {
  const { body } = await test.call({ url: '/metrics' })
  const types = [...body.matchAll(/^# TYPE (\w+) (\w+)/gm)]
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  )
}

/** `up` comes from Prometheus itself. */
function seriesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:fourcorner|nodejs|process)_\w+/g)].map(([name]) => name)
}

/** As docs/operations.md lists it; the gateway is compared in test/http/routes/metrics.test.ts. */
function hasLabel(series: string, label: string): boolean {
  const name = series.replace(/_(bucket|sum|count)$/, '')
  const row = operations.split('\n').find((line) => line.startsWith(`| \`${name}\``))
  return row?.split('|')[2]?.includes(`\`${label}\``) === true
}

// Of Prometheus, and of histograms.
const labelsOfAll = ['job', 'instance', 'le']

function unknownLabels(text: string): string[] {
  return [...text.matchAll(/(\w+)\{([^}]*)\}/g)].flatMap(([, series = '', inside = '']) =>
    [...inside.matchAll(/(\w+)(?==|!|=~)/g)]
      .map(([label]) => label)
      .filter((label) => !labelsOfAll.includes(label) && !hasLabel(series, label))
      .map((label) => `${series}{${label}}`),
  )
}

const rules = [...alerts.matchAll(/- alert: (\w+)\n([\s\S]*?)(?=\n +- alert|$)/g)].map(
  ([, name = '', rule = '']) => ({ name, rule, expr: /expr: ([\s\S]*?)\n +for:/.exec(rule)![1]! }),
)
const targets = dashboard.panels.flatMap((panel) => panel.targets)
const expressions = [...rules, ...targets].map(({ expr }) => expr)

describe('alarms and dashboard', () => {
  it('name only series and labels that the gateway serves', async () => {
    const names = await served()
    expect(expressions.flatMap(seriesIn).length).toBeGreaterThan(25)
    expect(expressions.flatMap(seriesIn).filter((name) => !names.has(name))).toEqual([])
    expect(expressions.flatMap(unknownLabels)).toEqual([])
  })

  it('would be caught naming others', async () => {
    const names = await served()
    expect(seriesIn('max(fourcorner_queue_length) > nodejs_heap').some((n) => names.has(n))).toBe(
      false,
    )
    expect(names.has('fourcorner_attempt_seconds')).toBe(false)
    expect(unknownLabels('fourcorner_attempt_seconds_count{result!="delivered"}')).toEqual([
      'fourcorner_attempt_seconds_count{result}',
    ])
  })
})

describe('an alarm', () => {
  it.each(rules)('$name says what to do, in a section of its own', ({ name, rule }) => {
    expect(rule).toContain(`runbook: docs/operations.md#${name.toLowerCase()}\n`)
    expect(operations).toMatch(new RegExp(`^### ${name}\n\n.{60}`, 'm'))
  })

  it.each(rules)('$name is tested: when it is raised, and when not', ({ name }) => {
    const [, ...tests] = alertTests.split(/(?=- interval:)/)
    const own = tests.filter((text) => text.includes(`alertname: ${name}\n`))
    expect(own).toHaveLength(1)
    expect(own[0]).toMatch(/exp_alerts: \[\]/)
    expect(own[0]).toMatch(/exp_labels/)
  })

  it('has no section left when it is gone', () => {
    const sections = [...operations.matchAll(/^### (Fourcorner\w+)$/gm)].map(([, name]) => name)
    expect(sections.sort()).toEqual(rules.map(({ name }) => name).sort())
  })
})

describe('the dashboard', () => {
  it('has a name of its own and asks which Prometheus to read', () => {
    expect(dashboard.uid).toBe('fourcorner')
    expect(dashboard.templating.list).toContainEqual(
      expect.objectContaining({ name: 'datasource', type: 'datasource', query: 'prometheus' }),
    )
    for (const { datasource } of [...dashboard.panels, ...targets])
      expect(datasource.uid).toBe('$' + '{datasource}')
  })

  it('has panels that do not cover each other', () => {
    const taken = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    )
    expect(new Set(taken).size).toBe(taken.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })
})

describe('the service', () => {
  it('is given longer to stop than a stop can take', () => {
    const { requestsMs, jobsMs, closeMs } = limits.stop
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])
    expect(seconds * 1000).toBeGreaterThan(requestsMs + jobsMs + 2 * closeMs)
  })

  it('names settings and files that exist', () => {
    const listed = readFileSync('.env.example', 'utf8')
    const lines = unit.split('\n').filter((line) => /^#? ?Environment=/.test(line))
    const settings = lines.flatMap((line) => [...line.matchAll(/(\w+)=(?=\S)/g)].slice(1))
    expect(settings.length).toBeGreaterThan(2)
    const ofOthers = ['NODE_ENV', 'MALLOC_TRIM_THRESHOLD_']
    for (const [, name] of settings.filter(([, name]) => !ofOthers.includes(name!)))
      expect(listed).toMatch(new RegExp(`^#? ?${name}=`, 'm'))
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(unit).toContain(`/node_modules/fourcorner/${bin.fourcorner} start\n`)
  })
})
