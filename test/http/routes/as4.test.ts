// POST /as4 on the port of the API: answered without a token, and in the way of the rest of nobody.
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import { buildServer } from '../../../src/http/server.ts'
import { openReceivingGateway } from '../../core/arrivals.ts'

const test = await openReceivingGateway()
const { gateway, register, messageOf, inbound } = test

async function listen(withAs4: boolean): Promise<string> {
  const server = await buildServer(gateway, { withAs4 })
  afterAll(() => server.close())
  await server.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

const url = await listen(true)
const withoutAs4 = await listen(false)

async function post(to: string, body: Buffer, contentType: string): Promise<Response> {
  return fetch(to, {
    method: 'POST',
    headers: { 'content-type': contentType },
    body: new Uint8Array(body),
  })
}

describe('POST /as4', () => {
  it('stores a message and answers with its receipt, without a token', async () => {
    await register()
    const { contentType = '', body } = await messageOf({})
    const answer = await post(`${url}/as4`, body as Buffer, contentType)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/soap+xml')
    expect(await answer.text()).toContain(':Receipt>')
    expect(await inbound()).toHaveLength(1)
  })

  it('stores one of several megabytes, by way of a file', async () => {
    await register()
    const content = Buffer.from(
      `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2">${Array.from(
        { length: 30_000 },
        (_, n) => `<note>${n} ${Math.sin(n)}${Math.cos(n)}</note>`,
      ).join('')}</Invoice>`,
    )
    const { contentType = '', body } = await messageOf({ content })
    const answer = await post(`${url}/as4`, body as Buffer, contentType)
    expect(await answer.text()).toContain(':Receipt>')
    const [document] = await inbound()
    const kept = await gateway.store.latestFile(document!.id, 'ubl')
    expect(kept?.bytes.equals(content)).toBe(true)
  })

  it.each([
    ['nothing', '', 'multipart/related'],
    ['no AS4', '{"a":1}', 'application/json'],
    ['a form', 'a=1', 'application/x-www-form-urlencoded'],
  ])('answers %s with an ebMS error, and stores nothing', async (_, body, contentType) => {
    await register()
    const answer = await post(`${url}/as4`, Buffer.from(body), contentType)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toMatch(/errorCode="EBMS:0\d{3}"/)
    expect(await inbound()).toEqual([])
  })

  it('takes no other method', async () => {
    const answer = await fetch(`${url}/as4`)
    expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
      status: 405,
      allow: 'POST',
    })
  })

  it('leaves the connection to the calls that follow', async () => {
    const { contentType = '', body } = await messageOf({ receiver: '0208:0202239951' })
    const refused = await post(`${url}/as4`, body as Buffer, contentType)
    expect(await refused.text()).toContain('PEPPOL:NOT_SERVICED')
    expect((await fetch(`${url}/health/live`)).status).toBe(200)
  })

  it('is not there when it has a port of its own', async () => {
    expect((await post(`${withoutAs4}/as4`, Buffer.from('x'), 'text/plain')).status).toBe(404)
  })

  it('lets submissions that are under way pass, for a moment', async () => {
    const { letPassMs } = limits.inbound
    const timed = async () => {
      const begun = performance.now()
      await (await post(`${url}/as4`, Buffer.from('garbage'), 'text/plain')).text()
      return performance.now() - begun
    }
    const least = async () => Math.min(await timed(), await timed(), await timed())
    expect(await least()).toBeLessThan(letPassMs)
    const besideOne = await gateway.precedence.first(least)
    expect(besideOne).toBeGreaterThan(letPassMs * 0.9)
  })
})
