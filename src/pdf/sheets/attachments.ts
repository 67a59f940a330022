// Supporting documents: listed with size and digest, never opened; pictures can be
// printed at the end.
import { createHash } from 'node:crypto'
import type { XmlElement } from '../../xml/index.ts'
import { pictureKind } from '../picture.ts'
import { all, first, take, takeAttribute } from '../reading.ts'
import type { Block, Cell } from '../sheet.ts'
import { coded, type Draft, identifier, joined, named, text, texts } from '../values.ts'
import { visible } from '../visible.ts'
import { invoicedObjects } from './references.ts'

export type Attached = { block: Block[]; pictures: Block[] }

/** The list, and the pictures among the attachments as blocks of their own. */
export function attachments(draft: Draft, root: XmlElement): Attached {
  const objects = new Set(invoicedObjects(root))
  const references = all(root, 'AdditionalDocumentReference').filter((each) => !objects.has(each))
  if (references.length === 0) return { block: [], pictures: [] }
  const { words } = draft
  const rows: Cell[][] = []
  const pictures: Block[] = []
  for (const reference of references) {
    const content = contentOf(draft, reference)
    const name = identifier(draft, reference, 'ID') ?? ''
    rows.push([{ text: name }, { text: descriptionOf(draft, reference), details: content.details }])
    if (content.picture) pictures.push({ kind: 'image', caption: name, ...content.picture })
  }
  const table: Block = {
    kind: 'table',
    columns: [
      { label: words.identifier, width: 130, align: 'start' },
      { label: words.description, width: 'share', align: 'start' },
    ],
    rows,
  }
  return { block: [{ kind: 'heading', text: words.attachments }, table], pictures }
}

function descriptionOf(draft: Draft, reference: XmlElement): string {
  return (
    joined(
      ...texts(draft, reference, 'DocumentDescription'),
      text(draft, reference, 'DocumentType'),
      coded(draft, () => undefined, reference, 'DocumentTypeCode'),
    ) ?? ''
  )
}

type Picture = { mediaType: 'image/png' | 'image/jpeg'; bytes: Buffer }
type Content = { details: string[]; picture?: Picture }

function contentOf(draft: Draft, reference: XmlElement): Content {
  const { words } = draft
  const attachment = first(reference, 'Attachment')
  const object = first(attachment, 'EmbeddedDocumentBinaryObject')
  const link = named(words.link, text(draft, attachment, 'ExternalReference', 'URI'))
  const base64 = take(draft.reading, object)
  const attribute = (local: string) => takeAttribute(draft.reading, object, local)
  const file = joined(
    ...['filename', 'mimeCode', 'encodingCode', 'format'].map((local) => {
      const value = attribute(local)
      return value && visible(value)
    }),
  )
  if (base64 === undefined) return { details: [...named(words.file, file), ...link] }
  const bytes = Buffer.from(base64, 'base64')
  const picture = pictureKind(bytes)
  return {
    details: [...named(words.file, joined(file, embeddedInShort(draft, base64))), ...link],
    ...(picture ? { picture: { mediaType: picture, bytes } } : {}),
  }
}

/** Size and digest represent the bytes of an embedded file, which are unreadable in print. */
export function embeddedInShort({ words, format }: Draft, base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const digest = createHash('sha256').update(bytes).digest('hex')
  return `${format.number(String(bytes.length)).text} ${words.bytes}, SHA-256 ${digest}`
}

export function isEmbedded(element: XmlElement): boolean {
  return ['EmbeddedDocumentBinaryObject', 'AttachmentBinaryObject'].includes(element.local)
}
