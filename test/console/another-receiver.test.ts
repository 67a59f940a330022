// A document that did not arrive is sent to another receiver: asked for, asked again, sent once.
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { browserWith, fieldsOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { operator } = test
const { unregistered } = test.gateway.service.sandbox!
const another = '0192:987654325'
const json = submitExamples.invoice['application/json']!.usual!.value as object
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string
let count = 0

async function cancelled(body: { payload: object | string; headers?: object } = made()) {
  const url = '/api/v1/invoices/submit'
  const { id } = (await test.call({ method: 'POST', url, ...body } as never)).json()
  await test.call({ method: 'POST', url: `/api/v1/documents/${id}/cancel` })
  return id as string
}
function made() {
  return { payload: { ...json, number: `R-${++count}` } }
}

const pathOf = (id: string) => `/console/documents/${id}/send-to-another`
const record = async (id: string) => (await test.call({ url: `/api/v1/status/${id}` })).json()

describe('another receiver', () => {
  it('is asked for, then asked about, and gets a document of its own', async () => {
    const id = await cancelled()
    expect((await operator.open(`/console/documents/${id}`)).body).toContain(pathOf(id))
    const form = fieldsOf(await operator.open(pathOf(id)))
    const asked = await operator.send(pathOf(id), { ...form, receiver: another })
    expect(textOf(asked)).toContain(`R-${count} will be sent to ${another} , as a new document`)
    expect(await record(id)).not.toHaveProperty('sentAnewAs')
    const sent = await operator.send(pathOf(id), fieldsOf(asked))
    const { sentAnewAs } = await record(id)
    expect(sent.headers.location).toBe(`/console/documents/${sentAnewAs}?done=send-to-another`)
    expect(await record(sentAnewAs)).toMatchObject({ sentInsteadOf: id, receiver: { id: another } })
    const page = await operator.open(sent.headers.location!)
    const historyOf = ({ body }: typeof page) => body.split('id="history"')[1]!
    expect(historyOf(page)).toContain(`Sent instead of <a href="/console/documents/${id}">`)
    const first = historyOf(await operator.open(`/console/documents/${id}`))
    expect(first).toContain(`Sent anew as <a href="/console/documents/${sentAnewAs}">`)
    expect(first.indexOf('Sent anew as')).toBeGreaterThan(first.indexOf('Cancelled'))
    // The same click once more, and another person's.
    for (const fields of [fieldsOf(asked), { ...fieldsOf(asked), once: 'another' }]) {
      const late = await operator.send(pathOf(id), fields)
      expect(late.statusCode).toBe(409)
      expect(textOf(late)).toContain('This cannot be done with it now')
    }
    expect((await operator.open(`/console/documents/${id}`)).body).not.toContain(pathOf(id))
  })

  it('that is none, or that the network does not know, is said before', async () => {
    const id = await cancelled()
    const form = fieldsOf(await operator.open(pathOf(id)))
    const hostile = '"><script>alert(1)</script>'
    const refused = await operator.send(pathOf(id), { ...form, receiver: hostile })
    expect(refused.body).toContain('id="field-receiver-error"')
    expect(refused.body).not.toContain('<script>alert')
    const unknown = await operator.send(pathOf(id), { ...form, receiver: unregistered })
    expect(textOf(unknown)).toContain('The network does not know this receiver.')
    const { receiver } = await record(id)
    const asked = await operator.send(pathOf(id), { ...form, receiver: receiver.id })
    const same = await operator.send(pathOf(id), fieldsOf(asked))
    expect(textOf(same)).toContain('which did not get it')
    expect(await record(id)).not.toHaveProperty('sentAnewAs')
  })

  it('is not offered for what was XML, or is on its way, nor sent by a link', async () => {
    const headers = { 'content-type': 'application/xml' }
    const payload = ubl.replace('</cbc:ID>', '-xml</cbc:ID>')
    const xml = await cancelled({ payload, headers })
    const { id: waiting } = (
      await test.call({ method: 'POST', url: '/api/v1/invoices/submit', ...made() })
    ).json()
    for (const id of [xml, waiting]) {
      expect((await operator.open(`/console/documents/${id}`)).body).not.toContain(pathOf(id))
      expect(textOf(await operator.open(pathOf(id)))).toContain('This cannot be done with it now')
    }
    const id = await cancelled()
    await operator.open(`${pathOf(id)}?receiver=${another}&step=send&once=1`)
    expect(await record(id)).not.toHaveProperty('sentAnewAs')
  })

  it('needs documents:write, and a document of one’s own', async () => {
    const id = await cancelled()
    const reader = browserWith(test, await test.makeToken({ scopes: ['documents:read'] }))
    const tenantId = await test.makeTenant('other', ['*'])
    const stranger = browserWith(test, await test.makeToken({ tenantId }))
    expect((await reader.open(`/console/documents/${id}`)).body).not.toContain(pathOf(id))
    for (const [browser, status] of [
      [reader, 403],
      [stranger, 404],
    ] as const) {
      expect((await browser.open(pathOf(id))).statusCode).toBe(status)
      const fields = { receiver: another, step: 'send', once: '1' }
      expect((await browser.send(pathOf(id), fields)).statusCode).toBe(status)
    }
    expect(await record(id)).not.toHaveProperty('sentAnewAs')
  })
})
