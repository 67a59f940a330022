// The other pages: what waits, whether all is well, what the network says.
import { describe, expect, it } from 'vitest'
import { participantExample, submitExamples } from '../../src/http/reference/examples.ts'
import { newArrival, receiveDocument } from '../store/records.ts'
import { browserWith, fieldsOf, markupOf, openTestConsole, textOf } from './console.ts'

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
    expect(page).toContain('about to be sent 1')
    expect(page).toContain(receiver.id)
  })

  it('is paused and resumed after a question, for one receiver or for all', async () => {
    const query = `?receiver=${encodeURIComponent(receiver.id)}`
    expect(textOf(await operator.open(`/console/queue/pause${query}`))).toContain(receiver.id)
    await operator.answer(`/console/queue/pause${query}`)
    await operator.answer('/console/queue/pause')
    const paused = textOf(await operator.open('/console/queue'))
    expect(paused).toMatch(/Pauses .* Every receiver /)
    expect(paused.match(/Resume …/g)).toHaveLength(2)
    const { body } = await operator.open('/console/queue')
    expect(body).toContain('class="button primary" href="/console/queue/resume"')
    await operator.answer(`/console/queue/resume${query}`)
    await operator.answer('/console/queue/resume')
    const resumed = await operator.open('/console/queue')
    expect(textOf(resumed)).toContain('Pauses Nothing is paused.')
    expect(resumed.body).not.toContain('button primary')
  })

  it('is asked about again when another person has paused or resumed since', async () => {
    const open = async (action: string) => fieldsOf(await operator.open(`/console/queue/${action}`))
    const [first, second] = [await open('pause'), await open('pause')]
    expect((await operator.send('/console/queue/pause', first)).statusCode).toBe(303)
    const late = await operator.send('/console/queue/pause', second)
    expect(late.statusCode).toBe(409)
    expect(textOf(late)).toMatch(
      /has changed since you were asked\. .*It is paused since .* by test/,
    )
    expect(late.body).not.toMatch(/<main[\s\S]*<button type="submit"/)
    const resume = await open('resume')
    await operator.answer('/console/queue/resume')
    await operator.answer('/console/queue/pause')
    // Paused anew: it is another pause than the one that was asked about.
    const again = await operator.send('/console/queue/resume', resume)
    expect(again.statusCode).toBe(409)
    expect(textOf(again)).toMatch(/What waits because of the pause is sent.* It is paused since/)
    expect((await operator.send('/console/queue/resume', fieldsOf(again))).statusCode).toBe(303)
    expect(textOf(await operator.open('/console/queue/resume'))).toContain('It is not paused.')
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

  it('shows operators which endpoints do not work, and until when nothing is tried', async () => {
    const lane = `https://ap.example/<script>\u202e${'x'.repeat(400)}`
    const [openUntil, past] = [new Date('2199-03-01T10:00:00.000Z'), new Date(0)]
    const failingLanes = async () => [
      { lane, failures: 7, documents: 3, openUntil },
      { lane: 'lookup 3', failures: 5, documents: 1, openUntil: past },
    ]
    const app = await test.serverWith({ store: { ...test.gateway.store, failingLanes } })
    const page = await browserWith({ app }, test.token).open('/console/queue')
    expect(textOf(page)).toMatch(/<script>\[U\+202E\]x+ +7 1 Mar 2199, 10:00 UTC 3 lookup 3 5 now /)
    expect(markupOf(page)).not.toMatch(/<script|\u202e/)
    expect(textOf(await operator.open('/console/queue'))).toContain('not respond None:')
    expect(textOf(await reader.open('/console/queue'))).not.toContain('not respond None')
  })

  it('is not paused for what is no participant, nor by a field that it does not know', async () => {
    const wrong = await operator.answer('/console/queue/pause?receiver=x')
    expect(wrong.statusCode).toBe(422)
    const unknown = await operator.send('/console/queue/pause', { tenant: 'x' })
    expect(unknown.statusCode).toBe(400)
  })
})

