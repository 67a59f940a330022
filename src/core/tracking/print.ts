// Documents as PDF: those posted to be printed, and those that the gateway holds.

import { carriedFile, noXml, rootName } from '../../intake/index.ts'
import {
  type Locale,
  locales,
  type Paper,
  type Printed,
  PrinterBusyError,
  type PrintKind,
  type PrintOptions,
  type ShownSheet,
} from '../../pdf/index.ts'
import { Problem } from '../../problem.ts'
import { type Asker, ThreadError } from '../../threads/index.ts'
import type { Caller, Gateway } from '../gateway.ts'
import { contentRemoved, type Reference, trackDocument } from './track.ts'

export type { Block, Cell, Fact, Party, ShownSheet } from '../../pdf/index.ts'

export const printLocales = locales

/** How to print a document; the defaults are English, A4, no XML and no pictures. */
export type PrintWish = {
  locale?: Locale
  paper?: Paper
  embed?: boolean
  images?: boolean
  asker?: Asker
}

/** `locale` is absent for a PDF that came with the document. */
export type PrintedDocument = Pick<
  Extract<Printed, { kind: 'printed' }>,
  'pdf' | 'title' | 'missingGlyphs'
> & { locale?: Locale }

/**
 * Prints the bytes of a document. Throws Problem `request.malformed-xml`, `request.forbidden-xml`,
 * `request.unsupported-media-type`, `pdf.wrong-document`, `request.too-large`,
 * `capacity.backlog-full`.
 */
export async function printBytes(
  { printer }: Pick<Gateway, 'printer'>,
  kind: PrintKind,
  bytes: Uint8Array,
  { locale = 'en', paper = 'a4', embed = false, images = false, asker }: PrintWish,
): Promise<PrintedDocument> {
  const options: PrintOptions = { kind, locale, paper, embed, images }
  const printed = await printer.print(bytes, options, asker).catch(refuse)
  if (printed.kind !== 'printed') throw notPrinted(kind, printed)
  return { ...printed, locale }
}

/** The document, or the Message Level Status about it. */
export const printedParts = ['document', 'mls'] as const
export type PrintedPart = (typeof printedParts)[number]

/**
 * Prints a document that the gateway holds, as it was sent; one that is a PDF is returned as it
 * is. With `of: 'mls'`, the Message Level Status about it. Throws Problem `document.not-found`,
 * `document.content-removed`, and what printBytes throws.
 */
export async function printStored(
  gateway: Pick<Gateway, 'printer' | 'store'>,
  caller: Caller,
  reference: Reference,
  { of = 'document', ...wish }: PrintWish & { of?: PrintedPart },
): Promise<PrintedDocument> {
  const { bytes } = await storedPart(gateway, caller, reference, of)
  return (await printedFile(bytes)) ?? printBytes(gateway, 'any', bytes, wish)
}

const parts = {
  document: { kind: 'ubl', none: 'The document has no UBL to print.' },
  mls: { kind: 'mls', none: 'There is no Message Level Status about the document.' },
} as const

async function storedPart(
  gateway: Pick<Gateway, 'store'>,
  caller: Caller,
  reference: Reference,
  part: PrintedPart,
): Promise<{ id: string; bytes: Buffer }> {
  const { id } = await trackDocument(gateway, caller, reference)
  const { kind, none } = parts[part]
  const file = await gateway.store.latestFile(id, kind)
  if (!file) throw new Problem('document.not-found', { detail: none })
  if (file.bytes.length < file.file.size) throw contentRemoved(id)
  return { id, bytes: file.bytes }
}

/**
 * The content of a document that the gateway holds, as blocks for a screen, with at most `rowsMax`
 * rows of each. Throws Problem as `printStored` does, and `pdf.wrong-document` for a document that
 * is a file.
 */
export async function showStored(
  gateway: Pick<Gateway, 'printer' | 'store'>,
  caller: Caller,
  reference: Reference,
  { rowsMax, asker }: { rowsMax: number; asker?: Asker },
): Promise<ShownSheet> {
  const { id, bytes } = await storedPart(gateway, caller, reference, 'document')
  if (await printedFile(bytes)) throw wrongDocument(id)
  return showBytes(gateway, bytes, { rowsMax, ...(asker ? { asker } : {}) })
}

/** The same for the bytes of a document that is UBL. */
export async function showBytes(
  gateway: Pick<Gateway, 'printer'>,
  bytes: Uint8Array,
  { rowsMax, asker }: { rowsMax: number; asker?: Asker },
): Promise<ShownSheet> {
  const options = { kind: 'any', locale: 'en', rowsMax } as const
  const shown = await gateway.printer.show(bytes, options, asker).catch(refuse)
  if (shown.kind !== 'shown') throw notPrinted('any', shown)
  return shown.sheet
}

function wrongDocument(documentId: string): Problem {
  return new Problem('pdf.wrong-document', { detail: 'The document is a PDF.', documentId })
}

/** A file that is a PDF is its own print; undefined for XML. */
async function printedFile(document: Buffer): Promise<PrintedDocument | undefined> {
  const carried = await carriedFile(document).catch((cause: Error) => {
    throw new Problem('pdf.wrong-document', { detail: `${cause.message}.`, cause })
  })
  if (!carried) return undefined
  const { mediaType, bytes: pdf } = carried
  if (mediaType !== 'application/pdf')
    throw new Problem('pdf.wrong-document', {
      detail: `The document is a file of the type ${mediaType}; only a PDF can be shown as one.`,
    })
  return { pdf, title: 'document', missingGlyphs: [] }
}

function refuse(error: unknown): never {
  if (error instanceof ThreadError && error.reason === 'unwanted')
    throw new Problem('service.unavailable', { cause: error })
  if (!(error instanceof PrinterBusyError)) throw error
  throw new Problem('capacity.backlog-full', {
    detail: 'Too many documents are waiting to be printed.',
    cause: error,
  })
}

const expected: Record<PrintKind, string> = {
  document: 'a UBL 2 document, such as Invoice, CreditNote or ApplicationResponse',
  mls:
    'a message level status: an ApplicationResponse with the CustomizationID ' +
    'urn:peppol:edec:mls:1.0',
  tdd: 'a tax data document of the Emirates, Oman, Slovakia or ViDA',
  any: 'a UBL 2 document or a tax data document',
}

const tooLarge = {
  characters: (max: number) => `The document has more than ${max} characters to print.`,
  pages: (max: number) => `The document would fill more than ${max} pages.`,
  time: (max: number) => `The document takes longer to print than ${max / 1000} seconds.`,
  memory: (max: number) => `The document needs more memory to print than ${max} MB.`,
}

function notPrinted(kind: PrintKind, printed: Exclude<Printed, { kind: 'printed' }>): Problem {
  if (printed.kind === 'no-xml') return noXml(printed)
  if (printed.kind === 'wrong-document') {
    return new Problem('pdf.wrong-document', {
      detail: `The root element is ${rootName(printed)}; expected ${expected[kind]}.`,
    })
  }
  const { limit, max } = printed
  return new Problem('request.too-large', { detail: tooLarge[limit](max) })
}
