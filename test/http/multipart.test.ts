import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { submitExamples } from '../../src/http/reference/examples.ts'
import { expectProblem, openTestGateway } from './gateway.ts'

const { call, countRows, gateway } = await openTestGateway()
const json = submitExamples.invoice['application/json']!.usual!.value as Record<string, unknown>
const ubl = submitExamples.invoice['application/xml']!.ubl!.value as string
const pdf = Buffer.from('%PDF-1.7\n\r\nnot really \x00\xff--boundary', 'latin1')

type Part = { name: string; filename?: string; type?: string; content: string | Buffer }

const boundary = '----a-boundary'

function form(parts: Part[], end = `--${boundary}--\r\n`): Buffer {
  const written = parts.flatMap(({ name, filename, type, content }) => [
    `--${boundary}\r\nContent-Disposition: form-data; ` +
      `name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n`,
    type ? `Content-Type: ${type}\r\n\r\n` : '\r\n',
    content,
    '\r\n',
  ])
  return Buffer.concat([...written, end].map((piece) => Buffer.from(piece)))
}

const submit = (payload: Buffer, headers: Record<string, string> = {}) =>
  call({
    method: 'POST',
    url: '/api/v1/invoices/submit',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers },
    payload,
  })

const document = (content: object | string = json): Part => ({
  name: 'document',
  filename: 'invoice.json',
  type: 'application/octet-stream',
  content: typeof content === 'string' ? content : JSON.stringify(content),
})
const attachment = (filename = 'hours.pdf', type = 'application/pdf'): Part => ({
  name: 'attachments',
  filename,
  type,
  content: pdf,
})

async function filesOf(id: string): Promise<{ kind: string; name: string; content: string }[]> {
  const answer = await call({
    method: 'POST',
    url: '/api/v1/invoices/files',
    payload: { id, inline: true },
  })
  return answer.json().files
}

