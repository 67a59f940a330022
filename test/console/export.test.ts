// A list as CSV: as it is filtered, page by page, inert in a spreadsheet, and bounded.
import { describe, expect, it } from 'vitest'
import { exportRowsMax } from '../../src/console/documents/export.ts'
import { exportHeads } from '../../src/console/words/lists.ts'
import { newAccept, newArrival, receiveDocument } from '../store/records.ts'
import { browserWith, openTestConsole } from './console.ts'

const test = await openTestConsole()
const tenantId = await test.makeTenant('exports', ['*'])
const browser = browserWith(test, await test.makeToken({ tenantId }))
const { store } = test.gateway
const hostile = '=HYPERLINK("http://evil.example"),\r\n"x"'

async function linesOf(path: string, from = browser): Promise<string[]> {
  const { body, headers, statusCode } = await from.open(path)
  expect({ statusCode, type: headers['content-type'] }).toEqual({
    ...{ statusCode: 200, type: 'text/csv; charset=utf-8' },
  })
  return body.split('\r\n').slice(0, -1)
}

describe('a list as CSV', () => {
  it('has what its filters leave, from every page', async () => {
    for (let at = 0; at < 203; at += 1)
      await store.acceptDocument(newAccept(tenantId, { number: `E-${at}`, clientId: 'many' }))
    await store.acceptDocument(newAccept(tenantId, { number: 'OTHER-1', clientId: 'one' }))
    const all = await linesOf('/console/export/documents')
    expect(all[0]).toBe(exportHeads.join(','))
    expect(all).toHaveLength(205)
    const few = await linesOf('/console/export/documents?clientId=one')
    expect(few).toHaveLength(2)
    expect(few[1]).toMatch(/^OTHER-1,Invoice,.*,Sending,/)
    const { body } = await browser.open('/console/documents?clientId=one')
    expect(body).toContain('href="/console/export/documents?clientId=one"')
  })

  it('runs nothing in a spreadsheet, and keeps its cells apart', async () => {
    const parties = { sender: { id: '0208:0123456749', name: hostile } }
    await receiveDocument(store, newArrival(tenantId, { ...parties, number: '-1+2' }))
    const { body } = await browser.open('/console/export/inbound')
    expect(body).toContain(`\r\n'-1+2,`)
    expect(body).toContain(`,"'=HYPERLINK(""http://evil.example""),\r\n""x""",`)
  })

  it('says what is wrong with a filter, and shows nothing of another tenant', async () => {
    const wrong = await browser.open('/console/export/documents?from=yesterday')
    expect(wrong.statusCode).toBe(400)
    const stranger = browserWith(
      test,
      await test.makeToken({ tenantId: await test.makeTenant('x', []) }),
    )
    expect(await linesOf('/console/export/documents', stranger)).toHaveLength(1)
    const pdf = browserWith(test, await test.makeToken({ tenantId, scopes: ['pdf'] }))
    expect((await pdf.open('/console/export/documents')).statusCode).toBe(403)
  })

  it('ends after ten thousand rows', async () => {
    const page = await store.listDocuments(tenantId, {
      ...{ sort: '-createdAt', limit: 200, direction: ['outbound'] },
    })
    let asked = 0
    const app = await test.serverWith({
      store: {
        ...store,
        listDocuments: async (_, { limit }) => {
          asked += 1
          return { documents: page.documents.slice(0, limit), nextCursor: page.nextCursor! }
        },
      },
    })
    const token = await test.makeToken({ tenantId })
    const lines = await linesOf('/console/export/documents', browserWith({ app }, token))
    expect(lines).toHaveLength(exportRowsMax + 1)
    expect(asked).toBe(exportRowsMax / 200)
  })
})