describe('home', () => {
  it('says whether documents are accepted, and until when the certificate is good', async () => {
    const page = textOf(await operator.open('/console'))
    expect(page).toContain('Documents are accepted.')
    expect(page).toContain('Waiting now 1')
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
    expect(textOf(await operator.open('/console'))).toMatch(/Waiting, of all tenants \d+/)
    expect(textOf(await operator.open('/console'))).toContain('Providers that do not respond 0')
    expect(textOf(await reader.open('/console'))).not.toContain('of all tenants')
  })

  it('shows what happened lately as figures, and as plots that say what they show', async () => {
    const tenantId = await test.makeTenant('lately', ['*'])
    const token = await test.makeToken({ tenantId, scopes: ['documents:read', 'documents:write'] })
    const headers = { 'x-api-token': token, 'X-TestOnly': 'true', Prefer: 'wait=15' }
    test.startDelivering()
    const submit = { method: 'POST', url: '/api/v1/invoices/submit', payload, headers } as const
    let document = (await test.call(submit)).json()
    while (document.status !== 'delivered')
      document = (await test.call({ url: `/api/v1/status/${document.id}?wait=30`, headers })).json()
    const page = await browserWith(test, token).open('/console')
    expect(textOf(page)).toMatch(
      new RegExp(
        'The last 24 hours Submitted 1 0 a week before Delivered 1 0 a week before ' +
          'Not delivered 0 0 a week before Received 0 0 a week before',
      ),
    )
    expect(page.body).toMatch(
      /<svg [^>]*role="img"\s+aria-label="Delivered, by the hour: 1; at most 1 in 1 h"/,
    )
    expect(textOf(page)).toMatch(/: 1, median .*\d\.\d s/)
    expect(page.body.match(/<rect /g)).toHaveLength(24)
    expect(page.body).not.toMatch(/style=|<style/)
  })

  it('shows operators the figures of all tenants, and nobody else', async () => {
    expect(textOf(await operator.open('/console'))).toContain('The last 24 hours, of all tenants')
    const page = textOf(await reader.open('/console'))
    expect(page).toContain('The last 24 hours')
    expect(page).not.toContain('of all tenants')
  })

  it('tells those who may read no documents nothing of the queue', async () => {
    const browser = browserWith(test, await test.makeToken({ scopes: [] }))
    const page = textOf(await browser.open('/console'))
    expect(page).toContain('Documents are accepted.')
    expect(page).not.toMatch(/Waiting|The last 24|Needs you|Latest/)
  })
})

describe('what needs a person', () => {
  it('is counted by reason, and each count leads to a list of as many', async () => {
    const tenantId = await test.makeTenant('needs', ['*'])
    const token = await test.makeToken({ tenantId })
    const browser = browserWith(test, token)
    expect(textOf(await browser.open('/console'))).toContain('Needs you Nothing needs you.')
    const [scheme, ...rest] = test.gateway.service.sandbox!.unregistered.split(':')
    const invoice = payload as { buyer: object }
    const buyer = { ...invoice.buyer, endpoint: { scheme, id: rest.join(':') } }
    test.startDelivering()
    for (const number of ['N-1', 'N-2'])
      await test.call({
        ...{ method: 'POST', url: '/api/v1/invoices/submit' },
        headers: { 'x-api-token': token, Prefer: 'wait=15' },
        payload: { ...invoice, number, buyer },
      })
    await receiveDocument(test.gateway.store, newArrival(tenantId))
    const app = await test.serverWith({
      attentionFor: (id) => test.gateway.store.countAttention(id),
    })
    const page = await browserWith({ app }, token).open('/console')
    expect(textOf(page)).toMatch(
      /Needs you 2 not delivered oldest \d+ \w+ \d{4}, .* 1 received, and new/,
    )
    const [, list] = /class="card" href="([^"]+not-delivered)"/.exec(page.body)!
    const listed = await browser.open(list!)
    expect(listed.body.match(/<th scope="row"/g)).toHaveLength(2)
    const side = page.body.split('class="side"')[1]!
    expect(side).toMatch(/Sent<\/span><span class="count">2<span class="unseen"> need attention/)
    expect(side).toMatch(/Received<\/span><span class="count">1<span class="unseen"> new/)
  })

  it('is said to be unknown while it cannot be counted', async () => {
    const attentionFor = () => Promise.reject(new Error('away'))
    const app = await test.serverWith({ attentionFor })
    const page = textOf(await browserWith({ app }, test.token).open('/console'))
    expect(page).toContain('Needs you It cannot be counted now.')
  })
})

