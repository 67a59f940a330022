// The other pages: what waits, whether all is well, what the network says.
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/examples.ts'
import { browserWith, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { operator } = test
const reader = browserWith(test, await test.makeToken({ scopes: ['documents:read'] }))
const payload = submitExamples.invoice['application/json']!.usual!.value as object
const submitted = await test.call({ method: 'POST', url: '/api/v1/invoices/submit', payload })
const { receiver } = submitted.json()

describe('the queue', () => {
  it('shows what waits, by reason and by receiver', async () => {
    const page = textOf(await operator.open('/console/queue'))
    expect(page).toContain('Waiting 1')
    expect(page).toContain('first-attempt')
    expect(page).toContain(receiver.id)
  })

  it('is paused and resumed after a question, for one receiver or for everybody', async () => {
    const query = `?receiver=${encodeURIComponent(receiver.id)}`
    expect(textOf(await operator.open(`/console/queue/pause${query}`))).toContain(receiver.id)
    await operator.send('/console/queue/pause', { receiver: receiver.id })
    await operator.send('/console/queue/pause')
    const paused = textOf(await operator.open('/console/queue'))
    expect(paused).toContain('everybody')
    expect(paused.match(/Resume …/g)).toHaveLength(2)
    await operator.send('/console/queue/resume', { receiver: receiver.id })
    await operator.send('/console/queue/resume')
    expect(textOf(await operator.open('/console/queue'))).toContain('Pauses None.')
  })

  it('is only shown to those who are no operators', async () => {
    const page = textOf(await reader.open('/console/queue'))
    expect(page).toContain('Waiting 1')
    expect(page).not.toMatch(/Pause|Resume/)
    for (const path of ['/console/queue/pause', '/console/queue/resume']) {
      expect((await reader.open(path)).statusCode).toBe(403)
      expect((await reader.send(path)).statusCode).toBe(403)
    }
  })

  it('is not paused for what is no participant, nor by a field that it does not know', async () => {
    const wrong = await operator.send('/console/queue/pause', { receiver: 'x' })
    expect(wrong.statusCode).toBe(422)
    const unknown = await operator.send('/console/queue/pause', { tenant: 'x' })
    expect(unknown.statusCode).toBe(400)
  })
})

describe('now', () => {
  it('says whether documents are accepted, and until when the certificate is good', async () => {
    const page = textOf(await operator.open('/console'))
    expect(page).toContain('Documents are accepted.')
    expect(page).toContain('Waiting 1')
    expect(page).toMatch(/Own certificate ends in \d+ d/)
    expect(page).toContain(`Network ${test.gateway.peppolAccess.network.name}`)
  })

  it('says why none is accepted', async () => {
    const app = await test.serverWith({ draining: { now: true } })
    const page = textOf(await browserWith({ app }, test.token).open('/console'))
    expect(page).toContain('No document can be accepted.')
    expect(page).toContain('The service is stopping.')
  })

  it('tells those who may read the metrics of all tenants, and nobody else', async () => {
    expect(textOf(await operator.open('/console'))).toMatch(/Of all tenants Waiting \d+/)
    expect(textOf(await operator.open('/console'))).toContain('Open circuits 0')
    expect(textOf(await reader.open('/console'))).not.toContain('Of all tenants')
  })

  it('tells those who may read no documents nothing of the queue', async () => {
    const browser = browserWith(test, await test.makeToken({ scopes: [] }))
    const page = textOf(await browser.open('/console'))
    expect(page).toContain('Documents are accepted.')
    expect(page).not.toContain('Waiting')
  })
})

describe('the network', () => {
  it('says of a participant where documents would go', async () => {
    const url = `/console/network?participant=${encodeURIComponent('0088:7300010000001')}`
    const page = textOf(await operator.open(url))
    expect(page).toContain('Registered yes')
    expect(page).toContain('Access point')
  })

  it('says that nobody is registered, and what is no participant', async () => {
    const { unregistered } = test.gateway.service.sandbox!
    const url = '/console/network?participant='
    const absent = await operator.open(`${url}${encodeURIComponent(unregistered)}`)
    expect(textOf(absent)).toContain('Registered no')
    const wrong = await operator.open(`${url}${encodeURIComponent('<script>')}`)
    expect(wrong.body).not.toContain('<script')
    expect(wrong.body).toContain('participant.id-invalid')
  })
})
