// The commands that ask a running gateway over HTTP: what they print, and what they say when
// something is wrong.

import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { answerCommand } from '../../src/cli/answer.ts'
import { show } from '../../src/cli/beside-gateway.ts'
import { cancelCommand } from '../../src/cli/cancel.ts'
import { recordInLine, recordInWords, stepInWords } from '../../src/cli/describe-record.ts'
import { listCommand } from '../../src/cli/list.ts'
import { queueCommand, queueInWords } from '../../src/cli/queue.ts'
import { retryCommand } from '../../src/cli/retry.ts'
import { statusCommand } from '../../src/cli/status.ts'
import { submitCommand } from '../../src/cli/submit.ts'
import type { DocumentRecord } from '../../src/core/record.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { openTestGateway } from '../http/gateway.ts'
import { temporaryFolder } from '../store/database.ts'
import { newArrival, receiveDocument } from '../store/records.ts'

const test = await openTestGateway()
const folder = await temporaryFolder()
const url = await test.app.listen({ host: '127.0.0.1', port: 0 })
const nobody = '01900000-0000-7000-8000-000000000000'

const json = (kind: keyof typeof submitExamples) =>
  JSON.stringify(submitExamples[kind]['application/json']!.usual!.value)
const xml = (kind: keyof typeof submitExamples) =>
  submitExamples[kind]['application/xml']!.ubl!.value as string

let written = 0
function fileOf(content: string): string {
  const file = join(folder, `document-${written++}`)
  writeFileSync(file, content)
  return file
}

type Ran = { out: string; exitCode: unknown; fault: string }

/** As `fourcorner` runs it, against the gateway of this file unless `argv` says otherwise. */
async function run(command: Command, ...argv: string[]): Promise<Ran> {
  let out = ''
  const writing = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text
    return true
  })
  const before = process.exitCode
  process.exitCode = undefined
  let fault = ''
  try {
    const given = argv.includes('--url') ? argv : [...argv, '--url', url]
    command.exitOverride().configureOutput({ writeErr() {} })
    await command.parseAsync(given, { from: 'user' })
  } catch (error) {
    fault = (error as Error).message
  } finally {
    writing.mockRestore()
  }
  const { exitCode } = process
  process.exitCode = before
  return { out, exitCode, fault }
}

const records = ({ out }: Ran): DocumentRecord[] =>
  out
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

function onTerminal(is: boolean): void {
  const { isTTY } = process.stdout
  process.stdout.isTTY = is
  onTestFinished(() => {
    process.stdout.isTTY = isTTY
  })
}

async function submitted(...options: string[]): Promise<DocumentRecord> {
  const ran = await run(submitCommand(), fileOf(json('invoice')), '--json', ...options)
  expect(ran.fault).toBe('')
  return records(ran)[0]!
}

beforeEach(() => {
  vi.stubEnv('FOURCORNER_TOKEN', test.token)
  vi.stubEnv('DATA_DIR', folder)
})
afterEach(() => void vi.unstubAllEnvs())

