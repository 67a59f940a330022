// Every call that takes or returns documents, with large ones: thousands of lines,
// attachments, endless faults.
import { randomBytes } from 'node:crypto'
import type { GatewayProcess } from '../e2e/gateway-process.ts'
import { invoiceJson } from '../e2e/invoice.ts'

export type LargeCall = {
  name: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer | FormData
}

const bodyBytesMax = 20_000_000
const json = { 'Content-Type': 'application/json' }
const xml = { 'Content-Type': 'application/xml' }
const submitPath = '/api/v1/invoices/submit'

export async function largeCalls(gateway: GatewayProcess): Promise<LargeCall[]> {
  const toUbl = (body: string) => convert(gateway, body)
  const calls = await callsWithLines(toUbl, 10_000)
  calls.push(...(await callsWithLines(toUbl, 30_000)))
  return [...calls, ...faultyCalls(), ...(await callsWithFiles(gateway, toUbl))]
}

type ToUbl = (body: string) => Promise<Buffer>

async function convert(gateway: GatewayProcess, body: string): Promise<Buffer> {
  const headers = { ...json, Accept: 'application/xml' }
  const answer = await gateway.call('/api/v1/convert', { method: 'POST', headers, body })
  return Buffer.from(await answer.arrayBuffer())
}

async function callsWithLines(toUbl: ToUbl, lines: number): Promise<LargeCall[]> {
  const text = withLines(lines)
  const ubl = await toUbl(text)
  const forms = [
    { form: 'JSON', body: text, headers: json },
    { form: 'UBL', body: ubl, headers: xml },
  ]
  return forms.flatMap(({ form, body, headers }): LargeCall[] => {
    const what = `${form} of ${lines} lines (${(body.length / 1e6).toFixed(1)} MB)`
    const submit = { path: submitPath, body }
    return [
      { ...submit, name: `submit ${what}`, headers },
      {
        ...submit,
        name: `submit, with a key, ${what}`,
        headers: { ...headers, 'Idempotency-Key': `${form}-${lines}` },
      },
      {
        ...submit,
        name: `submit, validated, ${what}`,
        headers: { ...headers, 'X-Validation': 'true' },
      },
      { ...submit, name: `submit and deliver ${what}`, headers: { ...headers, Prefer: 'wait=30' } },
      { name: `validate ${what}`, path: '/api/v1/validate', body, headers },
      { name: `convert ${what}`, path: '/api/v1/convert', body, headers },
    ]
  })
}

function faultyCalls(): LargeCall[] {
  const submit = { path: submitPath, headers: json }
  const wrong = withLines(30_000, { netAmount: '1.00' })
  return [
    {
      ...submit,
      name: 'submit 20 MB of JSON without an end',
      body: withLines(30_000)
        .slice(0, -1)
        .padEnd(bodyBytesMax - 1),
    },
    {
      ...submit,
      name: 'submit 60,001 empty lines',
      body: changed({ lines: Array(60_001).fill({}) }),
    },
    { ...submit, name: 'submit 1,000 empty lines', body: changed({ lines: Array(950).fill({}) }) },
    { ...submit, name: 'submit 30,000 wrong amounts', body: wrong },
    { name: 'validate 30,000 wrong amounts', path: '/api/v1/validate', headers: json, body: wrong },
    {
      name: 'submit 60 KB of small elements',
      path: submitPath,
      headers: xml,
      body: `<a>${'<a/>'.repeat(3_990)}${' '.repeat(44_000)}</a>`,
    },
    {
      name: 'ask for a reference of 100 KB',
      path: '/api/v1/invoices/status',
      headers: json,
      body: 'x'.repeat(100_000),
    },
  ]
}

async function callsWithFiles(gateway: GatewayProcess, toUbl: ToUbl): Promise<LargeCall[]> {
  const content = randomBytes(14_000_000).toString('base64')
  const text = changed({
    attachments: [{ id: 'A', filename: 'a.pdf', mimeType: 'application/pdf', content }],
  })
  const ubl = await toUbl(text)
  const headers = { ...json, Prefer: 'wait=30' }
  const stored = await gateway.call(submitPath, { method: 'POST', headers, body: text })
  const { id } = (await stored.json()) as { id: string }
  const embedded = 'embed=true'
  const thousand = await toUbl(withLines(1_000))
  return [
    { name: 'submit and deliver JSON with a file (19 MB)', path: submitPath, body: text, headers },
    {
      name: 'submit and deliver UBL with a file (19 MB)',
      path: submitPath,
      body: ubl,
      headers: { ...xml, Prefer: 'wait=30' },
    },
    {
      name: 'submit and deliver a form with files (48 MB)',
      path: submitPath,
      body: form(),
      headers: { Prefer: 'wait=30' },
    },
    {
      name: 'print UBL of 1,000 lines',
      path: '/api/v1/pdf/document/generate',
      body: thousand,
      headers: xml,
    },
    { name: 'validate UBL with a file', path: '/api/v1/validate', body: ubl, headers: xml },
    { name: 'convert JSON with a file', path: '/api/v1/convert', body: text, headers: json },
    { name: 'convert UBL with a file', path: '/api/v1/convert', body: ubl, headers: xml },
    {
      name: 'print UBL with a file, embedded',
      path: `/api/v1/pdf/document/generate?${embedded}`,
      body: ubl,
      headers: xml,
    },
    {
      name: 'print a stored document, embedded',
      path: `/api/v1/documents/${id}/pdf?${embedded}`,
      headers: {},
    },
    {
      name: 'all files of a document, inline',
      path: '/api/v1/invoices/files',
      body: JSON.stringify({ id, inline: true }),
      headers: json,
    },
  ]
}

function form(): FormData {
  const parts = new FormData()
  parts.append('document', new Blob([changed({})], { type: 'application/json' }))
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf'])
    parts.append(
      'attachments',
      new Blob([randomBytes(16_000_000)], { type: 'application/pdf' }),
      name,
    )
  return parts
}

function withLines(count: number, more: object = {}): string {
  const { lines } = JSON.parse(invoiceJson('LARGE')) as { lines: object[] }
  const line = (_: unknown, index: number) => ({ ...lines[0], name: `Item ${index}`, ...more })
  return changed({ lines: Array.from({ length: count }, line) })
}

function changed(change: object): string {
  return JSON.stringify({ ...(JSON.parse(invoiceJson('LARGE')) as object), ...change })
}