describe('a pause', () => {
  it('is said on every page, with names and a way out to operators alone', async () => {
    const page = async (browser: typeof operator, url: string) => textOf(await browser.open(url))
    await operator.answer('/console/queue/pause')
    const done = '/console/queue?done=pause'
    expect(await page(operator, done)).toMatch(
      /Sending is paused since .* by test: \d+ documents? .*Resume …/,
    )
    expect(await page(operator, done)).not.toContain('Pause everything')
    const told = await page(reader, '/console/queue?done=pause')
    expect(told).toMatch(/The operator has paused sending since .*: \d+ of your documents/)
    expect(told).not.toContain('Resume')
    expect(await page(operator, '/console/nothing?done=pause')).toContain('Sending is paused since')
    await operator.answer('/console/queue/resume')
    expect(await page(operator, '/console/queue?done=resume')).not.toContain('paused since')
    expect(await page(operator, '/console/queue')).toContain('Pause everything')
  })
})

describe('the network', () => {
  it('says of a participant where documents would go', async () => {
    const url = `/console/network?participant=${encodeURIComponent('0088:7300010000001')}`
    const page = textOf(await operator.open(url))
    expect(page).toContain('The network finds it, and an invoice can be sent to it.')
    expect(page).toMatch(/Asked on the network \w+, .*Read the identifier OK .*directory OK [\d.]+/)
    expect(page).toContain('Check that no certificate was revoked OK')
    // Addresses and names of certificates stand among what is technical.
    expect(page).toMatch(/Technical SMP .* Endpoint .* Access point .* Certificate /)
  })

  it('says that nobody is registered, and what is no participant', async () => {
    const { unregistered } = test.gateway.service.sandbox!
    const url = '/console/network?participant='
    const absent = await operator.open(`${url}${encodeURIComponent(unregistered)}`)
    expect(textOf(absent)).toContain('The network does not find this participant.')
    expect(textOf(absent)).toMatch(/Failed .*What to do: Check the .* receiver.not-registered/)
    const wrong = await operator.open(`${url}${encodeURIComponent('<script>')}`)
    expect(markupOf(wrong)).not.toContain('<script')
    expect(wrong.body).toContain('participant.id-invalid')
    expect(wrong.body).not.toContain('Step by step')
    expect(textOf(wrong).match(/The participant is/g)).toHaveLength(1)
    expect(textOf(wrong)).not.toContain('path')
  })

  it('says whether a document type is taken', async () => {
    const { unregistered } = test.gateway.service.sandbox!
    const said = async (accepts: string, participant = '0088:7300010000001') => {
      const query = new URLSearchParams({ participant, accepts })
      return textOf(await operator.open(`/console/network?${query}`))
    }
    expect(await said(participantExample.accepts)).toContain('and it takes this document type.')
    const never = await said(participantExample.accepts, unregistered)
    expect(never).toContain('The network does not find this participant.')
    const unread = await said('<script>')
    expect(unread).toContain('request.invalid-field')
    expect(unread).toMatch(/accepts is "<script>": write one of invoice, /)
  })
})
