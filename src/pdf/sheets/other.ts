// Everything that no layout took: each value with its path, so that nothing in the document
// is missing in print.
import type { XmlElement } from '../../xml/index.ts'
import { leftovers } from '../reading.ts'
import type { Block } from '../sheet.ts'
import type { Draft } from '../values.ts'
import { visible, visibleLines } from '../visible.ts'
import { embeddedInShort } from './attachments.ts'

// A value of the annex is named by its path inside the annex.
const annexPath = /^ReportedTransaction\/SourceDocument\/ExtensionContent\//
const embeddedPath = /(EmbeddedDocument|Attachment)BinaryObject(\[[0-9]+\])?$/

export function otherValues(draft: Draft, root: XmlElement): Block[] {
  const found = leftovers(draft.reading, root)
  if (found.length === 0) return []
  const { words } = draft
  return [
    { kind: 'heading', text: words.otherValues },
    {
      kind: 'table',
      dense: true,
      columns: [
        { label: words.place, width: 290, align: 'start' },
        { label: words.value, width: 'share', align: 'start' },
      ],
      rows: found.map(({ path, value }) => [
        { text: visible(path.replace(annexPath, '')) },
        { text: embeddedPath.test(path) ? embeddedInShort(draft, value) : visibleLines(value) },
      ]),
    },
  ]
}
