// Documents of any type: orders, responses, whatever XML the network has, and files.
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../../src/http/reference/examples.ts'
import { despatchAdviceExample, orderExample } from '../../../src/http/reference/other-examples.ts'
import { documentExample, mlsExample } from '../../../src/http/reference/pdf-examples.ts'
import { binaryContentOf, openBinaryContent, parseSbdTree } from '../../../src/peppol/index.ts'
import { process as billingProcess, cii, context, invoice, xrechnung } from '../../billing/cii.ts'
import { expectProblem, openTestGateway } from '../gateway.ts'

const test = await openTestGateway()
const path = '/api/v1/documents/submit'
const boundary = 'a-boundary'
const pdf = Buffer.from('%PDF-1.7\n\r\nnot really \x00\xff <a> ]]> --a', 'latin1')
const facturX =
  'urn:peppol:doctype:pdf+xml##urn:cen.eu:en16931:2017#conformant#' +
  'urn:peppol:france:billing:Factur-X:1.0::D22B'

const addressed = {
  documentTypeId: facturX,
  processId: 'urn:peppol:france:billing:regulated',
  sender: '0208:0123456749',
  receiver: '0088:7300010000001',
  countryC1: 'FR',
}

type Wish = { query?: Record<string, string>; headers?: Record<string, string> }

function submit(payload: string | Buffer, { query = {}, headers = {} }: Wish = {}) {
  return test.call({
    method: 'POST',
    url: `${path}?${new URLSearchParams(query)}`,
    payload,
    headers: { 'content-type': 'application/xml', ...headers },
  })
}

type Part = { name?: string; filename?: string; type?: string; content: string | Buffer }

