// The answer to a received invoice: chosen, shown as it will be sent, and sent once.
import { describe, expect, it } from 'vitest'
import {
  actionWords,
  answerWord,
  fittingFor,
  givenAnswers,
  reasonWords,
} from '../../src/console/words/answers.ts'
import { actionCodes, reasonCodes, responseStatuses } from '../../src/core/receive/respond.ts'
import { invoiceStatuses } from '../../src/reporting/index.ts'
import type { Document } from '../../src/store/index.ts'
import { invoiceNamed } from '../core/arrivals.ts'
import { newArrival, receiveDocument } from '../store/records.ts'
import { browserWith, fieldsOf, openTestConsole, textOf } from './console.ts'

const test = await openTestConsole()
const tenantId = await test.makeTenant('answers', ['*'])
const browser = browserWith(test, await test.makeToken({ tenantId }))
const reader = browserWith(test, await test.makeToken({ tenantId, scopes: ['documents:read'] }))
const parties = {
  sender: { id: '0192:987654325' },
  receiver: { id: '0208:0123456749', country: 'BE' },
}

const received = (changes: Partial<Document> = {}) =>
  receiveDocument(
    test.gateway.store,
    newArrival(tenantId, { ...parties, ...changes }, invoiceNamed('F-1')),
  )
const answersTo = async (id: string) => test.gateway.store.answersTo(id)
const pathOf = (id: string) => `/console/documents/${id}/answer`

async function previewOf(id: string, fields: Record<string, string>) {
  const form = fieldsOf(await browser.open(pathOf(id)))
  return browser.send(pathOf(id), { ...form, ...fields })
}

async function xmlOf(id: string): Promise<string> {
  return (await test.gateway.store.latestFile(id, 'ubl'))!.bytes.toString()
}

describe('the words of answers', () => {
  it('are there for each code, and say what the code says', () => {
    expect(Object.keys(givenAnswers).sort()).toEqual([...responseStatuses].sort())
    expect(Object.keys(reasonWords)).toEqual(reasonCodes)
    expect(Object.keys(actionWords)).toEqual(actionCodes)
    for (const [status, { code }] of Object.entries(givenAnswers)) {
      expect(invoiceStatuses[code as keyof typeof invoiceStatuses]).toBe(status)
      expect(answerWord(code).word).not.toBe('Answer')
    }
  })

  it('offer each action, and each reason but that nothing is wrong', () => {
    const fitting = responseStatuses.map(fittingFor)
    expect(new Set(fitting.flatMap(({ actions }) => actions))).toEqual(new Set(actionCodes))
    const reasons = new Set(fitting.flatMap((one) => one.reasons))
    expect(reasons).toEqual(new Set(reasonCodes.filter((code) => code !== 'NON')))
  })
})

