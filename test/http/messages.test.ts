// The specification of our messages: messages.txt for documents, and the rows below for everything
// around them. `detail` alone, as it stands in a log, says where, what is wrong, and what to write
// instead.
import { readFileSync } from 'node:fs'
import type { InjectOptions } from 'fastify'
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()

type Json = Record<string, unknown>
const invoice = submitExamples.invoice['application/json']!.minimal!.value as Json
const creditNote = submitExamples.creditNote['application/json']!.minimal!.value as Json
const invoiceXml = submitExamples.invoice['application/xml']!.ubl!.value as string

/** Where the members of a row are written, in place of those of that name. */
const places: Record<string, (document: Json) => Json> = {
  document: (document) => document,
  creditNote: (document) => document,
  line: ({ lines }) => (lines as Json[])[0]!,
  seller: ({ seller }) => seller as Json,
  sellerAddress: ({ seller }) => (seller as { address: Json }).address,
  buyer: ({ buyer }) => buyer as Json,
}

type Row = {
  theme: string
  place: string
  written: string
  code: string
  pointer: string
  detail: string
}

function readRows(): Row[] {
  const text = readFileSync(new URL('messages.txt', import.meta.url), 'utf8')
  return text
    .split('\n## ')
    .slice(1)
    .flatMap((section) => {
      const [theme = '', ...rows] = section.trim().split('\n\n')
      return rows.map((row) => {
        const [what = '', problem = '', detail = ''] = row.split('\n')
        const [, place = '', written = ''] = /^(\w+): (.*)$/.exec(what) ?? []
        const [code = '', pointer = ''] = problem.trim().split(' ')
        return { theme, place, written, code, pointer, detail: detail.trim() }
      })
    })
}

/** The characters of the row stand in the body as they are: 7.5e1 is not 75. */
function bodyWith({ place, written }: Pick<Row, 'place' | 'written'>): string {
  if (place === 'body') return written
  const document = structuredClone(place === 'creditNote' ? creditNote : invoice)
  const group = places[place]!(document)
  for (const name of Object.keys(JSON.parse(`{${written}}`))) delete group[name]
  group.PLACE = 0
  return JSON.stringify(document).replace('"PLACE":0', () => written)
}

function post(payload: string | Buffer, { url = '', type = 'application/json' }): InjectOptions {
  const headers = { 'content-type': type }
  return { method: 'POST', url: url || '/api/v1/invoices/submit', payload, headers }
}

async function submit(row: Pick<Row, 'place' | 'written'>) {
  const path = row.place === 'creditNote' ? 'credit-notes' : 'invoices'
  const url = `/api/v1/${path}/submit`
  return (await test.call(post(bodyWith(row), { url }))).json()
}

const rows = readRows()

describe('a document', () => {
  it('has more than 120 rows in the table, none of them twice', () => {
    expect(rows.length).toBeGreaterThan(120)
    const written = rows.map(({ place, written }) => `${place}: ${written}`)
    expect(new Set(written).size).toBe(rows.length)
  })

  it.each(rows)('with $theme wrong is answered as in the table: $place $written', async (row) => {
    const { code, detail, errors } = await submit(row)
    expect({ code, detail }).toEqual({ code: row.code, detail: row.detail })
    const [{ pointer, expected, ...first }] = errors
    expect(first.code).toBe(row.code)
    expect(JSON.stringify(pointer)).toBe(`"${row.pointer}"`.replace('\\u202e', '\u202e'))
    // What is to be written instead stands in the message too.
    if (expected !== undefined) expect(detail).toContain(expected)
  })
})

/** What comes back: a code, and the whole `detail` or a part of it that says enough. */
type RequestRow = [what: string, asked: InjectOptions, code: string, detail: string]

const list = (query: string): InjectOptions => ({ url: `/api/v1/status?${query}` })
const submitWith = (query: string) =>
  post(JSON.stringify(invoice), { url: `/api/v1/invoices/submit?${query}` })
