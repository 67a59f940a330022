// Invoices, credit notes and debit notes, each as JSON and as the UBL it becomes: submitted,
// followed, and their files fetched, over HTTP; and all three in the demo.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

const kinds = [
  { name: 'invoice', path: 'invoices', root: 'Invoice' },
  { name: 'creditNote', path: 'credit-notes', root: 'CreditNote' },
  { name: 'debitNote', path: 'debit-notes', root: 'Invoice' },
]
const otherPath: Record<string, string> = {
  invoices: 'credit-notes',
  'credit-notes': 'debit-notes',
  'debit-notes': 'invoices',
}
/** A document of the kind, to a receiver that the sandbox knows. */
function jsonOf(kind: string): object {
  const document = JSON.parse(readFileSync(`test/fixtures/billing/${kind}-minimal.in.json`, 'utf8'))
  return { ...document, buyer: { ...document.buyer, endpoint: '0192:987654325' } }
}

let gateway: GatewayProcess
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

async function post(path: string, body: string, type = 'application/json') {
  const headers = { 'Content-Type': type, Prefer: 'wait=30', Accept: '*/*' }
  const response = await gateway.call(path, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

describe.each(kinds)('a document of the kind $name', ({ name, path, root }) => {
  it.each(['JSON', 'UBL'])('is delivered from %s, followed, and has its files', async (form) => {
    const json = JSON.stringify({ ...jsonOf(name), type: name, number: `${name}-${form}` })
    const ubl = (await post('/api/v1/convert', json)).text
    const [body, type] = form === 'JSON' ? [json, 'application/json'] : [ubl, 'application/xml']
    const submitted = await post(`/api/v1/${path}/submit`, body, type)
    expect(submitted.status, submitted.text).toBe(200)
    const record = JSON.parse(submitted.text)
    expect(record).toMatchObject({ type: name, number: `${name}-${form}`, status: 'delivered' })

    const followed = JSON.parse(
      (await post(`/api/v1/${path}/status`, JSON.stringify({ id: record.id }))).text,
    )
    expect(followed.document).toEqual(record)
    expect(followed.auditLog.at(-1)).toMatchObject({ to: 'delivered' })

    const inline = JSON.stringify({ id: record.id, inline: true })
    const { files } = JSON.parse((await post(`/api/v1/${path}/files`, inline)).text) as {
      files: { kind: string; content: string }[]
    }
    const bytes = (kind: string) =>
      Buffer.from(files.find((file) => file.kind === kind)?.content ?? '', 'base64').toString()
    expect(bytes('submitted')).toBe(body)
    expect(bytes('ubl')).toBe(ubl)
    expect(ubl).toContain(`<${root} xmlns=`)
    expect(bytes('as4-response')).toContain('NonRepudiationInformation')
  })

  it('is refused under the path of another kind, and not found there', async () => {
    const json = JSON.stringify({ ...jsonOf(name), type: name, number: `${name}-elsewhere` })
    const ubl = (await post('/api/v1/convert', json)).text
    const elsewhere = await post(`/api/v1/${otherPath[path]}/submit`, ubl, 'application/xml')
    expect(elsewhere.status).toBe(422)
    expect(JSON.parse(elsewhere.text).code).toBe('document.type-mismatch')
    const { id } = JSON.parse((await post(`/api/v1/${path}/submit`, json)).text)
    for (const call of ['status', 'files']) {
      const answer = await post(`/api/v1/${otherPath[path]}/${call}`, JSON.stringify({ id }))
      expect(JSON.parse(answer.text).code).toBe('document.type-mismatch')
    }
  })
})

it('the demo delivers the three kinds', () => {
  const files = kinds.map(({ name }) => `test/fixtures/billing/${name}-usual.in.json`)
  const { status, stdout } = spawnSync('npm', ['run', '-s', 'demo', '--', '--json', ...files], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: '' },
    timeout: 120_000,
  })
  const last = stdout.trim().split('\n').at(-1)!
  expect(JSON.parse(last)).toEqual({ event: 'summary', submitted: 3, delivered: 3, failed: 0 })
  expect(status).toBe(0)
})
