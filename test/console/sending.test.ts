// Check and send: a document that a person brings is judged, shown, and sent once.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { browserWith, fieldsOf, openTestConsole, textOf } from './console.ts'

const path = '/console/send'
const test = await openTestConsole()
const tenantId = await test.makeTenant('brings', ['*'], 'refuse')
const token = await test.makeToken({ tenantId })
const browser = browserWith(test, token)
const example = submitExamples.invoice['application/json']!.usual!.value as Record<string, unknown>
const creditNote = submitExamples.creditNote['application/json']!.usual!.value as object
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string

const invoice = (number: string, more: object = {}) =>
  JSON.stringify({ ...example, number, ...more })

/** As a browser sends the form: parts, one of them a file, which may be empty. */
async function check(
  fields: Record<string, string>,
  {
    file = '',
    cookie = token,
    app = test.app,
  }: { file?: string | Buffer; cookie?: string; app?: typeof test.app } = {},
): Promise<LightMyRequestResponse> {
  const form = new FormData()
  form.append('file', new Blob([file]), file.length > 0 ? 'invoice' : '')
  for (const [name, value] of Object.entries({ text: '', kind: 'invoice', ...fields }))
    form.append(name, value)
  const body = new Response(form)
  return app.inject({
    ...{ method: 'POST', url: path, payload: Buffer.from(await body.arrayBuffer()) },
    headers: {
      ...{ 'content-type': body.headers.get('content-type')!, 'sec-fetch-site': 'same-origin' },
      ...(cookie ? { cookie: `fourcorner=${cookie}` } : {}),
    },
  })
}

async function sent() {
  const { data } = await listOf(token)
  return data
}
async function listOf(owner: string) {
  const headers = { 'x-api-token': owner }
  const answer = await test.app.inject({ url: '/api/v1/status?limit=100', headers })
  return answer.json() as { data: { id: string; number: string; test: boolean }[] }
}
const ofNumber = async (number: string) => (await sent()).filter((one) => one.number === number)

/** From the page of a check to the question. */
const ask = async (checked: LightMyRequestResponse) => browser.send(path, fieldsOf(checked))
const send = (question: LightMyRequestResponse, by = browser) =>
  by.send(path, { ...fieldsOf(question), step: 'send' })

