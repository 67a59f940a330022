// Documents of any type, over HTTP to the sandbox's second access point: what arrives in its inbox
// is what was submitted, byte for byte. The calls are those of docs/api.md, typed as printed.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

const { content } = JSON.parse(readFileSync('openapi/openapi.json', 'utf8')).paths[
  '/api/v1/documents/submit'
].post.requestBody
const order: string = content['application/xml'].examples.order.value
const despatchAdvice: string = content['text/xml'].examples.despatchAdvice.value
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\r\n'), randomBytes(5_000_000)])

let gateway: GatewayProcess
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

type Submitted = { id: string; type: string; status: string; as4: { messageId: string } }

/** The document that the receiver holds, and the digest that its list of arrivals has of it. */
function arrivalOf({ as4 }: Submitted): { document: Buffer; documentSha256: string } {
  const inbox = join(gateway.dataDir, 'sandbox', 'inbox')
  const lines = readFileSync(join(inbox, 'arrivals.jsonl'), 'utf8').trim().split('\n')
  const line = lines
    .map((text) => JSON.parse(text))
    .find(({ messageId }) => messageId === as4.messageId)
  const folder = String(line.number).padStart(6, '0')
  const document = readFileSync(join(inbox, folder, 'document.xml'))
  return { document, documentSha256: line.documentSha256 }
}

async function filesOf({ id }: Submitted) {
  const { files } = (await (await gateway.call(`/api/v1/documents/${id}/files`)).json()) as {
    files: { kind: string; sha256: string; url: string }[]
  }
  return Object.fromEntries(files.map((file) => [file.kind, file]))
}

function fileIn(document: Buffer): Buffer {
  const start =
    '<BinaryContent xmlns="http://peppol.eu/xsd/ticc/envelope/1.0" mimeType="application/pdf" ' +
    'encoding="Base64Encoding">'
  const end = '</BinaryContent>'
  const text = document.toString('latin1')
  expect([text.startsWith(start), text.endsWith(end)]).toEqual([true, true])
  return Buffer.from(text.slice(start.length, -end.length), 'base64')
}

/** Its evidence proves that the receiver got it, by the authorities of the sandbox. */
async function expectProven({ id }: Submitted): Promise<void> {
  const file = join(mkdtempSync(join(tmpdir(), 'fourcorner-any-')), 'evidence.zip')
  const zip = await gateway.call(`/api/v1/documents/${id}/evidence`)
  writeFileSync(file, Buffer.from(await zip.arrayBuffer()))
  const authorities = join(gateway.dataDir, 'sandbox', 'pki')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['dist/cli/index.js', 'evidence', 'verify', file, '--authorities', authorities],
    { encoding: 'utf8' },
  )
  expect(status, stdout + stderr).toBe(0)
}

it('the calls of the documentation deliver an order and a PDF', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-any-'))
  writeFileSync(join(folder, 'order.xml'), order)
  writeFileSync(join(folder, 'invoice.pdf'), pdf)
  const section = readFileSync('docs/api.md', 'utf8').split('### Documents of any other type')[1]!
  const scripts = /```bash\n([\s\S]*?)```/.exec(section)![1]!.split(/\n\n(?=curl)/)
  expect(scripts).toHaveLength(2)
  const [sentOrder, sentPdf] = scripts.map((script) => {
    const { stdout, stderr } = spawnSync('bash', ['-eu', '-c', script], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, GATEWAY: gateway.url.replace(/\/$/, ''), TOKEN: gateway.token },
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout) as Submitted
  })

  expect(sentOrder).toMatchObject({ type: 'other', number: 'ORD-2026-0042', status: 'delivered' })
  expect(arrivalOf(sentOrder!).document.toString()).toBe(
    order.slice(order.indexOf('<Order')).trimEnd(),
  )

  expect(sentPdf).toMatchObject({ type: 'other', status: 'delivered' })
  const { document, documentSha256 } = arrivalOf(sentPdf!)
  expect(fileIn(document).equals(pdf)).toBe(true)
  const { submitted, ubl } = await filesOf(sentPdf!)
  expect(ubl?.sha256).toBe(documentSha256)
  const kept = await (await gateway.call(submitted!.url)).arrayBuffer()
  expect(Buffer.from(kept).equals(pdf)).toBe(true)
  const shown = await gateway.call(`/api/v1/documents/${sentPdf!.id}/pdf`)
  expect(Buffer.from(await shown.arrayBuffer()).equals(pdf)).toBe(true)
  await expectProven(sentPdf!)
})

it('a despatch advice arrives with its line ends, and has its evidence', async () => {
  const body = `\ufeff${despatchAdvice.replaceAll('\n', '\r\n')}<!-- after -->`
  const headers = { 'Content-Type': 'text/xml', Prefer: 'wait=30' }
  const answer = await gateway.call('/api/v1/documents/submit', { method: 'POST', headers, body })
  const sent = (await answer.json()) as Submitted
  expect(sent).toMatchObject({ type: 'other', status: 'delivered' })
  const { document } = arrivalOf(sent)
  const end = '</DespatchAdvice>'
  expect(document.toString()).toBe(
    body.slice(body.indexOf('<DespatchAdvice'), body.indexOf(end) + end.length),
  )
  await expectProven(sent)
})

it('a document for which the receiver is not registered fails, and says so', async () => {
  const query = 'receiver=0192:987654325&processId=urn:fdc:peppol.eu:poacc:bis:catalogue_only:3'
  const body = despatchAdvice.replace('trns:despatch_advice:3', 'trns:catalogue:3')
  const headers = { 'Content-Type': 'application/xml', Prefer: 'wait=30' }
  const answer = await gateway.call(`/api/v1/documents/submit?${query}`, {
    method: 'POST',
    headers,
    body,
  })
  expect(await answer.json()).toMatchObject({
    status: 'failed',
    failure: { code: 'receiver.document-type-unsupported' },
  })
})
