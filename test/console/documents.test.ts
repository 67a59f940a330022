// Finding documents, reading one, cancelling it and trying it again.
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { servedAs } from '../../src/console/documents/media-type.ts'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { newAccept, newArrival, newFile, receiveDocument } from '../store/records.ts'
import { browserWith, fieldsOf, markupOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const { operator } = test
const reader = browserWith(test, await test.makeToken({ scopes: ['documents:read'] }))
const printerOnly = browserWith(test, await test.makeToken({ scopes: ['pdf'] }))
const invoice = submitExamples.invoice['application/json']!.usual!.value as {
  number: string
  buyer: object
}

async function submit(number: string, query = '', headers = {}): Promise<string> {
  const answer = await test.call({
    method: 'POST',
    url: `/api/v1/invoices/submit${query}`,
    headers,
    payload: { ...invoice, number },
  })
  expect(answer.json()).toHaveProperty('id')
  return answer.json().id
}

const inTestMode = (scenario: string) => ({ 'X-TestOnly': scenario, Prefer: 'wait=15' })

describe('the list of what was sent', () => {
  it('finds documents by each filter of the API, newest first', async () => {
    await submit('A-1', '?reference=ref-1&clientId=shop')
    await submit('A-2')
    const all = textOf(await operator.open('/console/documents'))
    expect(all.indexOf('A-2')).toBeLessThan(all.indexOf('A-1'))
    const { sender } = (await test.call({ url: '/api/v1/status?number=A-1' })).json().data[0]
    for (const query of [
      'number=A-1',
      'reference=ref-1',
      'clientId=shop',
      'number=A-1&messageId=',
      `sender=${encodeURIComponent(sender.id)}&reference=ref-1`,
      'type=invoice&state=sending&from=2020-01-01&to=2099-12-31&number=A-1',
    ]) {
      const found = textOf(await operator.open(`/console/documents?${query}`))
      expect(found, query).toContain(' A-1 ')
      expect(found, query).not.toContain(' A-2 ')
    }
    const none = textOf(await operator.open('/console/documents?number=A-1&state=not-delivered'))
    expect(none).toContain('Nothing matches these filters.')
  })

  it('opens a document by its id or its reference', async () => {
    const id = await submit('B-1', '?reference=to-find')
    for (const name of [id, 'to-find']) {
      const { statusCode, headers } = await operator.open(`/console/search?q=${name}`)
      expect(statusCode).toBe(303)
      expect(headers.location).toBe(`/console/documents/${id}`)
    }
    const none = await operator.open('/console/search?q=absent')
    expect(textOf(none)).toContain('Nothing was found.')
  })

  it('opens a document by the MessageId under which the other side knows it', async () => {
    test.startDelivering()
    const id = await submit('B-2', '', inTestMode('true'))
    const { messageId } = (await test.call({ url: `/api/v1/status/${id}` })).json().as4
    const tenantId = await test.makeTenant('finder', ['*'])
    const stranger = browserWith(test, await test.makeToken({ tenantId }))
    const url = `/console/search?q=${encodeURIComponent(messageId)}`
    expect((await operator.open(url)).headers.location).toBe(`/console/documents/${id}`)
    expect(textOf(await stranger.open(url))).toContain('Nothing was found')
  })

  it('finds what a person knows of a document, and lists it where there are several', async () => {
    const id = await submit('SEARCH-77-0815')
    const other = await submit('SEARCH-77-0816')
    const open = (q: string) => operator.open(`/console/search?q=${encodeURIComponent(q)}`)
    expect((await open('SEARCH-77-0815')).headers.location).toBe(`/console/documents/${id}`)
    const some = await open('search-77')
    expect(some.body).toContain(`/console/documents/${other}`)
    expect(textOf(some)).toMatch(/SEARCH-77 -0816 .* EUR .*SEARCH-77 -0815/)
    expect(some.body).toContain('<mark>SEARCH-77</mark>-0816')
    expect((await open('77-0816')).body).toContain(`/console/documents/${other}`)
    const hostile = await open('"><script>alert(1)</script>')
    expect(hostile.statusCode).toBe(200)
    expect(markupOf(hostile)).not.toContain('<script')
  })

  it('says beside a field what is wrong with it, and lists nothing', async () => {
    const page = await operator.open('/console/documents?from=yesterday&number=A-1')
    expect(page.statusCode).toBe(400)
    expect(page.body).toMatch(/<a href="#field-from">Write a day, such as/)
    expect(page.body).toMatch(
      /value="yesterday"[^>]*aria-describedby="field-from-error"[^>]*invalid/,
    )
    expect(page.body).toContain('id="field-from-error">Write a day')
    expect(page.body).not.toContain('<table')
  })

  it('removes one filter at a time', async () => {
    const page = await operator.open('/console/documents?state=sending&number=A-1')
    const links = [...page.body.matchAll(/<a class="chip" href="([^"]+)">(\w+):/g)]
    expect(links.map(([, href, label]) => [label, href])).toEqual([
      ['State', '/console/documents?number=A-1'],
      ['Number', '/console/documents?state=sending'],
    ])
  })

  it('goes on page by page', async () => {
    for (let count = 0; count < 51; count += 1) await submit(`P-${count}`, '?clientId=many')
    const first = await operator.open('/console/documents?clientId=many')
    const [, older] = /href="([^"]+cursor=[^"]+)">Older/.exec(first.body)!
    const next = textOf(await operator.open(older!.replaceAll('&#38;', '&')))
    expect(textOf(first)).not.toContain(' P-0 ')
    expect(next).toContain(' P-0 ')
    expect(next).not.toContain('Older')
  })

  it('is left for a document, and gone through from one to the next', async () => {
    for (const number of ['N-1', 'N-2', 'N-3']) await submit(number, '?clientId=walked')
    const hrefsIn = ({ body }: { body: string }) =>
      [...body.matchAll(/href="([^"]+\?in=[^"]+)"/g)].map(([, href]) => href!)
    const list = await operator.open('/console/documents?clientId=walked')
    const [newest, middle, oldest] = hrefsIn(list)
    const page = await operator.open(middle!)
    expect(textOf(page)).toMatch(/Sent ‹ Newer 2 of 3 › Older Invoice N-2/)
    expect(hrefsIn(page)).toEqual([newest, oldest])
    expect(page.body).toContain('href="/console/documents?clientId=walked"')
    expect(hrefsIn(await operator.open(newest!))).toEqual([middle])
    // A page of a longer list says so; what is not in the list stands in none.
    const many = await operator.open('/console/documents?clientId=many')
    expect(textOf(await operator.open(hrefsIn(many)[0]!))).toContain('1 of the 50 on its page')
    const [path] = middle!.split('?')
    for (const other of ['documents?clientId=many', 'inbound', 'tenants', 'documents?from=x'])
      expect(textOf(await operator.open(`${path}?in=${encodeURIComponent(other)}`))).not.toMatch(
        / of (?:the )?\d/,
      )
    const wrong = await operator.open(`${path}?in=${encodeURIComponent('documents?x=1')}`)
    expect(wrong.statusCode).toBe(400)
  })

  it.each([
    'state=gone',
    'type=order',
    'from=21.11.2026',
    'from=2026-02-31x',
    'sender=nobody',
    'cursor=x',
    'number=1&number=2',
    'tenant=1',
    'number=%00',
    `number=${'x'.repeat(1001)}`,
  ])('refuses %s', async (query) => {
    expect((await operator.open(`/console/documents?${query}`)).statusCode).toBe(400)
  })

  it('needs the scope documents:read', async () => {
    const answer = await printerOnly.open('/console/documents')
    expect(answer.statusCode).toBe(403)
    expect(answer.body).not.toContain('href="/console/documents"')
  })
})

describe('a document', () => {
  it('is told from its submission to its receipt, with its attempts and files', async () => {
    test.startDelivering()
    const id = await submit('C-1', '', inTestMode('true'))
    const page = await operator.open(`/console/documents/${id}`)
    const said = textOf(page)
    expect(said).toContain('Submitted, and kept')
    expect(said).toContain('the receiver’s access point gave a signed receipt')
    expect(said).toContain('Attempt 1: delivered')
    const listed = said.slice(said.lastIndexOf(' Files '))
    expect(listed).toMatch(
      /The document .*submitted\.json .*Attempt 1 .*as4-request\.mime .*as4-response\.xml/,
    )
    const files = [
      ...page.body.matchAll(/href="(\/console\/documents\/[^"]+\/files\/[^"]+)"><bdi/g),
    ]
    expect(files.length).toBeGreaterThan(2)
    expect(page.body).toContain(`/console/documents/${id}/evidence"`)
    const file = await operator.open(files[0]![1]!)
    expect(file.statusCode).toBe(200)
    expect(file.headers['content-disposition']).toMatch(/^attachment; /)
    const zip = await operator.open(`/console/documents/${id}/evidence`)
    expect(zip.headers['content-type']).toBe('application/zip')
    const all = await operator.open(`/console/documents/${id}/files.zip`)
    expect(Object.keys(unzipSync(all.rawPayload))).toHaveLength(files.length)
    const pdf = await operator.open(`/console/documents/${id}/pdf`)
    expect(pdf.headers['content-type']).toBe('application/pdf')
    expect(pdf.headers['content-security-policy']).toBe("frame-ancestors 'none'; base-uri 'none'")
    expect(pdf.body.slice(0, 5)).toBe('%PDF-')
    // It names one part or the other; there is no status about this one.
    for (const [of, code] of Object.entries({ document: 200, mls: 404, receipt: 400 }))
      expect((await operator.open(`/console/documents/${id}/pdf?of=${of}`)).statusCode).toBe(code)
  })

  it('that failed says what to do about it, and is tried again after a question', async () => {
    test.startDelivering()
    const id = await submit('C-2', '', inTestMode('scenario=certificate-expired'))
    const failed = await operator.open(`/console/documents/${id}`)
    expect(textOf(failed).match(/What to do: Tell the receiver/g)).toHaveLength(2)
    expect(textOf(failed)).toMatch(
      /Attempt 1: receiver’s certificate has expired .*What to do: Tell the/,
    )
    const [before, technical] = failed.body.split('id="technical"')
    expect(before).not.toContain('certificate.expired')
    expect(technical).toContain('certificate.expired')
    // Nothing has left: there is nothing to prove.
    expect(failed.body).not.toContain('/evidence"')
    const question = await operator.open(`/console/documents/${id}/retry`)
    expect(textOf(question)).toContain('Try this document again?')
    const done = await operator.answer(`/console/documents/${id}/retry`)
    expect(done.statusCode).toBe(303)
    expect(done.headers.location).toBe(`/console/documents/${id}?done=retry`)
    const after = textOf(await operator.open(`/console/documents/${id}`))
    expect(after).toContain('Queued again')
  })

  it('that has not left is cancelled once, after a question', async () => {
    const id = await submit('C-3')
    expect(textOf(await operator.open(`/console/documents/${id}`))).toContain('Cancel …')
    expect(textOf(await operator.open(`/console/documents/${id}/cancel`))).toContain(
      'Cancel this document?',
    )
    expect((await operator.answer(`/console/documents/${id}/cancel`)).statusCode).toBe(303)
    const after = textOf(await operator.open(`/console/documents/${id}`))
    expect(after).toContain('Cancelled: it never left.')
    expect(after).not.toContain('Cancel …')
    const again = await operator.answer(`/console/documents/${id}/cancel`)
    expect(again.statusCode).toBe(409)
  })

  it('that failed is put aside with a note, and taken back', async () => {
    const tenantId = await test.makeTenant('puts aside', ['*'])
    const token = await test.makeToken({ tenantId })
    const browser = browserWith(test, token)
    const [scheme, ...rest] = test.gateway.service.sandbox!.unregistered.split(':')
    const buyer = { ...invoice.buyer, endpoint: { scheme, id: rest.join(':') } }
    test.startDelivering()
    const answer = await test.call({
      ...{ method: 'POST', url: '/api/v1/invoices/submit' },
      headers: { 'x-api-token': token, Prefer: 'wait=15' },
      payload: { ...invoice, number: 'D-1', buyer },
    })
    expect(answer.json()).toMatchObject({ status: 'failed', attention: 'not-delivered' })
    const path = `/console/documents/${answer.json().id}`
    const listed = async () => textOf(await browser.open('/console/documents?attention=any'))
    expect(textOf(await browser.open(path))).toContain('Put aside …')
    expect(await listed()).toContain(' D-1 ')
    const asked = fieldsOf(await browser.open(`${path}/set-aside`))
    await browser.answer(`${path}/set-aside`, { note: 'sent on paper' })
    // Another person was asked before that, and does not write over it.
    const late = await browser.send(`${path}/set-aside`, { ...asked, note: 'another note' })
    expect(late.statusCode).toBe(409)
    const after = textOf(await browser.open(path))
    expect(after).toMatch(/Put aside .*: it needs no attention any more\. by test sent on paper/)
    expect(after).not.toContain('Put aside …')
    expect(await listed()).toContain('Nothing matches these filters.')
    await browser.answer(`${path}/take-back`)
    expect(await listed()).toContain(' D-1 ')
  })

  it('is forgotten by an administrator, with a reason, after a question', async () => {
    const id = await submit('D-2')
    const path = `/console/documents/${id}`
    expect(textOf(await operator.open(path))).not.toContain('Forget this document …')
    await operator.answer(`${path}/cancel`)
    expect(textOf(await operator.open(path))).toContain('Forget this document …')
    expect(textOf(await reader.open(path))).not.toContain('Forget this document …')
    const asked = fieldsOf(await operator.open(`${path}/forget`))
    expect((await operator.send(`${path}/forget`, asked)).statusCode).toBe(400)
    await operator.answer(`${path}/forget`, { reason: 'Request 17' })
    const after = textOf(await operator.open(path))
    expect(after).toContain('Forgotten at a request: its contents were removed.')
    expect(after).toContain('Its content was removed')
    expect(after).not.toContain('Nordlys AS')
    expect(after).not.toContain('Forget this document …')
  })

  it('is asked about again when it has changed since the question', async () => {
    const id = await submit('C-6')
    const path = `/console/documents/${id}/cancel`
    const { body } = await operator.open(path)
    const [, name, value] = /<input type="hidden" name="([^"]+)" value="([^"]*)"/.exec(body)!
    await test.call({ method: 'POST', url: `/api/v1/documents/${id}/cancel`, payload: {} })
    const late = await operator.send(path, { [name!]: value! })
    expect(late.statusCode).toBe(409)
    expect(textOf(late)).toMatch(/has changed since you were asked\. Nothing was done\./)
    expect(textOf(late)).toMatch(/Cancelled This cannot be done with it now\. .*Go back/)
    expect((await operator.send(path)).statusCode).toBe(409)
  })

  it('is only read with the scope documents:read', async () => {
    const id = await submit('C-4')
    expect(textOf(await reader.open(`/console/documents/${id}`))).not.toContain('Cancel …')
    for (const action of ['cancel', 'retry']) {
      const path = `/console/documents/${id}/${action}`
      expect((await reader.open(path)).statusCode).toBe(403)
      expect((await reader.send(path)).statusCode).toBe(403)
    }
    const record = await test.call({ url: `/api/v1/status/${id}` })
    expect(record.json().status).not.toBe('cancelled')
  })

  it('of another tenant looks like an absent one, and so do its parts', async () => {
    const tenantId = await test.makeTenant('stranger', ['*'])
    const stranger = browserWith(test, await test.makeToken({ tenantId }))
    const id = await submit('C-5')
    const listed = await test.call({ url: `/api/v1/documents/${id}/files` })
    const file = listed.json().files[0].id
    const said = async (of: string, part: string, method: 'open' | 'send') => {
      const answer = await stranger[method](`/console/documents/${of}${part}`)
      return [answer.statusCode, textOf(answer).replace(/request [\w-]+/, '')]
    }
    for (const part of [
      '',
      `/files/${file}`,
      '/pdf',
      '/evidence',
      '/files.zip',
      '/cancel',
      '/retry',
    ])
      for (const absent of [test.gateway.newId(), 'no-id', '%00'])
        expect(await said(id, part, 'open'), part).toEqual(await said(absent, part, 'open'))
    for (const part of ['/cancel', '/retry']) expect((await said(id, part, 'send'))[0]).toBe(404)
    expect(textOf(await stranger.open('/console/documents'))).not.toContain('C-5')
  })

  it('that was received is listed apart, and can be neither cancelled nor retried', async () => {
    const tenantId = await test.makeTenant('receiver', ['*'])
    const browser = browserWith(test, await test.makeToken({ tenantId }))
    const id = await receiveDocument(test.gateway.store, newArrival(tenantId, { kind: 'invoice' }))
    expect((await browser.open('/console/inbound')).body).toContain(`/console/documents/${id}`)
    expect((await browser.open('/console/documents')).body).not.toContain(id)
    const page = await browser.open(`/console/documents/${id}`)
    expect(textOf(page)).toContain('Received, and acknowledged with a signed receipt.')
    expect(page.body).not.toMatch(/(cancel|retry)"/)
  })

  it('that was received says how it came, and is acknowledged after a question', async () => {
    const tenantId = await test.makeTenant('acknowledges', ['*'])
    const token = await test.makeToken({ tenantId })
    const browser = browserWith(test, token)
    const arrival = newArrival(tenantId)
    const id = await receiveDocument(test.gateway.store, arrival)
    const page = await browser.open(`/console/documents/${id}`)
    expect(textOf(page)).toContain(`Instance identifier ${arrival.document.instanceIdentifier}`)
    expect(textOf(page)).toContain('Status asked for by the sender FAILURE_ONLY')
    expect(page.body).toContain(`href="/console/documents/${id}/acknowledge"`)
    const path = `/console/documents/${id}/acknowledge`
    expect(textOf(await browser.open(path))).toContain('Mark this document as taken?')
    for (const headers of [{}, { 'sec-fetch-site': 'cross-site' }])
      expect((await browser.send(path, {}, headers)).statusCode).toBe(400)
    const onlyReads = { tenantId, scopes: ['documents:read'] as const }
    const looker = browserWith(test, await test.makeToken(onlyReads))
    expect((await looker.send(path)).statusCode).toBe(403)
    expect(textOf(await looker.open(`/console/documents/${id}`))).not.toContain('Mark as taken …')
    expect((await operator.send(path)).statusCode).toBe(404)
    expect((await browser.answer(path)).statusCode).toBe(303)
    const after = textOf(await browser.open(`/console/documents/${id}`))
    expect(after).toContain('Taken.')
    expect(after).not.toContain('Mark as taken …')
  })

  it('that was validated lists its findings, and that was answered its answers', async () => {
    const tenantId = await test.makeTenant('findings', ['*'])
    const browser = browserWith(test, await test.makeToken({ tenantId }))
    const message = `<script>alert(1)</script>\u202e${'x'.repeat(10_000)}`
    const finding = { layer: 'rules', severity: 'error', rule: 'BR-CO-15', message, xpath: '/a[1]' }
    const findings = Array.from({ length: 103 }, () => finding)
    const bytes = Buffer.from(JSON.stringify({ valid: false, findings, ruleSets: [] }))
    const accept = newAccept(tenantId)
    const files = [...accept.files, newFile({ kind: 'findings', name: 'findings.json', bytes })]
    await test.gateway.store.acceptDocument({ ...accept, files })
    const { id } = accept.document
    const answer = {
      answerId: test.gateway.newId(),
      kind: 'mls',
      code: '<b>',
      at: new Date(),
    } as const
    await test.gateway.store.addAnswer({ ...answer, documentId: id, actor: 'test' })
    const page = await browser.open(`/console/documents/${id}`)
    expect(page.body.match(/BR-CO-15/g)).toHaveLength(100)
    expect(textOf(page)).toContain('3 more are in the file findings.json')
    expect(textOf(page)).toMatch(/Answers Answer .*It was answered\. mls <b>/)
    expect(markupOf(page)).not.toMatch(/<script|<b>|\u202e/)
  })
})

describe('what strangers write', () => {
  const markup = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&`
  const hostile = `${markup}\u202e${'x'.repeat(10_000)}`

  it('stays text, turns nothing around, and breaks no page', async () => {
    const tenantId = await test.makeTenant(markup, ['*'])
    const browser = browserWith(test, await test.makeToken({ tenantId }))
    const names = {
      sender: { id: '0208:0123456749', name: hostile },
      receiver: { id: '9930:de987654321', name: hostile },
      ...{ number: hostile, warnings: [hostile], documentTypeId: hostile, processId: hostile },
    }
    const accept = newAccept(tenantId, names)
    const files = [newFile({ name: hostile, mediaType: 'text/html' })]
    const move = { ...accept.move, detail: hostile, actor: hostile }
    await test.gateway.store.acceptDocument({ ...accept, files, move })
    const { id } = accept.document
    const pages = [`/console/documents/${id}`, `/console/documents/${id}/cancel`]
    for (const url of [...pages, '/console/documents', '/console/queue']) {
      const page = await browser.open(url)
      expect(page.statusCode).toBe(200)
      expect(markupOf(page)).not.toMatch(/<script|<img|\u202e/)
      expect(textOf(page)).toContain(markup.slice(0, 40))
    }
    const whole = textOf(await browser.open(pages[0]!))
    expect(whole).toContain(`${markup}[U+202E]${'x'.repeat(10_000)}`)
  })

  it('is sent as it is when it is large, and lies in memory that threads share', async () => {
    const tenantId = await test.makeTenant('large', ['*'])
    const token = await test.makeToken({ tenantId })
    for (const size of [300_000, 600_000, 1_100_000]) {
      const bytes = Buffer.from(new SharedArrayBuffer(size)).fill('é')
      const accept = newAccept(tenantId)
      const file = newFile({ bytes, mediaType: 'application/json' })
      await test.gateway.store.acceptDocument({ ...accept, files: [file] })
      const store = { ...test.gateway.store, readFile: async () => bytes }
      const browser = browserWith({ app: await test.serverWith({ store }) }, token)
      const url = `/console/documents/${accept.document.id}/files/${file.id}`
      expect((await browser.open(url)).rawPayload.equals(bytes)).toBe(true)
    }
  })

  it('is never shown as a page of ours, even if it is a file of that type', async () => {
    const tenantId = await test.makeTenant('pages', ['*'])
    const browser = browserWith(test, await test.makeToken({ tenantId }))
    const accept = newAccept(tenantId)
    const file = newFile({ name: 'a.html', mediaType: 'text/html', bytes: Buffer.from(markup) })
    await test.gateway.store.acceptDocument({ ...accept, files: [file] })
    const answer = await browser.open(`/console/documents/${accept.document.id}/files/${file.id}`)
    expect(answer.body).toBe(markup)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="a.html"')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['content-type']).toBe('application/octet-stream')
  })

  it.each([
    ['text/html', 'application/octet-stream'],
    ['image/svg+xml', 'application/octet-stream'],
    ['application/xhtml+xml', 'application/octet-stream'],
    ['multipart/related; boundary="x"; type="text/html"', 'application/octet-stream'],
    ['text/xml; charset=utf-7', 'text/xml'],
    ['Application/PDF', 'application/pdf'],
  ])('is served, when it calls itself %s, as %s', (mediaType, served) => {
    expect(servedAs(mediaType)).toBe(served)
  })
})
