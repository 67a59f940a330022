// Every page that links lead to, while strangers have written everything that they can write.
import { expect, it } from 'vitest'
import { newAccept, newArrival, newFile, receiveDocument } from '../store/records.ts'
import { browserWith, markupOf, openTestConsole } from './console.ts'

const test = await openTestConsole()
const pagesMax = 400

const markup = `<script>alert(1)</script><img src=x onerror=alert(2)>"'&`
const hostile = `${markup}\u202e${'x'.repeat(300)}`

/** One that the reception would take: it refuses others before anything is kept. */
const documentTypeId =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##' +
  'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1'

async function seed(): Promise<string> {
  const tenantId = await test.makeTenant(markup, ['*'])
  const { store, newId } = test.gateway
  const parties = {
    sender: { id: '0208:0123456749', name: hostile },
    receiver: { id: '9930:de987654321', name: hostile },
  }
  const accept = newAccept(tenantId, {
    ...{ ...parties, number: hostile, warnings: [hostile], reference: hostile, clientId: hostile },
    ...{ documentTypeId: hostile, processId: hostile },
  })
  const files = [newFile({ name: hostile, mediaType: 'text/html', bytes: Buffer.from(markup) })]
  const move = { ...accept.move, detail: hostile, actor: hostile }
  await store.acceptDocument({ ...accept, files: [...accept.files, ...files], move })
  await store.addAnswer({
    ...{ answerId: newId(), kind: 'mls', code: 'RE', at: new Date() },
    ...{ documentId: accept.document.id, actor: hostile },
  })
  await receiveDocument(
    store,
    newArrival(tenantId, { ...parties, number: hostile, documentTypeId }),
  )
  return test.makeToken({ tenantId })
}

it('has no page that breaks, and none that changes anything', async () => {
  const browser = browserWith(test, await seed())
  const before = await test.countRows()
  const waiting = ['/console', `/console/search?q=${encodeURIComponent(markup)}`]
  const seen = new Set(waiting)
  let documents = 0
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const page = await browser.open(path)
    // What was stored is no document that could be printed, and proves nothing.
    const isMade = /\/(pdf|evidence|\w+\.(xml|zip))$/.test(path)
    const usual = isMade ? [200, 400, 404, 409, 422] : [200, 303]
    expect(usual, `${page.statusCode} ${path}`).toContain(page.statusCode)
    if (!String(page.headers['content-type']).startsWith('text/html')) {
      // An asset of ours, or a file, which is none of our pages.
      const isAsset = /^\/console\/[0-9a-f]{16}\./.test(path)
      const { 'content-disposition': disposition } = page.headers
      if (!isAsset) expect(String(disposition), path).toMatch(/^attachment; filename="[\w.-]+"$/)
      expect(page.headers['x-content-type-options']).toBe('nosniff')
      continue
    }
    // A field that can be changed holds what it is, and keeps its direction to itself.
    const shown = markupOf(page).replace(/="[^"]*"/g, '=""')
    expect(shown, path).not.toMatch(/<script|<img|\u202e|<[^>]*\s(style|on\w+)=/)
    documents += /^\/console\/documents\/[0-9a-f-]{36}$/.test(path) ? 1 : 0
    for (const [, link] of page.body.matchAll(/(?:href|src)="(\/console[^"#]*)/g)) {
      const next = link!.replace(/&#(\d+);/g, (_, code: string) =>
        String.fromCodePoint(Number(code)),
      )
      if (!seen.has(next)) waiting.push(next)
      seen.add(next)
    }
    expect(seen.size).toBeLessThan(pagesMax)
  }
  expect(documents).toBeGreaterThan(1)
  expect(seen.size).toBeGreaterThan(30)
  expect(await test.countRows()).toBe(before)
})

it('says of its lists that the database is away, and goes on once it is back', async () => {
  const isAway = { now: true }
  const listDocuments: typeof test.gateway.store.listDocuments = async (...wanted) => {
    const away = { code: 'ECONNREFUSED', syscall: 'connect' }
    if (isAway.now) throw Object.assign(new Error('connect ECONNREFUSED'), away)
    return test.gateway.store.listDocuments(...wanted)
  }
  const app = await test.serverWith({ store: { ...test.gateway.store, listDocuments } })
  const browser = browserWith({ app }, test.token)
  const page = await browser.open('/console/documents')
  expect(page.statusCode).toBe(503)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).not.toContain('ECONNREFUSED')
  isAway.now = false
  expect((await browser.open('/console/documents')).statusCode).toBe(200)
})