describe('a document that a person brings', () => {
  it('as JSON is judged, shown, and sent after a question', async () => {
    const checked = await check({ text: invoice('B-1') })
    expect(checked.statusCode).toBe(200)
    expect(textOf(checked)).toContain('It keeps all rules.')
    expect(checked.body).toMatch(/<article class="paper"[\s\S]*B-1/)
    expect(textOf(checked)).toContain('Send invoice B-1 …')
    const question = await ask(checked)
    expect(textOf(question)).toMatch(/Invoice B-1 will be sent to .*It leaves this machine/)
    expect(await ofNumber('B-1')).toEqual([])
    const { statusCode, headers } = await send(question)
    expect(statusCode).toBe(303)
    const [document, more] = await ofNumber('B-1')
    expect(more).toBeUndefined()
    expect(document).toMatchObject({ test: false, validation: { mode: 'true', verdict: 'valid' } })
    expect(headers.location).toBe(`/console/documents/${document!.id}?done=send`)
    expect(textOf(await browser.open(headers.location!))).toContain('It is accepted.')
  })

  it('as XML in a file is sent byte for byte', async () => {
    const xml = Buffer.from(ubl.replace(/\n/g, '\r\n'))
    const question = await ask(await check({ text: 'not this', kind: 'debitNote' }, { file: xml }))
    const { headers } = await send(question)
    const [, id] = /documents\/([0-9a-f-]{36})/.exec(headers.location!)!
    const kept = await test.gateway.store.latestFile(id!, 'ubl')
    expect(xml.toString()).toContain(kept!.bytes.toString())
  })

  it('has the kind that was chosen', async () => {
    const checked = await check({ text: JSON.stringify(creditNote), kind: 'creditNote' })
    expect(textOf(checked)).toContain('Send credit note ')
    const wrong = await check({ text: JSON.stringify({ ...creditNote, type: 'creditNote' }) })
    expect(wrong.statusCode).toBe(422)
    expect(wrong.body).not.toContain('name="once"')
  })

  it('with a fatal finding is not sent: sentence, place and rule stand there', async () => {
    const wrong = invoice('B-2', { totals: { payable: '1.00' } })
    const checked = await check({ text: wrong })
    const said = textOf(checked)
    expect(checked.statusCode).toBe(200)
    expect(said).toMatch(/It cannot be sent: (one|\d) errors?\./)
    expect(said).toMatch(/totals\.payable .* \/totals\/payable BR-CO-16/)
    expect(checked.body).not.toContain('name="once"')
    expect(fieldsOf(checked).text).toBe(wrong)
    const forced = await browser.send(path, {
      ...{ text: wrong, kind: 'invoice', step: 'send' },
      once: test.gateway.newId(),
    })
    expect(forced.statusCode).toBe(422)
    expect(fieldsOf(forced).text).toBe(wrong)
    expect(forced.body).toMatch(/href="\/console\/documents\/[0-9a-f-]{36}">open it/)
    expect(await ofNumber('B-2')).toMatchObject([{ status: 'rejected' }])
  })

  it('as XML with a fatal finding is not sent either', async () => {
    const xml = ubl.replace(/<cbc:BuyerReference>.*?<\/cbc:BuyerReference>/, '')
    expect(xml).not.toBe(ubl)
    const said = textOf(await check({}, { file: xml }))
    expect(said).toContain('It cannot be sent: one error.')
    expect(said).toMatch(/\. \/\S*Invoice\S* PEPPOL-EN16931-R003 Error/)
  })

  it('that cannot be read gets its problem, with where it is and what was typed', async () => {
    const unknown = invoice('B-3', { lines: [{ colour: 'red' }] })
    const said = await check({ text: unknown })
    expect(said.statusCode).toBe(400)
    expect(textOf(said)).toContain('/lines/0')
    expect(fieldsOf(said).text).toBe(unknown)
    const hostile = '{"a":"</textarea><script>alert(1)</script>'
    const broken = await check({ text: hostile })
    expect(broken.statusCode).toBe(400)
    expect(broken.body).not.toContain('<script>alert')
    expect(fieldsOf(broken).text).toBe(hostile)
    const entity = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    const forbidden = await check({}, { file: entity })
    expect(forbidden.body).not.toContain('root:')
    expect(forbidden.body).not.toContain('name="once"')
  })

  it('is asked for where there is none, and only in the kinds that there are', async () => {
    const none = await check({})
    expect(none.statusCode).toBe(400)
    expect(none.body).toContain('href="#field-text"')
    const kind = await check({ text: '{}', kind: 'letter' })
    expect(kind.statusCode).toBe(400)
    expect(kind.body).toContain('href="#field-kind"')
    expect((await check({ text: '{}', more: 'x' })).statusCode).toBe(400)
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const from = { 'sec-fetch-site': 'same-origin', cookie: `fourcorner=${token}` }
    const payload = '--x\r\nContent-Disposition: form-data; name="text"\r\n\r\n{'
    const cut = await test.app.inject({
      ...{ method: 'POST', url: path, payload, headers: { ...headers, ...from } },
    })
    expect(cut.statusCode).toBe(400)
  })

  it('that is too large is chosen again; one that no form holds is too', async () => {
    const large = await check({}, { file: invoice('B-4', { note: 'x'.repeat(300_000) }) })
    expect(large.statusCode).toBe(400)
    expect(textOf(large)).toContain('A document has at most 262.1 kB here.')
    const huge = await check({}, { file: 'x'.repeat(900_000) })
    expect(huge.statusCode).toBe(413)
    expect(textOf(huge)).toContain('A document has at most 262.1 kB here.')
    const long = await check({}, { file: invoice('B-4', { colour: 'x'.repeat(100_000) }) })
    expect(textOf(long)).toContain('choose the file again')
    const binary = await check({}, { file: Buffer.from([0xff, 0xfe, 0, 0x80]) })
    expect(textOf(binary)).toContain('choose the file again')
    expect(await ofNumber('B-4')).toEqual([])
  })
})

