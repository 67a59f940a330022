// Documents are read in the calling thread when they are small and in another when they are large,
// with the same result.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { type IntakeLimits, openIntake } from '../../src/intake/index.ts'
import type { Intake } from '../../src/intake/intake.ts'
import type { SubmittedBody } from '../../src/intake/read-document.ts'
import { Problem } from '../../src/problem.ts'

const day = '2026-11-28'
const { inlineBytesMax, inlineValuesMax, inlineTagsMax } = limits.intake

function open(change: Partial<IntakeLimits> = {}): Intake {
  const intake = openIntake({ ...limits.intake, threads: 1, ...change })
  onTestFinished(() => intake.close())
  return intake
}

const here = openIntake({
  ...limits.intake,
  inlineBytesMax: 1_000_000,
  inlineValuesMax: 100_000,
  inlineTagsMax: 100_000,
})
const there = openIntake({ ...limits.intake, threads: 1, inlineBytesMax: -1 })
afterAll(() => Promise.all([here.close(), there.close()]))

const usual = readFileSync('test/fixtures/billing/invoice-usual.in.json', 'utf8')
const ubl = readFileSync('test/fixtures/billing/invoice-usual.out.xml', 'utf8')
const creditNote = readFileSync('test/fixtures/billing/creditNote-minimal.out.xml', 'utf8')
const minimal = JSON.parse(
  readFileSync('test/fixtures/billing/invoice-minimal.in.json', 'utf8'),
) as {
  lines: object[]
}
const withLines = (count: number) =>
  JSON.stringify({ ...minimal, lines: Array(count).fill(minimal.lines[0]) })

function json(text: string | Buffer): SubmittedBody {
  return { format: 'json', bytes: Buffer.from(text) }
}

function xml(text: string | Buffer): SubmittedBody {
  return { format: 'xml', bytes: Buffer.from(text), mediaType: 'application/xml' }
}

/** White space after the document changes neither it nor any place in it. */
function padded({ bytes, ...body }: SubmittedBody, length: number): SubmittedBody {
  return {
    ...body,
    bytes: Buffer.concat([bytes, Buffer.alloc(length - bytes.length, ' ')]),
  } as SubmittedBody
}