const withHeader = (name: string, value: string): InjectOptions => {
  const asked = post(JSON.stringify(invoice), {})
  return { ...asked, headers: { ...asked.headers, [name]: value } }
}
const xml = (text: string) => post(text, { type: 'application/xml' })
const status = (text: string) => post(text, { url: '/api/v1/invoices/status' })
const form = (...parts: string[]) => {
  const body = parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`).join('')
  return post(`${body}--b--\r\n`, { type: 'multipart/form-data; boundary=b' })
}
const json = (url: string, body: Json) => post(JSON.stringify(body), { url })
const register = (wish: Json) =>
  json('/api/v1/registrations', {
    participant: '0208:0685660237',
    documentTypes: 'all',
    ...wish,
  })
const typesWanted =
  'it must be "all", or a list of at least one, such as ["invoice", "credit-note"]'
const webhook = (wish: Json) =>
  json('/api/v1/webhooks', { url: 'https://erp.example.com/', ...wish })
const documentPart = `name="document"\r\n\r\n${JSON.stringify(invoice)}`
const header = 'request.header-invalid'
const invalid = 'request.invalid-field'
const missing = 'request.missing-field'
const unknownParameter = 'request.unknown-parameter'
const wrongType = 'request.unsupported-media-type'
const taken =
  'This call takes application/json, application/xml, text/xml, multipart/form-data, not'
const noParticipant =
  'A participant is four digits, a colon, and 1 to 130 letters, digits or ". _ ~ -", such as ' +
  '0208:0123456749.'
const envelope = 'http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader'
const ublInvoice = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'

const requests: RequestRow[] = [
  // The query.
  [
    'a limit in words',
    list('limit=abc'),
    invalid,
    'The query parameter limit is "abc": it must be a whole number from 1 to 200',
  ],
  [
    'a limit twice',
    list('limit=1&limit=2'),
    invalid,
    'The query parameter limit appears more than once: write it once',
  ],
  [
    'another order',
    list('sort=oldest'),
    invalid,
    'The query parameter sort is "oldest": it must be one of createdAt, -createdAt, ' +
      'updatedAt, -updatedAt',
  ],
  [
    'an order in capitals',
    list('sort=CreatedAt'),
    invalid,
    'The query parameter sort is "CreatedAt": it must be createdAt',
  ],
  [
    'a page',
    list('page=2'),
    unknownParameter,
    'The query parameter page is not a parameter of this call: write cursor',
  ],
  [
    'the size of a page',
    list('pageSize=10'),
    unknownParameter,
    'The query parameter pageSize is not a parameter of this call: write limit',
  ],
  [
    'another spelling',
    list('client_id=7'),
    unknownParameter,
    'The query parameter client_id is not a parameter of this call: write clientId',
  ],
  [
    'nothing of ours',
    list('colour=red'),
    unknownParameter,
    'The query parameter colour is not a parameter of this call: leave it out',
  ],
  [
    'a time in words',
    list('createdFrom=yesterday'),
    invalid,
    'The query parameter createdFrom is "yesterday": it must be a time with its zone, ' +
      'such as 2026-11-21T10:00:00Z or 2026-11-21T11:00:00%2B01:00 (a bare + is a space ' +
      'here)',
  ],
  [
    'a status in capitals',
    list('status=Delivered'),
    invalid,
    'The query parameter status is "Delivered": it must be delivered',
  ],
  [
    'one wrong status of two',
    list('status=failed&status=done'),
    invalid,
    'The query parameter status is "done": it must be one of accepted, waiting, sending, ' +
      'delivered, rejected, failed, cancelled, reported, received, available, ' +
      'acknowledged',
  ],
  [
    'an empty cursor',
    list('cursor='),
    invalid,
    'The query parameter cursor is "": it must not be empty',
  ],
  [
    'a sender by name',
    list('sender=me'),
    invalid,
    'The query parameter sender is "me": it must be a participant, such as 0208:0123456749',
  ],
  [
    'a header as a parameter',
    submitWith('validate=true'),
    unknownParameter,
    'The query parameter validate is not a parameter of this call: send the header ' +
      'X-Validation: true',
  ],
  [
    'a header of another call',
    list('validate=true'),
    unknownParameter,
    'The query parameter validate is not a parameter of this call: leave it out',
  ],
  [
    'a slip',
    submitWith('referance=1'),
    unknownParameter,
    'The query parameter referance is not a parameter of this call: write reference',
  ],
  [
    'a deadline in words',
    submitWith('deadline=tomorrow'),
    invalid,
    'The query parameter deadline is "tomorrow": it must be a time with its zone, such ' +
      'as 2026-11-21T10:00:00Z or 2026-11-21T11:00:00%2B01:00 (a bare + is a space here)',
  ],
  [
    'a deadline that has passed',
    submitWith('deadline=2020-01-01T00:00:00Z'),
    invalid,
    'The query parameter deadline is "2020-01-01T00:00:00Z": write one that has not passed',
  ],
  [
    'a receiver by name',
    submitWith('receiver=nobody'),
    'participant.id-invalid',
    `The query parameter receiver is "nobody": ${noParticipant}`,
  ],
  [
    'a receiver with a wrong digit',
    submitWith('receiver=0208:BE0123456748'),
    'participant.id-invalid',
    'The query parameter receiver is "0208:BE0123456748": \'BE0123456748\' is no Belgian ' +
      'enterprise number (0208): it has 10 digits.',
  ],
  [
    'a country by name',
    submitWith('countryC1=Belgium'),
    invalid,
    'The query parameter countryC1 is "Belgium": write BE',
  ],
  [
    'a country that is none',
    submitWith('countryC1=Atlantis'),
    invalid,
    'The query parameter countryC1 is "Atlantis": it must be two capital letters (ISO ' +
      '3166-1), such as BE',
  ],
  [
    'yes for true',
    submitWith('allowDuplicate=yes'),
    invalid,
    'The query parameter allowDuplicate is "yes": it must be one of true, false',
  ],
  [
    'the name of a path as reference',
    submitWith('reference=queue'),
    invalid,
    'The query parameter reference is "queue": it must not be queue: ' +
      '/api/v1/status/queue is the queue',
  ],
  // Headers.
  [
    'X-Validation in capitals',
    withHeader('X-Validation', 'True'),
    header,
    'The header X-Validation is "True": it must be true',
  ],
  [
    'X-Validation: yes',
    withHeader('X-Validation', 'yes'),
    header,
    'The header X-Validation is "yes": it must be one of false, true, schema, report',
  ],
  [
    'a speed in words',
    withHeader('X-TestOnly', 'scenario=smp-down; speed=abc'),
    header,
    'The header X-TestOnly is "scenario=smp-down; speed=abc": it must have a speed that is a ' +
      'whole number from 1 to 999999, such as scenario=smp-down;speed=60',
  ],
  [
    'X-TestOnly: 1',
    withHeader('X-TestOnly', '1'),
    header,
    'The header X-TestOnly is "1": it must be false, true, or scenario=NAME with one of ' +
      'delivered, ',
  ],
  [
    'a long wait',
    withHeader('Prefer', 'wait=60'),
    header,
    'The header Prefer is "wait=60": it must have a wait of whole seconds from 0 to 30, ' +
      'such as wait=10',
  ],
  [
    'a key of two words',
    withHeader('Idempotency-Key', 'a b'),
    header,
    'The header Idempotency-Key is "a b": it must be 1 to 255 visible ASCII characters, ' +
      'such as a UUID',
  ],
  ['plain text', post('{}', { type: 'text/plain' }), wrongType, `${taken} text/plain.`],
  [
    'no type',
    { method: 'POST', url: '/api/v1/invoices/submit' },
    wrongType,
    `${taken} a body without a Content-Type.`,
  ],
  [
    'another encoding',
    post('{}', { type: 'application/json; charset=latin1' }),
    wrongType,
    'Bodies must be UTF-8, not latin1.',
  ],
  [
    'a compressed body',
    withHeader('Content-Encoding', 'gzip'),
    wrongType,
    'Bodies must not be compressed; Content-Encoding is gzip.',
  ],
  [
    'the singular',
    post('{}', { url: '/api/v1/invoice/submit' }),
    'request.not-found',
    'The path "/api/v1/invoice/submit" leads to nothing: /docs lists every call.',
  ],
  [
    'a month that is none',
    { url: '/api/v1/reporting/2026-13' },
    'request.not-found',
    'The month in the path is "2026-13": it must be a month, such as 2026-10',
  ],
  [
    'what was never received',
    { url: '/api/v1/inbound/nope' },
    'document.not-found',
    'You have received no document with this id. By its number: /api/v1/inbound?number=….',
  ],
  [
    'JSON of any type',
    post('{}', { url: '/api/v1/documents/submit' }),
    wrongType,
    'This call takes application/xml, text/xml, multipart/form-data, not application/json: JSON ' +
      'goes to /api/v1/invoices/submit, /api/v1/credit-notes/submit, /api/v1/debit-notes/submit.',
  ],
  [
    'a PDF without a form',
    post('%PDF-1.7', { url: '/api/v1/documents/submit', type: 'application/pdf' }),
    wrongType,
    'This call takes application/xml, text/xml, multipart/form-data, not application/pdf: a file ' +
      "that is not XML goes into a form, as its part 'document'.",
  ],
  // Bodies that cannot be read.
  ['an empty body', post('', {}), 'request.malformed-json', 'The body is empty: send JSON.'],
  [
    'half an object',
    post('{', {}),
    'request.malformed-json',
    'Line 1, column 2: expected a name in double quotes.',
  ],
  [
    'a comma too many',
    post('{ "number": "1", }', {}),
    'request.malformed-json',
    'Line 1, column 18: expected a name in double quotes.',
  ],
  [
    'a name twice',
    post('{ "number": "1", "number": "2" }', {}),
    'request.malformed-json',
    'Line 1, column 18: the name "number" appears twice in one object.',
  ],
  [
    'NaN',
    post('{ "number": NaN }', {}),
    'request.malformed-json',
    'Line 1, column 13: expected a value.',
  ],
  [
    'XML as JSON',
    post('<Invoice/>', {}),
    'request.malformed-json',
    'Line 1, column 1: expected a value, not XML.',
  ],
  [
    'too many values',
    post(`[${'0,'.repeat(300_000)}0]`, {}),
    'request.too-large',
    'Line 1, column 600000: there are more than 300000 values.',
  ],
  [
    'too many bytes',
    post(' '.repeat(1_000_001), {}),
    'request.too-large',
    'The body has 1000001 bytes: this call takes at most 1000000.',
  ],
  [
    'empty XML',
    xml(''),
    'request.malformed-xml',
    'Line 1, column 1: There is no root element: the document is empty.',
  ],
  [
    'JSON as XML',
    xml('{ "number": "1" }'),
    'request.malformed-xml',
    'Line 1, column 1: There is no root element: this is JSON.',
  ],
  [
    'a PDF as XML',
    xml('%PDF-1.7\n%\u00e2\u00e3'),
    'request.malformed-xml',
    'Line 1, column 1: There is no root element: this is a PDF.',
  ],
  [
    'a Word file as XML',
    xml('PK\u0003\u0004'),
    'request.malformed-xml',
    'Line 1, column 1: There is no root element: this is a ZIP file, as .docx and .xlsx are.',
  ],
  [
    'XML without its end',
    xml('<Invoice>'),
    'request.malformed-xml',
    'Line 1, column 1: The element Invoice has no end tag.',
  ],
  [
    'a document type',
    xml('<!DOCTYPE Invoice><Invoice/>'),
    'request.forbidden-xml',
    'Line 1, column 1: DOCTYPE declarations are not accepted.',
  ],
  // XML that is another document.
  [
    'no namespace',
    xml('<Invoice/>'),
    'document.type-mismatch',
    `The root element Invoice is in no namespace: write xmlns="${ublInvoice}".`,
  ],
  [
    'an envelope',
    xml(`<StandardBusinessDocument xmlns="${envelope}"/>`),
    'document.type-mismatch',
    'The root element is StandardBusinessDocument, the envelope of the network: send the ' +
      'Invoice inside it alone; the gateway makes the envelope.',
  ],
  [
    'an order',
    xml('<Order xmlns="urn:x"/>'),
    'document.type-mismatch',
    'The root element is {urn:x}Order; expected Invoice.',
  ],
  [
    'CII',
    xml('<rsm:CrossIndustryInvoice xmlns:rsm="urn:x"/>'),
    'document.type-mismatch',
    'The root element is CrossIndustryInvoice: this is CII. Post it to ' +
      '/api/v1/documents/submit, or send UBL (Invoice) or JSON.',
  ],
  [
    'a web page',
    xml('<html/>'),
    'document.type-mismatch',
    'The root element is html in no namespace; expected Invoice.',
  ],
  [
    'no process in XML',
    xml(invoiceXml.replace(/<cbc:ProfileID>[^<]*<\/cbc:ProfileID>/, '')),
    missing,
    "/Invoice[1]/ProfileID[1]: ProfileID is missing: give the query parameter 'processId', " +
      'one of urn:fdc:peppol.eu:2017:poacc:billing:01:1.0, urn:peppol:bis:billing_with_response, ' +
      'urn:peppol:france:billing:regulated, urn:peppol:france:billing:non-regulated',
  ],
  [
    'no scheme in XML',
    xml(invoiceXml.replace('schemeID="0208">', 'schemeID="BE">')),
    'participant.id-invalid',
    `Line 14, column 5: EndpointID is "BE:0123456749": ${noParticipant}`,
  ],
  // Forms.
  [
    'a form without its document',
    form('name="attachments"; filename="a.pdf"\r\n\r\n'),
    missing,
    "The part 'document' is missing: JSON or UBL.",
  ],
  [
    'a document under another name',
    form('name="invoice"; filename="x.json"\r\n\r\n{}'),
    'request.unknown-field',
    "There is no part named 'invoice' here: write document",
  ],
  [
    'a file in place of the document',
    form('name="file"; filename="x.json"\r\n\r\n{}'),
    'request.unknown-field',
    "There is no part named 'file' here: write document",
  ],
  [
    'a part of another name',
    form(documentPart, 'name="file"; filename="a.pdf"\r\n\r\n'),
    'request.unknown-field',
    "There is no part named 'file' here: write attachments",
  ],
  [
    'a part of no name of ours',
    form(documentPart, 'name="colour"\r\n\r\nred'),
    'request.unknown-field',
    "There is no part named 'colour' here: leave it out",
  ],
  [
    'two documents',
    form(documentPart, documentPart),
    invalid,
    "The part 'document' must appear once only.",
  ],
  [
    'a file without a name',
    form(documentPart, 'name="attachments"\r\n\r\nx'),
    invalid,
    "A part 'attachments' must be a file with a name.",
  ],
  [
    'a Word file',
    form(
      documentPart,
      'name="attachments"; filename="a.docx"\r\nContent-Type: ' +
        'application/vnd.openxmlformats-officedocument.wordprocessingml.document\r\n\r\nx',
    ),
    invalid,
    'The file "a.docx" is ' +
      '"application/vnd.openxmlformats-officedocument.wordprocessing…": only PDF, PNG, ' +
      'JPEG, CSV, XLSX and ODS can be attached (BT-125-1)',
  ],
  [
    'an empty file',
    form(documentPart, 'name="attachments"; filename="a.pdf"\r\n\r\n'),
    invalid,
    'The file "a.pdf" is empty: send its bytes, or leave it out',
  ],
  // Registrations.
  [
    'no document types',
    register({ documentTypes: undefined }),
    missing,
    `documentTypes is missing: ${typesWanted}`,
  ],
  [
    'a document type without a list',
    register({ documentTypes: 'invoice' }),
    invalid,
    `documentTypes is "invoice": ${typesWanted}`,
  ],
  [
    'a document type in the plural',
    register({ documentTypes: ['invoices'] }),
    invalid,
    'documentTypes[0] is "invoices": write invoice',
  ],
  [
    'all in a list',
    register({ documentTypes: ['all'] }),
    invalid,
    'documentTypes[0] is "all": write "all" without a list',
  ],
  [
    'a document type of no network',
    register({ documentTypes: ['telegram'] }),
    invalid,
    'documentTypes[0] is "telegram": write one of invoice, credit-note, self-billing, ' +
      'invoice-response, mlr, order, ',
  ],
  [
    'half an identifier of a document type',
    register({ documentTypes: ['urn:x::Invoice'] }),
    invalid,
    'documentTypes[0] is "urn:x::Invoice": A document type is <namespace>::<root element>##' +
      '<customization id>::<version>, or urn:peppol:doctype:<format>##<customization id>::' +
      '<version> for a file that is not XML; at most 500 characters, without white space.',
  ],
  [
    'the country of a participant by name',
    register({ country: 'Sweden' }),
    invalid,
    'country is "Sweden": write SE',
  ],
  // Webhooks.
  [
    'a host in place of a URL',
    webhook({ url: 'erp.example.com' }),
    'webhook.url-refused',
    'url is "erp.example.com": it is not a URL, such as https://erp.example.com/webhooks.',
  ],
  [
    'an event type without a list',
    webhook({ types: 'document.failed' }),
    invalid,
    'types is "document.failed": it must be a list',
  ],
  [
    'event types under another name',
    webhook({ events: ['document.failed'] }),
    'request.unknown-field',
    'events is not a field: write types',
  ],
  [
    'the URL under another name',
    webhook({ url: undefined, endpoint: 'https://erp.example.com/' }),
    'request.unknown-field',
    'endpoint is not a field: write url',
  ],
  // Short bodies.
  ['neither id nor reference', status('{}'), missing, 'Give either `id` or `reference`.'],
  [
    'an id that is none',
    status('{ "id": "x" }'),
    invalid,
    'id is "x": it must be an id, such as 01a20102-6ff4-7c27-869e-0a1c812ed1be',
  ],
  [
    'a number as reference',
    status('{ "reference": 5 }'),
    invalid,
    'reference is 5: it must be a string',
  ],
  [
    'an unknown scope',
    post('{ "name": "x", "scopes": ["write"] }', { url: '/api/v1/tokens' }),
    invalid,
    'scopes[0] is "write": it must be one of documents:write, documents:read, pdf, ' +
      'metrics, admin, operator',
  ],
  [
    'a slip in a short body',
    post('{ "name": "x", "participants": [], "duplicate": "warn" }', { url: '/api/v1/tenants' }),
    'request.unknown-field',
    'duplicate is not a field: write duplicates',
  ],
  [
    'a participant in the path',
    { url: '/api/v1/participants/0208' },
    'participant.id-invalid',
    `The participant in the path is "0208": ${noParticipant}`,
  ],
  [
    'a document type in the plural to look up',
    { url: '/api/v1/participants/0088:7300010000001?accepts=invoices' },
    invalid,
    'The query parameter accepts is "invoices": write invoice',
  ],
  [
    'two document types to look up',
    { url: '/api/v1/participants/0088:7300010000001?accepts=self-billing' },
    invalid,
    'The query parameter accepts is "self-billing": write one of invoice, credit-note, ' +
      'invoice-response, mlr, order, order-response, order-change, order-cancellation, ' +
      'order-agreement, despatch-advice, catalogue, catalogue-response, punch-out, or the ' +
      'identifier of a document type',
  ],
]

describe('a request', () => {
  it.each(requests)('with %s says what to write', async (_, asked, code, detail) => {
    const answer = (await test.call(asked)).json()
    expect(answer.code).toBe(code)
    expect(answer.detail.slice(0, detail.length)).toBe(detail)
    if (!detail.endsWith(', ')) expect(answer.detail).toHaveLength(detail.length)
    for (const fault of answer.errors ?? []) expect(fault).toMatchObject({ code })
  })
})

describe('what is taken', () => {
  const convert = async (place: string, written: string) =>
    (await test.call(post(bodyWith({ place, written }), { url: '/api/v1/convert' }))).body

  // The table has what is just beyond: a wrong check digit, NL in front, another scheme of schemes.
  it.each([
    [
      'seller',
      '"endpoint": "iso6523-actorid-upis::0208:0123456749"',
      '>0123456749</cbc:EndpointID>',
    ],
    ['seller', '"endpoint": "0208:BE0987654394"', '>0987654394</cbc:EndpointID>'],
    ['seller', '"endpoint": "0208:0987.654.394"', '>0987654394</cbc:EndpointID>'],
    [
      'seller',
      '"endpoint": { "scheme": "0208", "id": "BE 0987 654 394" }',
      '>0987654394</cbc:EndpointID>',
    ],
    ['buyer', '"endpoint": "0088:7-300010-000001"', '>7300010000001</cbc:EndpointID>'],
    ['seller', '"legalId": "0208:BE0123456749"', '<cbc:CompanyID schemeID="0208">0123456749<'],
    ['seller', '"vatId": "BE 0123 456 749"', '<cbc:CompanyID>BE0123456749<'],
    [
      'document',
      '"payment": { "creditTransfers": [{ "accountId": "BE71 0961 2345 6769" }] }',
      '<cbc:ID>BE71096123456769<',
    ],
    [
      'document',
      '"payment": { "creditTransfers": [{ "accountId": "Giro 12 34" }] }',
      '<cbc:ID>Giro 12 34<',
    ],
    [
      'document',
      '"payment": { "creditTransfers": [{ "accountId": "be71 0961 2345 6769" }] }',
      '<cbc:ID>BE71096123456769<',
    ],
    // No IBAN, though it looks like one.
    [
      'document',
      '"payment": { "creditTransfers": [{ "accountId": "kt12 Ab 3456 7890 1234" }] }',
      '<cbc:ID>kt12 Ab 3456 7890 1234<',
    ],
    [
      'document',
      '"payment": { "creditTransfers": [{ "accountId": "BE71 0961 2345 6768" }] }',
      '<cbc:ID>BE71 0961 2345 6768<',
    ],
    ['seller', '"endpoint": "0204:991-33333TEST-33"', '>991-33333TEST-33</cbc:EndpointID>'],
  ])('for %s %s is written in the form of its scheme', async (place, written, ubl) => {
    expect(await convert(place, written)).toContain(ubl)
  })

  it.each([
    'receiver=0088:7300010000001',
    'receiver=iso6523-actorid-upis::0088:7300010000001',
    'receiver=0088:7-300010-000001',
  ])('as %s is the same receiver', async (query) => {
    expect((await test.call(submitWith(query))).json().receiver.id).toBe('0088:7300010000001')
  })

  it('is an IBAN with wrong check digits, with a warning', async () => {
    const warningsOf = async (accountId: string) => {
      const payment = { creditTransfers: [{ accountId }] }
      const { warnings = [] } = (
        await test.call(post(JSON.stringify({ ...invoice, payment, number: accountId }), {}))
      ).json()
      return warnings
    }
    expect(await warningsOf('BE71 0961 2345 6768')).toEqual([
      'payment.creditTransfers[0].accountId is "BE71 0961 2345 6768", an IBAN whose check digits ' +
        "do not fit: copy it again from the bank's own papers (BT-84)",
    ])
    expect(await warningsOf('BE71 0961 2345 6769')).toEqual([])
    expect(await warningsOf('Giro 12 34')).toEqual([])
  })

  it('is in validate a warning that leaves the document valid', async () => {
    const payment = { creditTransfers: [{ accountId: 'BE71 0961 2345 6768' }] }
    const payload = JSON.stringify({ ...invoice, payment })
    const { valid, findings } = (await test.call(post(payload, { url: '/api/v1/validate' }))).json()
    expect(valid).toBe(true)
    expect(findings).toContainEqual(
      expect.objectContaining({
        pointer: '/payment/creditTransfers/0/accountId',
        rule: 'account.check-digits',
        severity: 'warning',
        value: 'BE71 0961 2345 6768',
      }),
    )
  })
})