describe('submit', () => {
  it.each([
    ['JSON, an invoice unless it is said', json('invoice'), [], 'invoice'],
    ['JSON of the kind that is said', json('creditNote'), ['--kind', 'credit-note'], 'creditNote'],
    ['a UBL invoice', xml('invoice'), [], 'invoice'],
    ['a UBL credit note', xml('creditNote'), [], 'creditNote'],
    ['a UBL debit note, by its type code', xml('debitNote'), [], 'debitNote'],
  ])('takes %s', async (_, content, options, type) => {
    onTerminal(false)
    const [record, ...more] = records(await run(submitCommand(), fileOf(content), ...options))
    expect(record).toMatchObject({ type, status: 'accepted', test: false })
    expect(more).toEqual([])
  })

  it('leaves it to the gateway to judge a kind that is not that of the document', async () => {
    const ran = await run(submitCommand(), fileOf(xml('invoice')), '--kind', 'credit-note')
    expect(ran.fault).toContain('This is an invoice')
    expect(ran.out).toBe('')
  })

  it('passes on what is asked of the gateway', async () => {
    expect(await submitted('--test-only')).toMatchObject({ test: true })
    expect(await submitted('--validate')).toMatchObject({ validation: { mode: 'true' } })
    expect(await submitted()).toMatchObject({ validation: { mode: 'true' } })
    expect(await submitted('--no-validate')).toMatchObject({ validation: { mode: 'off' } })
    const [one, again] = [
      await submitted('--idempotency-key', 'k1'),
      await submitted('--idempotency-key', 'k1'),
    ]
    expect(again.id).toBe(one.id)
    expect((await submitted('--idempotency-key', 'k2')).id).not.toBe(one.id)
  })

  it('says what is wrong with a document, and where', async () => {
    const file = fileOf(json('invoice').replace('"2026-11-21"', '"tomorrow"'))
    const { fault, out } = await run(submitCommand(), file)
    expect(fault).toBe(`${file}: issueDate is "tomorrow": write the day as YYYY-MM-DD (BT-2)`)
    expect(out).toBe('')
  })

  it('says where XML stops being XML', async () => {
    const { fault } = await run(submitCommand(), fileOf('<Invoice><'))
    expect(fault).toMatch(/: Line 1, column \d+: .+\.$/)
  })

  it('says once that a file is a PDF', async () => {
    const file = fileOf('%PDF-1.7\n%\u00e2\u00e3')
    const { fault } = await run(submitCommand(), file)
    expect(fault).toBe(`${file}: Line 1, column 1: There is no root element: this is a PDF.`)
  })

  it('names its own option for a document of another kind, not the call', async () => {
    const stated = JSON.parse(json('creditNote'))
    const credited = fileOf(JSON.stringify({ ...stated, type: 'creditNote' }))
    const { fault } = await run(submitCommand(), credited)
    expect(fault).toBe(`${credited}: This is a credit note; submit it with --kind credit-note.`)
    const coded = fileOf(JSON.stringify({ ...stated, typeCode: '381' }))
    const other = await run(submitCommand(), coded)
    expect(other.fault).toContain('typeCode is "381", which makes it a credit note: submit it ')
    expect(other.fault).toContain('with --kind credit-note, or write "380" (BT-3)')
  })

  it('sends XML of any other type to the call that takes it', async () => {
    const { fault } = await run(submitCommand(), fileOf('<Order xmlns="urn:nothing"/>'))
    expect(fault).not.toBe('')
    expect(fault).not.toContain('Invoice in')
  })

  it('shows a person each step until the end', async () => {
    test.startDelivering()
    onTerminal(true)
    const { out, exitCode } = await run(submitCommand(), fileOf(json('invoice')), '--follow')
    expect(out).toMatch(/^[0-9a-f-]{36} {2}accepted\n {2}invoice {4}INV-2026-0042, 1069\.64 EUR\n/)
    const steps = [...out.matchAll(/^ {2}\S+Z {2}(\w+)/gm)].map(([, to]) => to)
    expect(steps).toEqual(['accepted', 'sending', 'delivered'])
    expect(out).toMatch(/^[0-9a-f-]{36} {2}delivered$/m)
    expect(exitCode).toBeUndefined()
  })

  it('gives a program one record per state, the last one final', async () => {
    test.startDelivering()
    onTerminal(false)
    const all = records(await run(submitCommand(), fileOf(json('invoice')), '--follow'))
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
    expect(all.at(-1)).toMatchObject({ status: 'delivered', outcome: 'succeeded' })
  })
})

describe('answer', () => {
  const received = async () => {
    const [tenant] = (await test.gateway.store.tenants({ limit: 100 })).items.slice(-1)
    const mlsDueAt = new Date('2099-01-01')
    return receiveDocument(test.gateway.store, newArrival(tenant!.id), { mlsDueAt })
  }

  it('says what is wrong with a document, and where', async () => {
    onTerminal(false)
    const id = await received()
    const issues = ['--issue', 'BV at /Invoice/cbc:ID It is taken', '--issue', 'BW It is old']
    const { out } = await run(answerCommand(), id, 'RE', '--description', 'Not ours', ...issues)
    expect(JSON.parse(out)).toMatchObject({ id, mls: { word: { code: 'RE', sent: true } } })
    const file = await test.gateway.store.latestFile(id, 'word')
    expect(JSON.parse(`${file?.bytes}`)).toEqual({
      ...{ code: 'RE', description: 'Not ours' },
      issues: [
        { code: 'BV', location: '/Invoice/cbc:ID', text: 'It is taken' },
        { code: 'BW', text: 'It is old' },
      ],
    })
    onTerminal(true)
    const again = await run(answerCommand(), id, 'RE', '--description', 'Not ours', ...issues)
    expect(again.out).toMatch(/RE, outcome .*Its sender is told/)
  })

  it('wants a code of the network, and issues that fit it', async () => {
    const id = await received()
    expect((await run(answerCommand(), id, 'NO')).fault).toMatch(/AP, AB, RE/)
    expect((await run(answerCommand(), id, 'RE', '--issue', 'it is bad')).fault).toMatch(/write a/)
    expect((await run(answerCommand(), id, 'RE')).fault).toMatch(/needs an issue/)
  })
})

