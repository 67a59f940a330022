// The calls that print.
import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import {
  documentExample,
  mlsExample,
  taxDataExample,
} from '../../../src/http/reference/pdf-examples.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()

const invoice = documentExample.invoice!.value as string
const mls = mlsExample.rejected!.value as string
const taxData = taxDataExample.emirates!.value as string

function post(
  path: string,
  payload: string,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return test.call({
    method: 'POST',
    url: `/api/v1/pdf/${path}`,
    payload,
    headers: { 'content-type': 'application/xml', ...headers },
  })
}

describe('printing what is posted', () => {
  it.each([
    ['document/generate', invoice, 'Invoice INV-2026-0042.pdf'],
    ['mls/generate', mls, 'Message level status MLS-2026-0815.pdf'],
    ['document/generate', mls, 'Message level status MLS-2026-0815.pdf'],
  ])('%s returns a PDF', async (path, xml, name) => {
    const answer = await post(path, xml)
    expect({ status: answer.statusCode, type: answer.headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/pdf',
    })
    expect(answer.rawPayload.subarray(0, 8).toString()).toBe('%PDF-1.7')
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${name}"`)
    expect(answer.headers['content-language']).toBe('en')
    expect(answer.headers['missing-glyphs']).toBeUndefined()
  })

  it('uses the language, names the file and embeds the XML as asked', async () => {
    const answer = await post(
      'tdd/generate?locale=ar&paper=letter&download=Straße.pdf&embed=true',
      taxData,
    )
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Stra_e.pdf"; filename*=UTF-8''Stra%C3%9Fe%2Epdf`,
    )
    expect(answer.headers['content-language']).toBe('ar')
    expect(answer.rawPayload.toString('latin1')).toContain('/AFRelationship /Source')
  })

  it('names the file briefly when the number of the document is long', async () => {
    const longest = await post(
      'document/generate',
      invoice.replace('INV-2026-0042', '😀'.repeat(2_000)),
    )
    expect(longest.statusCode).toBe(200)
    const named = longest.headers['content-disposition'] as string
    expect(named).toMatch(
      new RegExp(
        '^attachment; filename="Invoice _{88}\\.pdf"; ' +
          "filename\\*=UTF-8''Invoice%20(%F0%9F%98%80){88}%2Epdf$",
      ),
    )
    const short = await post('document/generate', invoice.replace('INV-2026-0042', '😀'))
    expect(short.headers['content-disposition']).toMatch(/Invoice%20%F0%9F%98%80%2Epdf$/)
  })

  it('lists the characters that no font has', async () => {
    const answer = await post('document/generate', invoice.replace('30 days net', '三十日'))
    expect(answer.headers['missing-glyphs']).toBe('U+4E09, U+5341, U+65E5')
  })

  it.each([
    ['mls/generate', invoice],
    ['tdd/generate', invoice],
    ['document/generate', taxData],
    ['document/generate', '<html/>'],
  ])('%s refuses another document', async (path, xml) => {
    const answer = await post(path, xml)
    expectProblem(answer, 422, 'pdf.wrong-document')
    const named = /^The root element is (\{.+\}\w+|\w+ in no namespace); expected /
    expect(answer.json().detail).toMatch(named)
  })

  it('refuses malformed XML, forbidden XML, and what is not XML at all', async () => {
    expectProblem(await post('document/generate', '<Invoice>'), 400, 'request.malformed-xml')
    expectProblem(await post('document/generate', '<!DOCTYPE a><a/>'), 400, 'request.forbidden-xml')
    expectProblem(await post('document/generate', '<a>'.repeat(101)), 413, 'request.too-large')
    const json = await post('document/generate', '{}', { 'content-type': 'application/json' })
    expectProblem(json, 415, 'request.unsupported-media-type')
  })

  it('refuses more text than can be printed', async () => {
    const server = await test.serverWith({
      submission: { ...test.gateway.submission, bodyBytesMax: 20_000_000 },
    })
    const answer = await server.inject({
      method: 'POST',
      url: '/api/v1/pdf/document/generate',
      payload: invoice.replace('30 days net', 'x'.repeat(10_000_000)),
      headers: { 'content-type': 'application/xml', 'x-api-token': test.token },
    })
    expectProblem(answer, 413, 'request.too-large')
    expect(answer.json().detail).toBe('The document has more than 3000000 characters to print.')
  })

  it.each(['locale=xx', 'paper=a3', 'embed=yes', 'download=a%0d%0ab', 'colour=red'])(
    'refuses the query %s',
    async (query) => {
      expect((await post(`document/generate?${query}`, invoice)).statusCode).toBe(400)
    },
  )

  it('needs the scope', async () => {
    const token = await test.makeToken({ scopes: ['documents:read'] })
    expectProblem(
      await post('document/generate', invoice, { 'x-api-token': token }),
      403,
      'auth.scope-missing',
    )
  })
})

describe('printing what the gateway holds', () => {
  it('returns the PDF of a document that was sent as JSON', async () => {
    const payload = submitExamples.invoice['application/json']!.usual!.value as object
    const url = '/api/v1/invoices/submit?reference=to-print'
    expect((await test.call({ method: 'POST', url, payload })).statusCode).toBe(202)
    const answer = await test.call({ url: '/api/v1/documents/to-print/pdf?locale=de' })
    expect(answer.headers['content-disposition']).toBe(
      'inline; filename="Rechnung INV-2026-0042.pdf"',
    )
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('prints the status about it, or says that there is none', async () => {
    const [answer, other] = await Promise.all(
      ['mls', 'receipt'].map((of) => test.call({ url: `/api/v1/documents/to-print/pdf?of=${of}` })),
    )
    expectProblem(answer!, 404, 'document.not-found')
    expect(answer!.json().detail).toBe('There is no Message Level Status about the document.')
    expectProblem(other!, 400, 'request.invalid-field')
  })

  it("does not reveal another tenant's document", async () => {
    const tenantId = await test.makeTenant('other', [])
    const token = await test.makeToken({ tenantId })
    const answer = await test.call({
      url: '/api/v1/documents/to-print/pdf',
      headers: { 'x-api-token': token },
    })
    expectProblem(answer, 404, 'document.not-found')
  })

  it('needs the UBL of the document', async () => {
    const store = { ...test.gateway.store, latestFile: async () => undefined }
    const server = await test.serverWith({ store })
    const headers = { 'x-api-token': test.token }
    const answer = await server.inject({ url: '/api/v1/documents/to-print/pdf', headers })
    expectProblem(answer, 404, 'document.not-found')
    expect(answer.json().detail).toBe('The document has no UBL to print.')
  })
})
