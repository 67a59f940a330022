import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mustRun } from '../skips.ts'

const corpus = resolve('../shared/corpus/billing')

type Event = {
  event: string
  identical?: boolean
  files?: Record<string, string>
  [key: string]: unknown
}

function demo(...words: string[]): { status: number | null; events: Event[]; stderr: string } {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['run', '-s', 'demo', '--', '--json', ...words],
    {
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: '' },
      timeout: 120_000,
    },
  )
  const events = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event)
  return { status, events, stderr }
}

describe('npm run demo', () => {
  it('delivers one invoice from JSON and one from XML, and keeps every proof', () => {
    const { status, events, stderr } = demo()
    expect(stderr).toBe('')
    expect(status).toBe(0)
    const steps = events.filter((event) => event.event === 'step').map((event) => event.step)
    expect(steps).toEqual([...Array(2)].flatMap(() => ['looked-up', 'sent', 'receipt-verified']))
    const judged = { mode: 'true', verdict: 'valid', errors: 0, ruleSets: [{}, {}] }
    expect(events.filter(({ event }) => event === 'validated')).toMatchObject([judged, judged])
    const delivered = events.filter((event) => event.event === 'delivered')
    expect(delivered.map((event) => event.identical)).toEqual([true, true])
    for (const { files } of delivered)
      for (const kind of ['submitted', 'ubl', 'sbd', 'as4-request', 'as4-response'])
        expect(existsSync(files![kind]!), kind).toBe(true)
    expect(events.at(-1)).toEqual({ event: 'summary', submitted: 2, delivered: 2, failed: 0 })
  })

  it('shows both directions: a second gateway receives, and each receiver answers', () => {
    const { events } = demo()
    const submitted = events.filter((event) => event.event === 'submitted')
    expect(events.filter((event) => event.event === 'received')).toMatchObject([
      { number: 'DEMO-2', sender: '0208:0123456749' },
    ])
    expect(events.filter((event) => event.event === 'answered')).toMatchObject([
      { id: submitted[0]!.id, code: 'AB' },
      { id: submitted[1]!.id, code: 'AP' },
    ])
  })

  it('receives what the sandbox sends, and answers it', () => {
    const { status, events, stderr } = demo('--receive')
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const received = events.find((event) => event.event === 'received')!
    const { json, pdf, ubl } = received.files!
    expect(JSON.parse(readFileSync(json!, 'utf8')).document.number).toBe(received.number)
    expect(readFileSync(pdf!).subarray(0, 5).toString()).toBe('%PDF-')
    expect(readFileSync(ubl!, 'utf8')).toContain(`<cbc:ID>${received.number}</cbc:ID>`)
    expect(events.find((event) => event.event === 'answered')).toMatchObject({ code: 'AP' })
    expect(events.at(-1)).toEqual({ event: 'summary', sent: 1, received: 1, failed: 0 })
  })

  it.each(['ae', 'sk'])('shows five corners: both sides report to the authority of %s', (tax) => {
    const { status, events, stderr } = demo('--tax', tax)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const shown = events.map(({ event }) => event).filter((event) => !/note|start|kept/.test(event))
    expect(shown.filter((event) => event !== 'validated')).toEqual(
      ['submitted', 'received', 'delivered', 'answered'].concat(
        ...['reported-to-tax', 'reported-to-tax', 'summary'],
      ),
    )
    expect(events.find(({ event }) => event === 'answered')).toMatchObject({ code: 'AP' })
    expect(events.filter(({ event }) => event === 'reported-to-tax')).toMatchObject([
      { role: 'sender', status: 'accepted', code: 'AP' },
      { role: 'receiver', status: 'accepted', code: 'AP' },
    ])
    const { folder } = events.find(({ event }) => event === 'kept') as unknown as { folder: string }
    const list = resolve(folder, 'sandbox', 'inbox', 'tax-reports.jsonl')
    expect(readFileSync(list, 'utf8').trim().split('\n')).toHaveLength(2)
    expect(events.at(-1)).toEqual({ event: 'summary', submitted: 1, delivered: 1, failed: 0 })
  })

  it('refuses a country that it cannot show, and files beside one', () => {
    for (const words of [['om'], ['ae', 'an-invoice.json']]) {
      const { status, events, stderr } = demo('--tax', ...words)
      expect(events).toEqual([])
      expect(status).toBeGreaterThan(0)
      expect(stderr).toMatch(/Allowed choices are ae, sk|name no files/)
    }
  })

  const examples = existsSync(corpus)
    ? readdirSync(corpus).filter((name) => !name.startsWith('cen-'))
    : []
  it.skipIf(examples.length === 0 && !mustRun('official documents'))(
    'delivers each official BIS example with its bytes unchanged (needs ../shared/corpus)',
    () => {
      expect(examples.length).toBeGreaterThan(10)
      const { status, events } = demo(...examples.map((name) => resolve(corpus, name)))
      expect(events.at(-1)).toMatchObject({
        submitted: examples.length,
        delivered: examples.length,
        failed: 0,
      })
      expect(status).toBe(0)
    },
  )

  it('exits with a failure when a document is not delivered, and says which', () => {
    const { status, events } = demo(
      resolve('test/fixtures/e2e/unregistered-receiver.json'),
      resolve('test/fixtures/billing/invoice-minimal.in.json'),
    )
    expect(status).toBe(1)
    const lost = events.find((event) => event.event === 'not-delivered')
    expect(lost).toMatchObject({
      status: 'failed',
      detail: expect.stringContaining('receiver.not-registered'),
    })
    expect(events.at(-1)).toEqual({ event: 'summary', submitted: 2, delivered: 1, failed: 1 })
  })

  it('says what is wrong with a file that cannot be sent', () => {
    const { status, events, stderr } = demo(resolve('test/fixtures/e2e/no-receiver.xml'))
    expect(status).toBe(1)
    expect(stderr).toContain('no-receiver.xml')
    expect(events).toEqual([])
  })
})