describe('a document with attachments as files', () => {
  it('carries them in its UBL, and each is a file of the document', async () => {
    const answer = await submit(form([document(), attachment(), attachment('b.csv', 'text/csv')]))
    expect(answer.statusCode, answer.body).toBe(202)
    const files = await filesOf(answer.json().id)
    expect(files.map(({ kind, name }) => [kind, name])).toEqual([
      ['submitted', 'submitted.json'],
      ['attachment', 'hours.pdf'],
      ['attachment', 'b.csv'],
      ['ubl', 'document.xml'],
    ])
    expect(Buffer.from(files[0]!.content, 'base64').toString()).toBe(JSON.stringify(json))
    expect(Buffer.from(files[1]!.content, 'base64')).toEqual(pdf)
    const sent = Buffer.from(files[3]!.content, 'base64').toString()
    expect(sent).toContain(
      '<cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" ' +
        `filename="hours.pdf">${pdf.toString('base64')}<`,
    )
    expect(sent).toContain('mimeCode="text/csv" filename="b.csv"')
  })

  it('may describe a file further, in the entry with its name', async () => {
    const attachments = [{ id: 'T-1', description: 'Hours of October', filename: 'hours.pdf' }]
    const answer = await submit(
      form([
        document({ ...json, number: 'M-2', attachments }),
        attachment('hours.pdf', 'application/octet-stream'),
      ]),
    )
    expect(answer.statusCode, answer.body).toBe(202)
    const ublFile = (await filesOf(answer.json().id)).find(({ kind }) => kind === 'ubl')
    const sent = Buffer.from(ublFile!.content, 'base64').toString()
    expect(sent).toContain('<cbc:ID>T-1</cbc:ID><cbc:DocumentDescription>Hours of October<')
    expect(sent).toContain('mimeCode="application/pdf" filename="hours.pdf"')
  })

  it('may say that its files are not encoded', async () => {
    const head =
      'Content-Disposition: form-data; name="attachments"; ' +
      `filename="a.pdf"\r\nContent-Type: application/pdf\r\nContent-Transfer-Encoding: Binary`
    const end = `--${boundary}\r\n${head}\r\n\r\n%PDF-\r\n--${boundary}--\r\n`
    const answer = await submit(form([document({ ...json, number: 'M-6' })], end))
    expect(answer.statusCode, answer.body).toBe(202)
    expect((await filesOf(answer.json().id)).map(({ name }) => name)).toContain('a.pdf')
  })

  it('may have long headers for a file: 8 KB and 20 lines', async () => {
    const more = `X-More: x\r\n`.repeat(17)
    const head =
      'Content-Disposition: form-data; name="attachments"; ' +
      `filename="a.pdf"\r\n${more}X-Long: ${'x'.repeat(7_500)}\r\nContent-Type: application/pdf`
    const end = `--${boundary}\r\n${head}\r\n\r\n%PDF\r\n--${boundary}--\r\n`
    const answer = await submit(form([document({ ...json, number: 'M-8' })], end))
    expect(answer.statusCode).toBe(202)
  })

  it('may come with files of one name that have entries with ids of their own', async () => {
    const attachments = ['T-1', 'T-2'].map((id) => ({ id, filename: 'hours.pdf' }))
    const parts = [document({ ...json, number: 'M-2b', attachments }), attachment(), attachment()]
    const answer = await submit(form(parts))
    expect(answer.statusCode, answer.body).toBe(202)
  })

  it.each([
    ['two files', [], ['hours.pdf', 'b.pdf', 'hours.pdf'], 2],
    [
      'a file and an entry that has everything it needs',
      [{ id: 'hours.pdf', url: 'https://a.example/1' }],
      ['hours.pdf'],
      1,
    ],
    [
      'one file too many for its entry',
      [{ id: 'hours.pdf', filename: 'hours.pdf' }],
      ['hours.pdf', 'hours.pdf'],
      1,
    ],
  ])(
    'is refused when two attachments would have one id (BT-122): %s',
    async (_, attachments, names, at) => {
      const rows = await countRows()
      const answer = await submit(
        form([document({ ...json, attachments }), ...names.map((name) => attachment(name))]),
      )
      expectProblem(answer, 400, 'request.invalid-field')
      expect(answer.json().errors).toMatchObject([
        { pointer: `/attachments/${at}/id`, value: 'hours.pdf' },
      ])
      expect(await countRows()).toBe(rows)
    },
  )

  it.each([
    ['with an empty name', { filename: '' }],
    ['without a name', {}],
  ])('may have a field in which no file was chosen: %s', async (_, name) => {
    const none = { ...name, name: 'attachments', content: '' }
    const number = `M-9-${Object.keys(name).length}`
    const answer = await submit(form([document({ ...json, number }), none]))
    expect(answer.json()).toMatchObject({ number })
    const kinds = (await filesOf(answer.json().id)).map(({ kind }) => kind)
    expect(kinds).not.toContain('attachment')
  })

  it('may come without files, and as UBL whose bytes are kept', async () => {
    expect((await submit(form([document({ ...json, number: 'M-3' })]))).statusCode).toBe(202)
    const answer = await submit(form([document(ubl.replace('INV-2026-0042', 'M-4'))]))
    expect(answer.statusCode, answer.body).toBe(202)
    const [submitted] = await filesOf(answer.json().id)
    expect(Buffer.from(submitted!.content, 'base64').toString()).toBe(
      ubl.replace('INV-2026-0042', 'M-4'),
    )
  })

  it('is the same request with another boundary, and another one with another file', async () => {
    const key = { 'idempotency-key': 'form-1' }
    const numbered = document({ ...json, number: 'M-5' })
    const first = await submit(form([numbered, attachment()]), key)
    const again = await submit(
      Buffer.from(
        form([numbered, attachment()]).toString('latin1').replaceAll(boundary, 'other'),
        'latin1',
      ),
      { ...key, 'content-type': 'multipart/form-data; boundary=other' },
    )
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json().id).toBe(first.json().id)
    for (const file of [attachment('other.pdf'), attachment('hours.pdf', 'image/png')]) {
      const other = await submit(form([numbered, file]), key)
      expect(other.json()).toMatchObject({ code: 'idempotency.key-reused' })
    }
  })
})