describe('sending it', () => {
  it('twice at once or later sends it once', async () => {
    const question = await ask(await check({ text: invoice('B-5') }))
    const answers = [...(await Promise.all([send(question), send(question)])), await send(question)]
    const [document, more] = await ofNumber('B-5')
    expect(more).toBeUndefined()
    for (const { statusCode, headers } of answers) {
      expect(statusCode).toBe(303)
      expect(headers.location).toBe(`/console/documents/${document!.id}?done=send`)
    }
    const again = await send(await ask(await check({ text: invoice('B-5') })))
    expect(again.statusCode).toBe(409)
    expect(fieldsOf(again).text).toBe(invoice('B-5'))
    expect(await ofNumber('B-5')).toHaveLength(1)
  })

  it('needs a check before, and no link does it', async () => {
    const fields = { text: invoice('B-6'), kind: 'invoice', step: 'send' }
    const unchecked = await browser.send(path, fields)
    expect(textOf(unchecked)).toContain('Send invoice B-6 …')
    const query = new URLSearchParams({ ...fields, once: test.gateway.newId() })
    expect((await browser.open(`${path}?${query}`)).statusCode).toBe(200)
    expect(await ofNumber('B-6')).toEqual([])
  })

  it('can be put off to change it, with what was given', async () => {
    const question = await ask(await check({ text: invoice('B-7'), test: 'yes' }))
    expect(textOf(question)).toContain('It is a test: nothing leaves this machine.')
    const back = await browser.send(path, { ...fieldsOf(question), step: 'change' })
    expect(fieldsOf(back)).toMatchObject({ text: invoice('B-7'), test: 'yes' })
    await send(question)
    expect(await ofNumber('B-7')).toMatchObject([{ test: true }])
  })

  it('needs the scope: without it there is no page, and no way to it', async () => {
    const reader = browserWith(test, await test.makeToken({ tenantId, scopes: ['documents:read'] }))
    expect((await reader.open(path)).statusCode).toBe(403)
    expect((await reader.send(path, { text: invoice('B-8'), step: 'send' })).statusCode).toBe(403)
    expect((await reader.open('/console/documents')).body).not.toContain(path)
    const list = await browser.open('/console/documents')
    expect(list.body).toContain(`class="button primary" href="${path}"`)
    expect(list.body.match(/class="button primary"/g)).toHaveLength(1)
    expect(list.body).toMatch(/<nav[\s\S]*href="\/console\/send"[\s\S]*<\/nav>/)
    expect((await browser.open('/console/inbound')).body).not.toContain('button primary')
  })

  it('is the tenant’s own, and for its own participants', async () => {
    const other = await test.makeToken({ tenantId: await test.makeTenant('other', ['9915:other']) })
    const question = await ask(await check({ text: invoice('B-9') }))
    const refused = await send(question, browserWith(test, other))
    expect(refused.statusCode).toBe(403)
    expect((await listOf(other)).data).toEqual([])
    expect(await ofNumber('B-9')).toEqual([])
    expect((await send(question)).statusCode).toBe(303)
    expect((await listOf(other)).data).toEqual([])
  })
})

describe('a test token', () => {
  it('has the mark of a test set, which can be taken away where nothing is real', async () => {
    const ofTest = await test.makeToken({ tenantId, environment: 'test' })
    const form = await browserWith(test, ofTest).open(path)
    expect(fieldsOf(form).test).toBe('yes')
    expect(fieldsOf(await browser.open(path)).test).toBeUndefined()
  })

  it('never sends for real on the production network', async () => {
    const { peppolAccess } = test.gateway
    const network = { ...peppolAccess.network, name: 'production' as const }
    const app = await test.serverWith({ peppolAccess: { ...peppolAccess, network } })
    const cookie = await test.makeToken({ tenantId, environment: 'test' })
    const confined = browserWith({ app }, cookie)
    const form = await confined.open(path)
    expect(form.body).toContain('<input type="hidden" name="test" value="yes">')
    const real = await check({ text: invoice('B-10') }, { app, cookie })
    const { step: _, ...fields } = fieldsOf(real)
    const refused = await confined.send(path, { ...fields, step: 'send' })
    expect(refused.statusCode).toBe(403)
    expect(textOf(refused)).toContain('nothing was sent')
    const { test: __, ...unmarked } = fields
    expect((await confined.send(path, { ...unmarked, step: 'send' })).statusCode).toBe(403)
    expect(await ofNumber('B-10')).toEqual([])
    await confined.send(path, { ...fields, test: 'yes', step: 'send' })
    expect(await ofNumber('B-10')).toMatchObject([{ test: true }])
  })
})

describe('a session that ended', () => {
  it('before the check keeps the file, and checks nothing', async () => {
    const asked = await check({ test: 'yes' }, { file: invoice('B-11'), cookie: '' })
    expect(asked.statusCode).toBe(401)
    const again = await test.stranger.send(path, { ...fieldsOf(asked), 'session-token': token })
    expect(textOf(again)).toContain('nothing was sent yet')
    expect(fieldsOf(again)).toMatchObject({ text: invoice('B-11'), test: 'yes', kind: 'invoice' })
    const large = await check({}, { file: 'x'.repeat(60_000), cookie: '' })
    expect(large.statusCode).toBe(303)
  })

  it('before the sending shows the document again, and sends nothing', async () => {
    const question = await ask(await check({ text: invoice('B-12') }))
    const asked = await send(question, test.stranger)
    const again = await test.stranger.send(path, { ...fieldsOf(asked), 'session-token': token })
    expect(fieldsOf(again).text).toBe(invoice('B-12'))
    expect(await ofNumber('B-12')).toEqual([])
  })
})
