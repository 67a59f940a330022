// docs/not-twice.md: its program, run as it stands there, and its table of answers.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { type ProblemCode, problems } from '../../src/problem.ts'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()
const page = readFileSync('docs/not-twice.md', 'utf8')
const program = /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
const invoice = submitExamples.invoice['application/json']!.minimal!.value as object

type Asked = { method: 'POST'; headers: Record<string, string>; body: string }
type Submit = (id: string, body: string) => Promise<{ id: string }>

/** The program of the page, on a line that loses the first answers. */
function submitOver(lost: number, source = program): { submit: Submit; calls: () => number } {
  let calls = 0
  const fetch = async (url: string, { method, headers, body }: Asked) => {
    calls += 1
    const answer = await test.app.inject({ method, url, headers, payload: body })
    if (calls <= lost) throw new TypeError('fetch failed')
    const { statusCode: status, body: text } = answer
    return new Response(text, { status, headers: answer.headers as Record<string, string> })
  }
  const soon = (go: () => void) => setTimeout(go, 0)
  const make = new Function('gateway', 'token', 'fetch', 'setTimeout', `${source}; return submit`)
  return { submit: make('', test.token, fetch, soon), calls: () => calls }
}

const bodyOf = (number: string) => JSON.stringify({ ...invoice, number })

describe('the program of docs/not-twice.md', () => {
  it('makes one document, however many answers are lost', async () => {
    const before = await test.countRows()
    const { submit, calls } = submitOver(3)
    const { id } = await submit('order-17', bodyOf('17'))
    expect(calls()).toBe(4)
    // The document and its job.
    expect(await test.countRows()).toBe(before + 2)
    expect((await test.call({ url: '/api/v1/status/order-17' })).json().id).toBe(id)
  })

  it.each(['INV 2026 4711', 'Rechnung 2026/ä1'])('takes an id such as %s', async (id) => {
    const { submit } = submitOver(1)
    const made = await submit(id, bodyOf(id))
    const url = `/api/v1/status/${encodeURIComponent(id)}`
    expect((await test.call({ url })).json()).toMatchObject({ id: made.id, reference: id })
  })

  it('needs its key: without one, the repetition is a duplicate', async () => {
    const keyless = program.replace(", 'Idempotency-Key': key", '')
    expect(keyless).not.toBe(program)
    const { submit } = submitOver(1, keyless)
    await expect(submit('order-16', bodyOf('16'))).rejects.toThrow(/belongs to document/)
  })

  it('gets the same document when it is run again', async () => {
    const { submit } = submitOver(0)
    const first = await submit('order-18', bodyOf('18'))
    expect((await submit('order-18', bodyOf('18'))).id).toBe(first.id)
  })

  it('ends, with the reason, when the same id comes with another document', async () => {
    const { submit, calls } = submitOver(0)
    await submit('order-19', bodyOf('19'))
    await expect(submit('order-19', bodyOf('20'))).rejects.toThrow('This Idempotency-Key was used')
    expect(calls()).toBe(2)
  })

  it('ends, with the reason, when the document is wrong', async () => {
    const { submit, calls } = submitOver(0)
    await expect(submit('order-21', '{}')).rejects.toThrow(/is missing/)
    expect(calls()).toBe(1)
  })
})

it('names problems that exist, with their status', () => {
  const named = [...page.matchAll(/`(\d{3}) ([a-z-]+\.[a-z-]+)`/g)]
  expect(named.length).toBeGreaterThan(3)
  for (const [, status, code] of named)
    expect(problems[code as ProblemCode]?.status, code).toBe(Number(status))
})