describe('status', () => {
  it('finds a document by its id', async () => {
    const { id } = await submitted()
    const [record] = records(await run(statusCommand(), id))
    expect(record).toMatchObject({ id, status: expect.any(String) })
  })

  it('knows no document that there is not', async () => {
    const { fault, out } = await run(statusCommand(), nobody)
    expect(fault).toBe(
      'You have no document with this id or reference. By its number: fourcorner list --number ….',
    )
    expect(out).toBe('')
  })

  it('exits with 1 if the document that it follows is not delivered', async () => {
    const { id } = await submitted()
    await run(cancelCommand(), id)
    const { exitCode } = await run(statusCommand(), id, '--follow')
    expect(exitCode).toBe(1)
    expect((await run(statusCommand(), id)).exitCode).toBeUndefined()
  })
})

describe('queue', () => {
  it('has what waits, and a summary', async () => {
    const { id } = await submitted()
    const { out } = await run(queueCommand())
    const { depth, data } = JSON.parse(out)
    expect(depth).toBeGreaterThan(0)
    expect(data.map((record: DocumentRecord) => record.id)).toContain(id)
  })

  it('says that nothing waits', () => {
    expect(queueInWords({ depth: 0, byReason: {}, byReceiver: [], data: [] })).toBe(
      'Nothing waits.',
    )
  })
})

describe('retry and cancel', () => {
  it('cancel what has not left, and no more', async () => {
    const { id } = await submitted()
    const [record] = records(await run(cancelCommand(), id))
    expect(record).toMatchObject({ id, status: 'cancelled' })
    expect((await run(cancelCommand(), id)).fault).toMatch(/cancelled/)
  })

  it('try again what has failed, and nothing else', async () => {
    // Between two attempts it looks for what is due once a second.
    test.startDelivering({ attemptsMax: 2 })
    const answer = await test.call({
      method: 'POST',
      url: '/api/v1/invoices/submit',
      headers: {
        'content-type': 'application/json',
        'x-testonly': 'scenario=connect-refused;speed=100000',
      },
      payload: json('invoice'),
    })
    const { id } = answer.json()
    onTerminal(true)
    const failed = await run(statusCommand(), id, '--follow')
    expect(failed.exitCode).toBe(1)
    expect(failed.out).toMatch(new RegExp(`^${id} {2}failed \\(test\\)\n`, 'm'))
    expect(failed.out).toMatch(/^ {2}why {8}\w\S+: /m)
    // Its next attempt may be under way by the time it is shown.
    expect((await run(retryCommand(), id)).out).toMatch(
      new RegExp(`^${id} {2}(waiting|sending) \\(test\\)\n`),
    )
    await run(statusCommand(), id, '--follow')
    expect((await run(retryCommand(), (await submitted()).id)).fault).toMatch(/has failed/)
    expect((await run(retryCommand(), nobody)).fault).toMatch(/no document/)
  })
})

describe('list', () => {
  it('has what the filters match, newest first, as many as are wanted', async () => {
    const [first, second, third] = [await submitted(), await submitted(), await submitted()]
    const ids = async (...argv: string[]) =>
      records(await run(listCommand(), ...argv)).map(({ id }) => id)
    expect(await ids('--limit', '2')).toEqual([third.id, second.id])
    expect((await ids('--number', 'INV-2026-0042')).slice(0, 3)).toEqual(
      [third, second, first].map(({ id }) => id),
    )
    expect(await ids('--number', 'nothing')).toEqual([])
    expect(await ids('--status', 'accepted', 'waiting', '--limit', '1')).toEqual([third.id])
  })

  it('goes on to the next page', async () => {
    const many = Array.from({ length: 201 }, () =>
      test.call({
        method: 'POST',
        url: '/api/v1/invoices/submit?clientId=many',
        headers: { 'content-type': 'application/json' },
        payload: json('invoice'),
      }),
    )
    await Promise.all(many)
    const all = records(await run(listCommand(), '--client-id', 'many', '--limit', '999'))
    expect(new Set(all.map(({ id }) => id)).size).toBe(201)
  })

  it('hands on what the gateway says of a filter', async () => {
    expect((await run(listCommand(), '--status', 'lost')).fault).toMatch(/status/)
    expect((await run(listCommand(), '--limit', '0')).fault).toMatch(/not a whole number/)
  })
})