describe('a form that arrives in pieces', () => {
  const inPieces = (form: Buffer, size: number) =>
    call({
      method: 'POST',
      url: '/api/v1/invoices/submit',
      headers: { 'content-type': `multipart/form-data; charset=utf-8; boundary="${boundary}"` },
      payload: Readable.from(
        Array.from({ length: Math.ceil(form.length / size) }, (_, at) =>
          form.subarray(at * size, (at + 1) * size),
        ),
      ),
    })
  const numbered = (number: string) => form([document({ ...json, number }), attachment()])

  it.each([1, 2, 3, 7, 100])('of %i bytes is read as a whole', async (size) => {
    const around = [`before\r\n`, numbered(`P-${size}`), 'after']
    const answer = await inPieces(Buffer.concat(around.map((piece) => Buffer.from(piece))), size)
    expect(answer.statusCode, answer.body).toBe(202)
    expect(await filesOf(answer.json().id)).toMatchObject([
      { kind: 'submitted' },
      { name: 'hours.pdf', content: pdf.toString('base64') },
      { kind: 'ubl' },
    ])
  })

  it('is refused wherever it ends too early', async () => {
    const whole = numbered('P-early')
    const before = await countRows()
    // The line end behind the last delimiter may be missing.
    const ends = Array.from({ length: 60 }, (_, at) => Math.floor((at * (whole.length - 3)) / 59))
    const answers = await Promise.all(
      ends.map((end) => inPieces(whole.subarray(0, end), 64).then(({ json }) => json().code)),
    )
    expect(new Set(answers)).toEqual(new Set(['request.invalid-field']))
    expect(await countRows()).toBe(before)
  })
})