/** What is read, or the problem: everything that a caller can see. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  return work.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error
    const { code, detail, errors } = error
    return { code, detail, errors }
  })
}

const bodies: [string, string, SubmittedBody][] = [
  ['JSON', 'read', json(usual)],
  ['JSON of a hundred lines', 'read', json(withLines(100))],
  [
    'JSON whose totals are wrong',
    'read',
    json(JSON.stringify({ ...minimal, totals: { payable: '1.00' } })),
  ],
  ['truncated JSON', 'request.malformed-json', json(usual.slice(0, -20))],
  [
    'JSON with a duplicate name',
    'request.malformed-json',
    json(usual.replace('{', '{"number":"1",')),
  ],
  [
    'JSON with an unknown field',
    'request.unknown-field',
    json(usual.replace('{', '{"colour":"red",')),
  ],
  ['JSON that lacks required fields', 'request.missing-field', json('{"lines":[{}]}')],
  ['JSON that is not an object', 'request.invalid-field', json('[1]')],
  [
    'JSON in another encoding',
    'request.unsupported-media-type',
    json(Buffer.from([0x22, 0xff, 0x22])),
  ],
  ['UBL', 'read', xml(ubl)],
  ['UBL with two numbers', 'document.ambiguous', xml(ubl.replace(/<cbc:ID>.*?<\/cbc:ID>/, '$&$&'))],
  ['truncated UBL', 'request.malformed-xml', xml(ubl.slice(0, -20))],
  ['XML with a document type', 'request.forbidden-xml', xml('<!DOCTYPE a><a/>')],
  ['XML that is not UBL', 'document.type-mismatch', xml('<a xmlns="urn:a"/>')],
  ['UBL of another kind', 'document.type-mismatch', xml(creditNote)],
  ['nothing', 'request.malformed-xml', xml('')],
]

const order =
  '<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"><c:ID xmlns:c="urn:oasis:' +
  'names:specification:ubl:schema:xsd:CommonBasicComponents-2">7</c:ID></Order>'

it.each([
  ['an order', order, { other: { number: '7' }, root: { local: 'Order' } }],
  ['an invoice', ubl, { summary: { kind: 'invoice' } }],
  ['an order with two numbers', order.replace(/<c:.*ID>/, '$&$&'), { code: 'document.ambiguous' }],
  ['truncated XML', order.slice(0, -5), { code: 'request.malformed-xml' }],
])(
  'XML of any type is read with the same result here and in a thread: %s',
  async (_, text, read) => {
    const outcome = await outcomeOf(here.readAny(Buffer.from(text)))
    expect(outcome).toMatchObject(read)
    expect(await outcomeOf(there.readAny(Buffer.from(text)))).toEqual(outcome)
  },
)

it('large UBL made by a thread is in memory that other threads can read', async () => {
  const { ubl } = await there.read(json(withLines(1_000)), { day, kind: 'invoice' })
  expect(ubl.buffer).toBeInstanceOf(SharedArrayBuffer)
})

describe('a document just under the size is read here, one just over it in a thread', () => {
  it('which takes longer than a thread is allowed here', async () => {
    const hasty = open({ timeMs: 1 })
    expect(
      await outcomeOf(hasty.read(padded(json(usual), inlineBytesMax), { day, kind: 'invoice' })),
    ).toHaveProperty('ubl')
    expect(
      await outcomeOf(
        hasty.read(padded(json(usual), inlineBytesMax + 1), { day, kind: 'invoice' }),
      ),
    ).toMatchObject({
      code: 'request.too-large',
      detail: 'The document takes longer to read than 0.001 seconds.',
    })
  })

  it.each(bodies)('with the same result: %s (%s)', async (_, code, body) => {
    const outcome = await outcomeOf(here.read(body, { day, kind: 'invoice' }))
    expect(outcome).toMatchObject(code === 'read' ? { summary: { kind: 'invoice' } } : { code })
    expect(await outcomeOf(there.read(body, { day, kind: 'invoice' }))).toEqual(outcome)
  })

  it('with the same result: UBL that becomes JSON', async () => {
    const { bytes } = xml(ubl)
    const converted = await here.convert(bytes)
    expect(await there.convert(bytes)).toEqual(converted)
    expect(JSON.parse(converted.toString())).toHaveProperty('document.lines')
  })

  it('with the same result: places of the UBL in the JSON', async () => {
    const of = { json: Buffer.from(usual), ubl: (await here.read(json(usual), { day })).ubl }
    const places = ['/Invoice[1]/InvoiceLine[1]/Item[1]/Name[1]', '/Invoice[1]/Unknown[1]']
    const found = await here.point(places, of)
    expect(await there.point(places, of)).toEqual(found)
    expect(found[0]).toBe('/lines/0/name')
  })

  it('with the same result: JSON with files', async () => {
    const file = { name: 'a.pdf', mediaType: 'application/pdf', bytes: Buffer.alloc(1_000, 7) }
    const body = { ...json(usual), attached: [file] }
    const { ubl } = await here.read(body, { day })
    expect((await there.read(body, { day })).ubl).toEqual(ubl)
    expect(ubl.toString()).toContain(file.bytes.toString('base64'))
    const counted = open({ timeMs: 1, inlineBytesMax: usual.length + file.bytes.length - 1 })
    expect(await outcomeOf(counted.read(body, { day }))).toMatchObject({
      code: 'request.too-large',
    })
  })
})

describe('a document of few bytes', () => {
  it.each([
    [
      'values',
      inlineValuesMax,
      (commas: number) => json(JSON.stringify({ lines: Array(commas + 1).fill({}) })),
    ],
    ['elements', inlineTagsMax, (tags: number) => xml(`<a>${'<a/>'.repeat(tags - 2)}</a>`)],
  ])('is read in a thread when it has very many %s', async (_, max, bodyOf) => {
    const hasty = open({ timeMs: 1 })
    const [few, many] = [bodyOf(max), bodyOf(max + 1)]
    expect(many.bytes.length).toBeLessThan(inlineBytesMax)
    expect(await outcomeOf(hasty.read(few, { day }))).not.toMatchObject({
      code: 'request.too-large',
    })
    expect(await outcomeOf(hasty.read(many, { day }))).toMatchObject({ code: 'request.too-large' })
  })
})

describe('what cannot be read in a thread', () => {
  const large = padded(json(usual), inlineBytesMax + 1)

  it('is a problem when too many wait, and those before it are read', async () => {
    const intake = open({ waitingMax: 1 })
    const outcomes = await Promise.all([1, 2, 3].map(() => outcomeOf(intake.read(large, { day }))))
    expect(outcomes.map((outcome) => (outcome as { code?: string }).code)).toEqual([
      undefined,
      undefined,
      'service.unavailable',
    ])
  })

  it('is a problem when it needs too much memory, and the next one is read', async () => {
    // A thread needs 16 MB to start with, and about 50 for this document. Near its limit it spends
    // long on garbage collection, and must not run out of time first.
    const intake = open({ heapMegabytesMax: 26, timeMs: 300_000 })
    const huge = json(withLines(10_000))
    expect(await outcomeOf(intake.read(huge, { day }))).toMatchObject({
      code: 'request.too-large',
      detail: expect.stringContaining('memory'),
    })
    expect(await outcomeOf(intake.read(large, { day }))).toHaveProperty('ubl')
  }, 120_000)

  it('is read when there is enough memory', async () => {
    const { ubl } = await there.read(json(withLines(10_000)), { day })
    expect(ubl.toString().split('<cac:InvoiceLine>')).toHaveLength(10_001)
  })
})