describe('the way to the gateway', () => {
  it('says what to do about a token that is not taken', async () => {
    vi.stubEnv('FOURCORNER_TOKEN', `${test.token}x`)
    const { fault, out } = await run(listCommand())
    expect(fault).toMatch(/token[\s\S]*\nSet FOURCORNER_TOKEN/)
    expect(out).toBe('')
  })

  it('reads the token of the data folder, and says so when there is none', async () => {
    vi.stubEnv('FOURCORNER_TOKEN', '')
    const absent = await run(listCommand())
    expect(absent.fault).toMatch(/^There is no token, and no .*api-token\.\nSet FOURCORNER_TOKEN/)
    writeFileSync(join(folder, 'api-token'), `${test.token}\n`)
    expect((await run(listCommand())).fault).toBe('')
  })

  it('says that a token needs a scope', async () => {
    vi.stubEnv('FOURCORNER_TOKEN', await test.makeToken({ scopes: ['documents:read'] }))
    expect((await run(submitCommand(), fileOf(json('invoice')))).fault).toMatch(/documents:write/)
  })

  it('says that no gateway answers', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const gone = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await new Promise((done) => server.close(done))
    const { fault } = await run(listCommand(), '--url', gone)
    expect(fault).toBe(
      `No gateway answers at ${gone} (ECONNREFUSED): start it, or name the address of another ` +
        'with --url.',
    )
  })

  it('says that somebody else answers, and never follows elsewhere with the token', async () => {
    const seen: unknown[] = []
    const server = createServer(({ url, headers }, response) => {
      seen.push(headers['x-api-token'] && url)
      response.writeHead(302, { location: '/elsewhere' }).end('<html>')
    }).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const other = `http://127.0.0.1:${(server.address() as AddressInfo).port}/peppol/`
    const { fault } = await run(queueCommand(), '--url', other)
    expect(fault).toBe(`${other} answers with 302, but not as a gateway does: is --url right?`)
    expect(seen).toEqual(['/peppol/api/v1/status/queue'])
  })

  it.each(['ftp://127.0.0.1', 'localhost:8080', ''])('refuses %j as its address', async (given) => {
    expect((await run(listCommand(), '--url', given)).fault).toMatch(/not a URL such as/)
  })
})

it('shows nothing of strangers in the queue that moves the cursor', () => {
  const receiver = 'a\u001b[2J\u009b31mb'
  const words = queueInWords({
    ...{ depth: 1, oldestAt: '2026-11-21T10:00:00.000Z', byReason: {}, data: [] },
    byReceiver: [{ receiver, depth: 1 }],
  } as never)
  expect(words).toContain('a[U+001B][2J[U+009B]31mb')
  expect(words).not.toMatch(/(?!\n)\p{Cc}/u)
})

it('shows nothing of strangers that moves the cursor, to programs either', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const record = { number: 'a\u001b[2J\u009b31m\u202eb' }
  show(record, () => '', { json: true })
  const [[line] = []] = write.mock.calls
  write.mockRestore()
  expect(JSON.parse(String(line))).toEqual(record)
  expect(line).toMatch(/^[ -~]+\n$/)
})

it('shows nothing of strangers that moves the cursor', async () => {
  const record = await submitted()
  const foreign = {
    ...record,
    number: 'a\u001b[2Jb',
    sender: { id: '0208:0123456749', name: 'evil\r\u202e' },
    failure: { code: 'x', detail: 'two\nlines', retryable: false },
  }
  const step = {
    ...{ sequence: 1, at: record.createdAt, from: null, to: 'failed', event: 'failed' },
    ...{ actor: '', attempt: 1, detail: '\u001b[31m', hash: '', previousHash: '' },
  }
  const words = [recordInWords(foreign), recordInLine(foreign), stepInWords(step)].join('\n')
  expect(words).toContain('a[U+001B][2Jb')
  expect(words).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u)
})
