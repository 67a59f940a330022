// Attached pictures, made here pixel by pixel: valid ones go on pages of their own, anything
// else is only listed.
import { crc32, deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openPrinter } from '../../src/pdf/index.ts'
import { pictureKind } from '../../src/pdf/picture.ts'
import { invoiceWith } from './documents.ts'

const printer = openPrinter({ ...limits.printing, threads: 1 })
afterAll(() => printer.close())

function chunk(kind: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** Two pixels of red, green and blue (color 2), or with transparency (color 6). */
function png(color: 2 | 6): Buffer {
  const head = Buffer.from([0, 0, 0, 2, 0, 0, 0, 1, 8, color, 0, 0, 0])
  const row = color === 2 ? [0, 255, 0, 0, 0, 0, 255] : [0, 255, 0, 0, 128, 0, 0, 255, 255]
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(row))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/**
 * One grey pixel; each table of codes has one code, of one bit. `frame` c0 is
 * baseline, c9 arithmetic.
 */
function jpeg(frame: string): Buffer {
  const codes = `01${'00'.repeat(15)}00`
  const parts = [
    'ffd8',
    `ffdb004300${'01'.repeat(64)}`,
    `ff${frame}000b080001000101011100`,
    `ffc4001400${codes}`,
    `ffc4001410${codes}`,
    'ffda0008010100003f00',
    '3f',
    'ffd9',
  ]
  return Buffer.from(parts.join(''), 'hex')
}

function invoiceWithFiles(...files: [mediaType: string, bytes: Buffer][]): Buffer {
  const references = files.map(
    ([mediaType, bytes], index) =>
      '<cac:AdditionalDocumentReference><cbc:ID>File ' +
      `${index + 1}</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject ` +
      `mimeCode="${mediaType}" ` +
      `filename="f${index}">${bytes.toString('base64')}</cbc:EmbeddedDocumentBinaryObject>` +
      `</cac:Attachment></cac:AdditionalDocumentReference>`,
  )
  return invoiceWith(`<cbc:ID>1</cbc:ID>${references.join('')}`)
}

async function print(xml: Buffer, images: boolean) {
  const printed = await printer.print(xml, {
    kind: 'any',
    locale: 'en',
    paper: 'a4',
    embed: false,
    images,
  })
  if (printed.kind !== 'printed') throw new Error(JSON.stringify(printed))
  const text = printed.pdf.toString('latin1')
  return {
    pages: printed.pages,
    pictures: text.match(/\/Subtype \/Image/g)?.length ?? 0,
    isJpegInside: text.includes('/DCTDecode'),
  }
}

describe('attached pictures', () => {
  const both = invoiceWithFiles(['image/png', png(2)], ['image/jpeg', jpeg('c0')])

  it('are printed on pages of their own on request', async () => {
    expect(await print(both, true)).toEqual({ pages: 3, pictures: 2, isJpegInside: true })
  })

  it('are only listed otherwise', async () => {
    expect(await print(both, false)).toEqual({ pages: 1, pictures: 0, isJpegInside: false })
  })

  it('may be transparent: the mask is a picture as well', async () => {
    expect(await print(invoiceWithFiles(['image/png', png(6)]), true)).toMatchObject({
      pages: 2,
      pictures: 2,
    })
  })

  it('are recognised by their bytes, not by the stated media type', async () => {
    expect(await print(invoiceWithFiles(['application/pdf', png(2)]), true)).toMatchObject({
      pages: 2,
    })
    expect(
      await print(invoiceWithFiles(['image/png', Buffer.from('%PDF-1.7')]), true),
    ).toMatchObject({
      pages: 1,
    })
  })

  it.each([
    ['a PNG that is cut off', png(2).subarray(0, -14)],
    ['a PNG whose pixels are damaged', Buffer.from(png(2)).fill(0xff, 45, 49)],
    ['a PNG that claims more pixels than it has', Buffer.from(png(2)).fill(9, 19, 20)],
    ['a JPEG with arithmetic codes, which viewers leave blank', jpeg('c9')],
    ['a JPEG without a frame', jpeg('c0').subarray(0, 80)],
    ['nothing', Buffer.alloc(0)],
  ])('%s is none', async (_, bytes) => {
    expect(pictureKind(bytes)).toBeUndefined()
    expect(await print(invoiceWithFiles(['image/png', bytes]), true)).toMatchObject({
      pages: 1,
      pictures: 0,
    })
  })
})