describe('an answer', () => {
  it('is offered on the page of what was received, to those who may give it', async () => {
    const id = await received()
    expect((await browser.open(`/console/documents/${id}`)).body).toContain(`"${pathOf(id)}"`)
    expect((await reader.open(`/console/documents/${id}`)).body).not.toContain(pathOf(id))
    expect((await reader.open(pathOf(id))).statusCode).toBe(403)
    expect((await reader.send(pathOf(id))).statusCode).toBe(403)
    const other = await received({ kind: 'other' })
    expect((await browser.open(`/console/documents/${other}`)).body).not.toContain(pathOf(other))
    expect(textOf(await browser.open(pathOf(other)))).toContain('Only invoices, credit notes')
  })

  it('is chosen, shown as it will be sent, and sent after that', async () => {
    const id = await received()
    const wish = { status: 'rejected', 'reason-PRI': 'yes', 'action-CNF': 'yes', note: 'Too much' }
    const preview = await previewOf(id, { ...wish, date: '2026-11-22' })
    expect(preview.statusCode).toBe(200)
    const shown = textOf(preview)
    expect(shown).toMatch(/Answer Rejected To 0192:987654325 .* A price is wrong/)
    expect(shown).toContain('Send a credit note for the whole invoice')
    expect(shown).toContain('Note Too much')
    expect(await answersTo(id)).toEqual([])
    const sent = await browser.send(pathOf(id), { ...fieldsOf(preview), step: 'send' })
    expect(sent.headers.location).toBe(`/console/documents/${id}?done=answer`)
    const [answer] = await answersTo(id)
    expect(answer).toMatchObject({ kind: 'invoice-response', code: 'RE' })
    const xml = await xmlOf(answer!.answerId)
    expect(xml).toContain('<cbc:ResponseCode>RE<')
    expect(xml).toContain('listID="OPStatusReason">PRI<')
    expect(xml).toContain('listID="OPStatusAction">CNF<')
    expect(xml).toContain('<cbc:EffectiveDate>2026-11-22<')
    const page = textOf(await browser.open(`/console/documents/${id}`))
    expect(page).toContain('Answers Rejected')
    expect(page).toContain('by test')
    const [told] = page.split(' Technical Id ')
    expect(told).toContain('A price is wrong')
    expect(told).toMatch(/It was answered\. by test Rejected /)
    expect(told).not.toMatch(/PRI|CNF|invoice-response/)
  })

  it('is sent from its form as well, and what is missing is said there', async () => {
    const id = await received()
    const form = { ...fieldsOf(await browser.open(pathOf(id))), step: 'send' }
    const missing = await browser.send(pathOf(id), { ...form, status: 'rejected' })
    expect(missing.statusCode).toBe(400)
    expect(missing.body).toContain('href="#field-reasons"')
    const fields = { ...form, status: 'accepted' }
    expect((await browser.send(pathOf(id), fields)).statusCode).toBe(303)
    expect((await browser.send(pathOf(id), fields)).statusCode).toBe(409)
    expect(await answersTo(id)).toHaveLength(1)
  })

  it('that is sent twice goes out once; another person is asked again', async () => {
    const id = await received()
    const preview = fieldsOf(await previewOf(id, { status: 'accepted' }))
    const [first, second] = await Promise.all([
      browser.send(pathOf(id), { ...preview, step: 'send' }),
      browser.send(pathOf(id), { ...preview, step: 'send' }),
    ])
    expect([303, 409]).toContain(first.statusCode)
    expect([303, 409]).toContain(second.statusCode)
    expect(await answersTo(id)).toHaveLength(1)
    const late = await browser.send(pathOf(id), { ...preview, step: 'send', once: 'another' })
    expect(late.statusCode).toBe(409)
    expect(textOf(late)).toContain('This has changed since you were asked.')
    expect(textOf(late)).toMatch(/Answered before Accepted .*by test/)
    expect(await answersTo(id)).toHaveLength(1)
  })

  it('drops what does not fit, and asks for what is missing beside the field', async () => {
    const id = await received()
    const accepted = await previewOf(id, { status: 'accepted', 'reason-PRI': 'yes' })
    expect(textOf(accepted)).not.toContain('A price is wrong')
    const said = async (fields: Record<string, string>) => {
      const answer = await previewOf(id, fields)
      expect(answer.statusCode).toBe(400)
      return [...answer.body.matchAll(/id="field-(\w+)-error"/g)].map(([, name]) => name)
    }
    expect(await said({})).toEqual(['status'])
    expect(await said({ status: 'under-query' })).toEqual(['reasons'])
    expect(await said({ status: 'paid', 'reason-PPD': 'yes' })).toEqual(['note'])
    expect(await said({ status: 'paid', date: 'today' })).toEqual(['date'])
    const paid = await previewOf(id, { status: 'paid', 'reason-PPD': 'yes', note: 'one half' })
    await browser.send(pathOf(id), { ...fieldsOf(paid), step: 'send' })
    const [{ answerId } = { answerId: '' }] = await answersTo(id)
    expect(await xmlOf(answerId)).toMatch(/>PPD<.*<cbc:StatusReason>one half</s)
  })

  it('goes back to the form with what was typed, and keeps hostile text as text', async () => {
    const id = await received()
    const note = `"><script>alert(1)</script>\u202e`
    const preview = await previewOf(id, { status: 'rejected', 'reason-OTH': 'yes', note })
    expect(preview.body).not.toMatch(/<script>alert/)
    const back = await browser.send(pathOf(id), { ...fieldsOf(preview), step: 'change' })
    expect(fieldsOf(back)).toMatchObject({ status: 'rejected', 'reason-OTH': 'yes', note })
    expect(await answersTo(id)).toEqual([])
  })

  it('is not sent by a link, and not about what is another tenant’s', async () => {
    const id = await received()
    const link = `${pathOf(id)}?status=accepted&step=send&once=1`
    expect((await browser.open(link)).statusCode).toBe(200)
    expect(await answersTo(id)).toEqual([])
    expect((await test.operator.open(pathOf(id))).statusCode).toBe(404)
    expect((await test.operator.send(pathOf(id), { status: 'accepted' })).statusCode).toBe(404)
  })

  it('says before it is sent that its receiver takes none', async () => {
    const id = await received({ sender: { id: test.gateway.service.sandbox!.unregistered } })
    const preview = await previewOf(id, { status: 'accepted' })
    expect(textOf(preview)).toContain('Its sender takes no answers by this way')
    expect(preview.body).not.toContain('value="send"')
    const sent = await browser.send(pathOf(id), { ...fieldsOf(preview), step: 'send' })
    expect(sent.statusCode).toBe(422)
    expect(await answersTo(id)).toEqual([])
  })
})