describe('a form that is refused, and leaves no row', () => {
  const many = Array.from({ length: 21 }, (_, index) => attachment(`${index}.pdf`))
  const raw = (head: string) =>
    form([document()], `--${boundary}\r\n${head}\r\n\r\nJVBERi0=\r\n--${boundary}--\r\n`)
  const attachmentHead =
    'Content-Disposition: form-data; name="attachments"; ' +
    'filename="a.pdf"\r\nContent-Type: application/pdf'
  const cases: [string, Buffer, string, object?][] = [
    ['without a document', form([attachment()]), 'request.missing-field'],
    ['with two documents', form([document(), document()]), 'request.invalid-field'],
    [
      'with an unknown part',
      form([document(), { name: 'more', content: 'x' }]),
      'request.unknown-field',
    ],
    ['with more files than allowed', form([document(), ...many]), 'request.too-large'],
    [
      'that is larger than allowed',
      form([
        document(),
        { ...attachment(), content: Buffer.alloc(gateway.submission.multipartBytesMax) },
      ]),
      'request.too-large',
    ],
    [
      'whose document is larger than allowed',
      form([document(`{"number":"${'1'.repeat(gateway.submission.bodyBytesMax)}"}`)]),
      'request.too-large',
    ],
    ['with XML and files', form([document(ubl), attachment()]), 'request.invalid-field'],
    [
      'with a file without a name',
      form([document(), { name: 'attachments', content: 'x' }]),
      'request.invalid-field',
    ],
    ['with a part without a name', raw('Content-Disposition: form-data'), 'request.unknown-field'],
    [
      'with a part that has no headers about itself',
      raw('Content-Type: application/pdf'),
      'request.invalid-field',
      { detail: 'Each part needs a Content-Disposition of form-data, and names of one line.' },
    ],
    // Parts of more than a stream holds, which busboy skips.
    ...[
      '\r\n'.repeat(9_000),
      `Content-Type: application/pdf\r\n\r\n${'x'.repeat(20_000)}`,
      `Content-Disposition: attachment; name="attachments"\r\n\r\n${'x'.repeat(20_000)}`,
      [attachmentHead.replace('filename="a', `filename*="UTF-8''a%0A`), 'x'.repeat(20_000)].join(
        '\r\n\r\n',
      ),
    ].map((part): [string, Buffer, string] => [
      `with a large part that is none of a form: ${JSON.stringify(part.slice(0, 100))}`,
      raw(part),
      'request.invalid-field',
    ]),
    [
      'with a part that is something else',
      raw('Content-Disposition: attachment; name="attachments"; filename="a.pdf"'),
      'request.invalid-field',
    ],
    [
      'with a file that is encoded',
      raw(
        'Content-Disposition: form-data; name="attachments"; filename="a.pdf"\r\nContent-Type: ' +
          'application/pdf\r\nContent-Transfer-Encoding: base64',
      ),
      'request.invalid-field',
      { detail: 'Parts must not be encoded; one is in base64.' },
    ],
    ...[8_200, 16_000, 20_000, 200_000].map((length): [string, Buffer, string, object] => [
      `with a part whose headers have ${length} bytes`,
      raw(`${attachmentHead}\r\nX-Long: ${'x'.repeat(length)}`),
      'request.too-large',
      { detail: 'The headers of a part may have at most 8192 bytes and 20 lines.' },
    ]),
    [
      'with a part whose headers say too late that it is encoded',
      raw(
        `${attachmentHead}\r\nX-Long: ${'x'.repeat(20_000)}\r\nContent-Transfer-Encoding: base64`,
      ),
      'request.too-large',
    ],
    [
      'with a file whose name is longer than headers may be',
      form([document(), attachment(`${'x'.repeat(9_000)}.pdf`)]),
      'request.too-large',
      { detail: 'The headers of a part may have at most 8192 bytes and 20 lines.' },
    ],
    [
      'with a part that has too many header lines',
      raw(`${attachmentHead}${'\r\nX-More: x'.repeat(19)}\r\nContent-Transfer-Encoding: base64`),
      'request.too-large',
      { detail: 'The headers of a part may have at most 8192 bytes and 20 lines.' },
    ],
    [
      'with a file of no known type and an odd ending',
      form([document(), attachment('a.constructor', 'application/octet-stream')]),
      'request.invalid-field',
      { errors: [{ pointer: '/attachments/0/mimeType', value: 'application/octet-stream' }] },
    ],
    ['that ends too early', form([document(), attachment()], ''), 'request.invalid-field'],
    ['with malformed JSON', form([document('{"number":')]), 'request.malformed-json'],
    [
      'with a file of a type that is not allowed',
      form([document(), attachment('x.exe', 'application/x-msdownload')]),
      'request.invalid-field',
      { errors: [{ pointer: '/attachments/0/mimeType' }] },
    ],
    [
      'with a wrong field',
      form([document({ ...json, numbr: 'x' }), attachment()]),
      'request.unknown-field',
      { errors: [{ pointer: '/numbr' }] },
    ],
  ]
  it.each(cases)('%s', async (_, payload, code, members = {}) => {
    const before = await countRows()
    expect((await submit(payload)).json()).toMatchObject({ code, ...members })
    expect(await countRows()).toBe(before)
  })

  it('without a boundary', async () => {
    const answer = await submit(form([document()]), { 'content-type': 'multipart/form-data' })
    expect(answer.json()).toMatchObject({ code: 'request.unsupported-media-type' })
  })

  it('where no form is accepted', async () => {
    const answer = await call({
      method: 'POST',
      url: '/api/v1/convert',
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: form([document()]),
    })
    expect(answer.json()).toMatchObject({ code: 'request.unsupported-media-type' })
  })
})