function submitForm(parts: Part[], { query = addressed, headers = {} }: Wish = {}) {
  const written = parts.flatMap(({ name = 'document', filename, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    filename === undefined ? '\r\n' : `; filename="${filename}"\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    content,
    '\r\n',
  ])
  const payload = Buffer.concat(
    [...written, `--${boundary}--\r\n`].map((each) => Buffer.from(each)),
  )
  const contentType = `multipart/form-data; boundary=${boundary}`
  return submit(payload, { query, headers: { 'content-type': contentType, ...headers } })
}

const file = { filename: 'invoice.pdf', type: 'application/pdf', content: pdf }

async function filesOf(id: string) {
  const { files } = (await test.call({ url: `/api/v1/documents/${id}/files` })).json() as {
    files: { kind: string; name: string; mediaType: string; url: string }[]
  }
  const read = files.map(async (one) => {
    const { rawPayload: bytes } = await test.call({ url: one.url })
    return [one.kind, { ...one, bytes }] as const
  })
  return Object.fromEntries(await Promise.all(read))
}

const response = `<?xml version="1.0"?>
<ApplicationResponse xmlns="urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>urn:fdc:peppol.eu:poacc:trns:invoice_response:3</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:poacc:bis:invoice_response:3</cbc:ProfileID>
  <cac:SenderParty><cbc:EndpointID schemeID="0208">0123456749</cbc:EndpointID></cac:SenderParty>
  <cac:ReceiverParty>
    <cbc:EndpointID schemeID="0088">7300010000001</cbc:EndpointID>
  </cac:ReceiverParty>
</ApplicationResponse>`

const letter = '<?xml version="1.0"?>\n<letter xmlns="urn:a">\r\n  <line>x</line></letter>\n'
const letterQuery = { ...addressed, documentTypeId: 'urn:a::letter##urn:b::1.0' }

describe('XML', () => {
  it('of an order is addressed by what it says: the buyer sends it', async () => {
    const answer = await submit(orderExample, { query: { reference: 'order-42' } })
    expect(answer.statusCode).toBe(202)
    const record = answer.json()
    expect(answer.headers.location).toBe(`/api/v1/status/${record.id}`)
    expect(record).toMatchObject({
      type: 'other',
      direction: 'outbound',
      reference: 'order-42',
      number: 'ORD-2026-0042',
      issueDate: '2026-11-21',
      sender: { id: '0088:7300010000001', name: 'Example Buyer AB', country: 'SE' },
      receiver: { id: '0208:0123456749', name: 'Example Seller BV', country: 'BE' },
      documentTypeId:
        'busdox-docid-qns::urn:oasis:names:specification:ubl:schema:xsd:Order-2::Order##' +
        'urn:fdc:peppol.eu:poacc:trns:order:3::2.1',
      processId: 'cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:bis:ordering:3',
      status: 'accepted',
    })
    expect(record).not.toHaveProperty('totals')
    const { submitted, ubl } = await filesOf(record.id)
    expect(submitted?.bytes.toString()).toBe(orderExample)
    expect(ubl?.bytes.toString()).toBe(orderExample.slice(orderExample.indexOf('<Order')).trimEnd())
  })

  it('of a despatch advice goes from the supplier to the place of delivery', async () => {
    const record = (await submit(despatchAdviceExample)).json()
    expect(record.sender.id).toBe('0208:0123456749')
    expect(record.receiver.id).toBe('0088:7300010000001')
  })

  it('of a response needs the country, which it does not say', async () => {
    const answer = await submit(response)
    expectProblem(answer, 400, 'request.missing-field')
    expect(answer.json().detail).toMatch(/give the query parameter 'countryC1'\./)
    const taken = await submit(response, { query: { countryC1: 'BE' } })
    expect(taken.statusCode).toBe(202)
    expect(taken.json()).not.toHaveProperty('number')
  })

  it('of a type that nobody has heard of is taken as the query says', async () => {
    const record = (await submit(letter, { query: letterQuery })).json()
    expect(record).toMatchObject({
      type: 'other',
      documentTypeId: 'busdox-docid-qns::urn:a::letter##urn:b::1.0',
      sender: { id: '0208:0123456749' },
      receiver: { id: '0088:7300010000001' },
    })
    const { ubl } = await filesOf(record.id)
    expect(ubl?.bytes.toString()).toBe(letter.slice(letter.indexOf('<letter'), -1))
  })

  it('has the query before what it says itself', async () => {
    const query = {
      sender: '0192:987654325',
      receiver: '0007:5566778899',
      processId: 'urn:fdc:peppol.eu:poacc:bis:order_only:3',
    }
    expect((await submit(orderExample, { query })).json()).toMatchObject({
      sender: { id: query.sender },
      receiver: { id: query.receiver },
      processId: `cenbii-procid-ubl::${query.processId}`,
    })
  })

  it('of an invoice is an invoice, with its number taken', async () => {
    const tenantId = await test.makeTenant('strict', ['*'], 'refuse')
    const headers = { 'x-api-token': await test.makeToken({ tenantId }) }
    const invoice = submitExamples.invoice['application/xml']!.ubl!.value as string
    const taken = (await submit(invoice, { headers })).json()
    expect(taken).toMatchObject({ type: 'invoice', totals: { payable: '1069.64' } })
    expectProblem(await submit(invoice, { headers }), 409, 'document.duplicate')
    // An order is not paid twice.
    for (const _ of [1, 2]) expect((await submit(orderExample, { headers })).statusCode).toBe(202)
  })

  it('of PINT gets the scheme of its family', async () => {
    const invoice = (submitExamples.invoice['application/xml']!.ubl!.value as string)
      .replace(/(?<=<cbc:CustomizationID>)[^<]*/, 'urn:peppol:pint:billing-1@eu-1')
      .replace(/(?<=<cbc:ProfileID>)[^<]*/, 'urn:peppol:bis:billing')
    expect((await submit(invoice)).json()).toMatchObject({
      type: 'invoice',
      documentTypeId: expect.stringMatching(/^peppol-doctype-wildcard::.*@eu-1::2\.1$/),
    })
  })

  it('in a form is as good, with or without its media type', async () => {
    for (const type of [undefined, 'text/xml', 'application/octet-stream']) {
      const part = { filename: 'order.xml', content: orderExample, ...(type ? { type } : {}) }
      const answer = await submitForm([part], { query: {} })
      expect(answer.json()).toMatchObject({ type: 'other', number: 'ORD-2026-0042' })
    }
  })

  it('is delivered, and printed as a table of what it says', async () => {
    test.startDelivering()
    const headers = { 'X-TestOnly': 'true', Prefer: 'wait=30' }
    const answer = await submit(despatchAdviceExample, { headers })
    expect(answer.json()).toMatchObject({ type: 'other', status: 'delivered' })
    const printed = await test.call({ url: `/api/v1/documents/${answer.json().id}/pdf` })
    expect(printed.statusCode).toBe(200)
    expect(printed.headers['content-disposition']).toContain('DES-2026-0042')
  })
})

describe('a file', () => {
  it('is kept as it came, and travels in an element around it', async () => {
    test.startDelivering()
    const headers = { 'X-TestOnly': 'true', Prefer: 'wait=30' }
    const answer = await submitForm([{ ...file, filename: 'C:\\files\\invoice.pdf' }], {
      query: addressed,
      headers,
    })
    expect(answer.statusCode).toBe(200)
    const record = answer.json()
    expect(record).toMatchObject({
      type: 'other',
      status: 'delivered',
      documentTypeId: `busdox-docid-qns::${facturX}`,
      sender: { id: '0208:0123456749' },
    })
    for (const member of ['number', 'issueDate', 'totals'])
      expect(record).not.toHaveProperty(member)

    const { submitted, ubl, sbd } = await filesOf(record.id)
    expect(submitted).toMatchObject({ name: 'invoice.pdf', mediaType: 'application/pdf' })
    expect(submitted?.bytes).toEqual(pdf)
    expect(ubl?.bytes).toEqual(Buffer.concat([...binaryContentOf(pdf, 'application/pdf')]))
    const travelled = parseSbdTree(sbd!.bytes)
    expect(travelled.header).toMatchObject({
      standard: 'urn:peppol:doctype:pdf+xml',
      type: 'factur-x',
      typeVersion: '0',
    })
    expect(Buffer.concat([...openBinaryContent(travelled.document)!.pieces()])).toEqual(pdf)

    const shown = await test.call({ url: `/api/v1/documents/${record.id}/pdf?download=a.pdf` })
    expect(shown.rawPayload).toEqual(pdf)
    expect(shown.headers['content-type']).toBe('application/pdf')
    expect(shown.headers['content-language']).toBeUndefined()
  })

  it('may be of other types, which cannot be shown as PDF', async () => {
    const query = { ...addressed, documentTypeId: 'urn:peppol:doctype:edifact:ORDERS##eb2b::0' }
    const order = { filename: 'o.edi', type: 'application/edifact', content: "UNB+UNOA:1'" }
    const { id } = (await submitForm([order], { query })).json()
    const answer = await test.call({ url: `/api/v1/documents/${id}/pdf` })
    expectProblem(answer, 422, 'pdf.wrong-document')
    expect(answer.json().detail).toContain('application/edifact')
  })

  it.each([
    ['text', 'A text, which says %PDF-1.7 somewhere.'],
    ['a picture', '\x89PNG\r\n'],
  ])(
    'that is called a PDF and is %s is refused, whatever its document type',
    async (_, content) => {
      for (const documentTypeId of [
        addressed.documentTypeId,
        'urn:peppol:doctype:bilateral##a::1',
      ]) {
        const answer = await submitForm([{ ...file, content }], {
          query: { ...addressed, documentTypeId },
        })
        expectProblem(answer, 400, 'request.invalid-field')
        expect(answer.json().detail).toMatch(/and (this )?is none/)
      }
    },
  )

  it('that is a PDF may have something in front of its header', async () => {
    const content = Buffer.concat([Buffer.from('\xef\xbb\xbf\r\n', 'latin1'), pdf])
    expect((await submitForm([{ ...file, content }])).statusCode).toBe(202)
  })

  it.each([
    ['C:\\files\\a.pdf', 'a.pdf'],
    ['../../etc/a.pdf', 'a.pdf'],
    ['Straße 😀\u0007.pdf', 'Straße 😀_.pdf'],
    [`${'😀'.repeat(300)}.pdf`, '😀'.repeat(255)],
  ])('named %j is kept under a name without folders', async (filename, name) => {
    const { id } = (await submitForm([{ ...file, filename }])).json()
    expect((await filesOf(id)).submitted).toMatchObject({ name, bytes: pdf })
  })

  it('with another name is another request for the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'a-file' }
    const wish = { query: addressed, headers }
    const first = await submitForm([file], wish)
    const again = await submitForm([file], wish)
    expect(again.json()).toEqual(first.json())
    expect(again.headers['idempotency-replayed']).toBe('true')
    const renamed = await submitForm([{ ...file, filename: 'other.pdf' }], wish)
    expectProblem(renamed, 422, 'idempotency.key-reused')
  })
})

describe('what is missing', () => {
  it('is named, all of it at once', async () => {
    const answer = await submit(letter)
    expectProblem(answer, 400, 'request.missing-field')
    const { detail, errors } = answer.json()
    expect(detail).toBe(
      'For a document with the root element {urn:a}letter, give the query parameters ' +
        "'documentTypeId', 'processId', 'sender', 'receiver' and 'countryC1'.",
    )
    expect(errors).toHaveLength(5)
  })

  it.each(Object.keys(addressed))('is %s of a file', async (name) => {
    const { [name as keyof typeof addressed]: _, ...query } = addressed
    const answer = await submitForm([file], { query })
    expectProblem(answer, 400, 'request.missing-field')
    const choices =
      name === 'processId'
        ? " 'processId' is one of urn:peppol:france:billing:regulated, " +
          'urn:peppol:france:billing:non-regulated.'
        : ''
    expect(answer.json().detail).toBe(`For a file, give the query parameter '${name}'.${choices}`)
  })
})

const xmlInput =
  (payload: string, query: Record<string, string> = {}) =>
  () =>
    submit(payload, { query })
const mls = mlsExample.rejected!.value as string
const mlsType =
  'urn:oasis:names:specification:ubl:schema:xsd:ApplicationResponse-2::ApplicationResponse##' +
  'urn:peppol:edec:mls:1.0::2.1'
const wildcard = 'peppol-doctype-wildcard::urn:a::letter##urn:b*::1.0'
const invoiceType =
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017::2.1'

describe('bad input', () => {
  it.each([
    ['an MLS', xmlInput(mls), 422, 'document.type-mismatch', /Message Level Status/],
    [
      'an MLS under another type',
      xmlInput(mls, { documentTypeId: mlsType.replace('urn:peppol:edec:mls:1.0', 'x') }),
      ...([422, 'document.type-mismatch', /the gateway makes and sends those itself/] as const),
    ],
    [
      'another response under the type of an MLS',
      xmlInput(response, { documentTypeId: mlsType, countryC1: 'BE' }),
      ...([422, 'document.type-mismatch', /Message Level Status/] as const),
    ],
    [
      'an MLR',
      xmlInput(response.replaceAll('invoice_response', 'mlr')),
      ...([422, 'document.type-mismatch', /Message Level Response/] as const),
    ],
    [
      'a TSR',
      xmlInput(
        '<TransactionStatisticsReport xmlns="urn:fdc:peppol:transaction-statistics-report:1.0"/>',
      ),
      ...([422, 'document.type-mismatch', /Transaction Statistics/] as const),
    ],
    [
      'an EUSR',
      xmlInput('<EndUserStatisticsReport xmlns="urn:fdc:peppol:end-user-statistics-report:1.1"/>'),
      ...([422, 'document.type-mismatch', /End User Statistics/] as const),
    ],
    [
      'a wildcard as type',
      xmlInput(letter, { ...letterQuery, documentTypeId: wildcard }),
      ...([400, 'request.invalid-field', /is for registrations: write one without/] as const),
    ],
    [
      'the type of another root element',
      xmlInput(orderExample, { documentTypeId: invoiceType }),
      ...([
        400,
        'request.invalid-field',
        /Invoice; this document's root element is .*Order/,
      ] as const),
    ],
    [
      'an invoice under the type of another root element',
      xmlInput(documentExample.invoice!.value as string, {
        documentTypeId: letterQuery.documentTypeId,
      }),
      ...([400, 'request.invalid-field', /root element is .*Invoice/] as const),
    ],
    [
      'XML under the type of a file',
      xmlInput(orderExample, { documentTypeId: facturX }),
      ...([400, 'request.invalid-field', /files that are not XML/] as const),
    ],
    [
      'no document type at all',
      xmlInput(letter, { ...letterQuery, documentTypeId: 'letter' }),
      ...([400, 'request.invalid-field', /A document type is/] as const),
    ],
    [
      'a number twice',
      xmlInput(orderExample.replace('<cbc:IssueDate>', '<cbc:ID>2</cbc:ID>$&')),
      ...([422, 'document.ambiguous', undefined] as const),
    ],
    [
      'a country of three letters',
      xmlInput(orderExample.replace('>SE<', '>SWE<')),
      ...([400, 'request.invalid-field', /two capital letters/] as const),
    ],
    [
      'a sender that is no participant',
      xmlInput(orderExample.replace('>7300010000001<', '>a b<')),
      ...([422, 'participant.id-invalid', undefined] as const),
    ],
    ['nothing', xmlInput(''), 400, 'request.malformed-xml', undefined],
    ['no XML', xmlInput('%PDF-1.7'), 400, 'request.malformed-xml', undefined],
    ['a DTD', xmlInput('<!DOCTYPE a><a/>'), 400, 'request.forbidden-xml', undefined],
    [
      'JSON',
      () => submit('{}', { headers: { 'content-type': 'application/json' } }),
      ...([415, 'request.unsupported-media-type', /takes application\/xml/] as const),
    ],
    [
      'JSON in a form',
      () => submitForm([{ ...file, type: 'application/json', content: '{}' }]),
      ...([415, 'request.unsupported-media-type', /calls of their own/] as const),
    ],
    [
      'an empty file',
      () => submitForm([{ ...file, content: '' }]),
      ...([400, 'request.invalid-field', /is empty/] as const),
    ],
    [
      'a file without its media type',
      () => submitForm([{ ...file, filename: 'a.bin', type: 'application/octet-stream' }]),
      ...([400, 'request.invalid-field', /media type of its file/] as const),
    ],
    [
      'a file without a name',
      () => submitForm([{ type: 'application/pdf', content: pdf }]),
      ...([400, 'request.invalid-field', /and a name/] as const),
    ],
    [
      'a media type that is none',
      () => submitForm([{ ...file, type: 'pdf' }]),
      ...([400, 'request.invalid-field', /media type/] as const),
    ],
    [
      'a picture as PDF with XML',
      () => submitForm([{ filename: 'a.png', type: 'image/png', content: 'PNG' }]),
      ...([400, 'request.invalid-field', /are PDFs/] as const),
    ],
    [
      'a PDF that is none',
      () => submitForm([{ ...file, content: 'PDF' }]),
      ...([400, 'request.invalid-field', /are PDFs/] as const),
    ],
    [
      'a file as UBL',
      () => submitForm([file], { query: { ...addressed, documentTypeId: invoiceType } }),
      ...([400, 'request.invalid-field', /Documents of this type are XML/] as const),
    ],
    [
      'a file with another one beside it',
      () => submitForm([file, { ...file, name: 'attachments' }]),
      ...([400, 'request.invalid-field', /one file/] as const),
    ],
    [
      '21 attachments',
      () => submitForm([file, ...Array(21).fill({ ...file, name: 'attachments' })]),
      ...([413, 'request.too-large', /20 files/] as const),
    ],
    [
      'a file that is too large',
      () => submitForm([{ ...file, content: Buffer.alloc(1_000_001, '%PDF-') }]),
      ...([413, 'request.too-large', /1000000 bytes/] as const),
    ],
  ] as const)('%s leaves no row', async (_, call, status, code, detail) => {
    const before = await test.countRows()
    const answer = await call()
    expectProblem(answer, status, code)
    if (detail) expect(answer.json().detail).toMatch(detail)
    expect(await test.countRows()).toBe(before)
  })

  it('for somebody else’s participant is refused, in XML and as a file', async () => {
    const tenantId = await test.makeTenant('own', ['0208:0987654394'])
    const headers = { 'x-api-token': await test.makeToken({ tenantId }) }
    for (const answer of [
      await submit(orderExample, { headers }),
      await submitForm([file], { query: addressed, headers }),
    ])
      expectProblem(answer, 403, 'participant.sender-not-allowed')
  })

  it('needs the scope to write', async () => {
    const headers = { 'x-api-token': await test.makeToken({ scopes: ['documents:read'] }) }
    expectProblem(await submit(orderExample, { headers }), 403, 'auth.scope-missing')
  })
})

describe('validation', () => {
  it.each(['true', 'schema', 'report'])(
    'that is asked for (%s) where no rules are is not available, and nothing is stored',
    async (mode) => {
      const before = await test.countRows()
      const headers = { 'X-Validation': mode }
      const order = await submit(orderExample, { headers })
      expectProblem(order, 503, 'validation.unavailable')
      expect(order.json().detail).toContain('Order-2}Order')
      const aFile = await submitForm([file], { query: addressed, headers })
      expectProblem(aFile, 503, 'validation.unavailable')
      expect(aFile.json().detail).toContain('application/pdf')
      expect(await test.countRows()).toBe(before)
    },
  )

  it('that the operator demands of every document is demanded of these too', async () => {
    const server = await test.serverWith({ validationFloor: 'schema' })
    const headers = { 'x-api-token': test.token, 'content-type': 'application/xml' }
    const answer = await server.inject({
      method: 'POST',
      url: path,
      payload: orderExample,
      headers,
    })
    expectProblem(answer, 503, 'validation.unavailable')
  })

  it('refuses an invoice that breaks its rules, as the call for invoices does', async () => {
    const invoice = (submitExamples.invoice['application/xml']!.ubl!.value as string).replace(
      '<cbc:PayableAmount currencyID="EUR">1069.64',
      '<cbc:PayableAmount currencyID="EUR">1.00',
    )
    const answer = await submit(invoice, { headers: { 'X-Validation': 'true' } })
    expectProblem(answer, 422, 'validation.rules-failed')
    const { documentId } = answer.json()
    expect((await test.call({ url: `/api/v1/status/${documentId}` })).json()).toMatchObject({
      type: 'invoice',
      status: 'rejected',
    })
  })
})

describe('an invoice in CII', () => {
  const type = (id: string, version: string) =>
    'busdox-docid-qns::urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100::' +
    `CrossIndustryInvoice##${id}::${version}`

  it('is addressed by what it says, and its record has its number and totals', async () => {
    const answer = await submit(cii())
    expect([answer.statusCode, answer.body]).toEqual([202, expect.any(String)])
    expect(answer.json()).toMatchObject({
      ...{ type: 'other', number: 'R-1', documentTypeId: type(xrechnung, 'D16B') },
      processId: 'cenbii-procid-ubl::urn:fdc:peppol.eu:2017:poacc:billing:01:1.0',
      sender: { id: '9930:de123456789', name: 'Seller GmbH', country: 'DE' },
      receiver: { id: '9930:fr1', name: 'Buyer SA', country: 'FR' },
      totals: { currency: 'EUR', payable: '121.00', tax: '21.00' },
    })
    const { statusCode, headers } = await test.call({
      url: `/api/v1/documents/${answer.json().id}/pdf`,
    })
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  })

  it('has the version of its type in the code list', async () => {
    const cius = 'urn:cen.eu:en16931:2017#compliant#urn:peppol:france:billing:cius:1.0'
    const french = cii({
      context: context.replace(xrechnung, cius),
      head: invoice.head.replace('R-1', 'R-2'),
    })
    const query = { processId: 'urn:peppol:france:billing:regulated' }
    const answer = await submit(french, { query })
    expect(answer.json()).toMatchObject({ number: 'R-2', documentTypeId: type(cius, 'D22B') })
  })

  it('has the only process of its type, and is refused with that of another one', async () => {
    const withProcess = (id: string) => cii({ context: context.replace(billingProcess, id) })
    const plain = await submit(Buffer.from(withProcess('S1').toString().replace('R-1', 'R-3')))
    expect(plain.json()).toMatchObject({
      number: 'R-3',
      processId: `cenbii-procid-ubl::${billingProcess}`,
    })
    const wrong = await submit(withProcess('urn:peppol:bis:billing'))
    expectProblem(wrong, 422, 'document.type-mismatch')
    expect(wrong.json().errors[0]).toMatchObject({
      xpath:
        '/CrossIndustryInvoice[1]/ExchangedDocumentContext[1]' +
        '/BusinessProcessSpecifiedDocumentContextParameter[1]',
      message: expect.stringContaining(billingProcess),
    })
  })

  it.each([
    ['a type that no list knows', cii({ context: context.replace(xrechnung, 'urn:a') })],
    ['the namespace of another edition', Buffer.from(cii().toString().replace(':100"', ':13"'))],
  ])('of %s needs its type in the query', async (_, bytes) => {
    const answer = await submit(bytes)
    expectProblem(answer, 400, 'request.missing-field')
    expect(answer.json().detail).toContain("'documentTypeId'")
  })

  it('has no verdict here without its rules, and says of which type', async () => {
    const answer = await submit(cii(), { headers: { 'x-validation': 'true' } })
    expectProblem(answer, 503, 'validation.unavailable')
    expect(answer.json().detail).toContain('CrossIndustryInvoice')
  })
})
