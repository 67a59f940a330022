// Submits an invoice, follows it to its end, and verifies the webhook that says so.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const { FOURCORNER_URL: gateway = 'http://127.0.0.1:8080', FOURCORNER_TOKEN: token = '' } =
  process.env
const wanted = Number(process.env.WEBHOOK_PORT ?? 0)
const invoice = JSON.parse(readFileSync(process.argv[2] ?? 'invoice.json', 'utf8'))

const json = { 'Content-Type': 'application/json' }

async function call(method: string, path: string, body?: object, headers = {}) {
  const answer = await fetch(gateway + path, {
    method,
    headers: { 'X-API-Token': token, ...(body ? json : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const content = answer.status === 204 ? undefined : await answer.json()
  // A problem has a code, a sentence, and pointers to the places (RFC 9457).
  if (!answer.ok) throw new Error(`${content.code}: ${content.detail}`)
  return content
}

/** Standard Webhooks: HMAC-SHA256 of id, time and body, which is no older than five minutes. */
function isGenuine(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': time } = headers
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest()
  const given = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => one.split(',')[1] ?? '')
  return (
    Math.abs(Date.now() / 1000 - Number(time)) < 300 &&
    given
      .map((one) => Buffer.from(one, 'base64'))
      .some((one) => one.length === right.length && timingSafeEqual(one, right))
  )
}

let secret = ''
const events: { type: string; data: { documentId: string } }[] = []
const server = createServer(async (request, response) => {
  let body = ''
  for await (const piece of request.setEncoding('utf8')) body += piece
  const isOurs = isGenuine(secret, request.headers, body)
  if (isOurs) events.push(JSON.parse(body))
  response.writeHead(isOurs ? 204 : 401).end()
})
await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const webhook = await call('POST', '/api/v1/webhooks', {
  url: `http://127.0.0.1:${port}/`,
  types: ['document.delivered', 'document.failed'],
})
secret = webhook.secret

// The same key with the same body is the same document, however often it is sent.
const key = { 'Idempotency-Key': `example-${invoice.number}-${Date.now()}`, 'X-Validation': 'true' }
let record = await call('POST', '/api/v1/invoices/submit', invoice, key)
console.log(`accepted ${record.id}`)
while (!record.completedAt) record = await call('GET', `/api/v1/status/${record.id}?wait=30`)
console.log(record.status)
const isOfIt = () => events.find(({ data }) => data.documentId === record.id)
while (!isOfIt()) await new Promise((resolve) => setTimeout(resolve, 100))
console.log(`webhook ${isOfIt()!.type}`)
await call('DELETE', `/api/v1/webhooks/${webhook.id}`)
server.close()
