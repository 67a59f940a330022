// The files of a document, in the order in which they came.
import type { DocumentRecord, FileEntry } from '../../core/record.ts'
import { table } from '../components/table.ts'
import { exactTime } from '../components/time.ts'
import { plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { bytes } from '../show.ts'

const meanings: Record<FileEntry['kind'], string> = {
  submitted: 'What was submitted',
  ubl: 'The document as XML',
  sbd: 'What was received, in its envelope',
  'as4-request': 'The message that was sent',
  'as4-response': 'What was answered to it',
  mls: 'A status message',
  findings: 'What the validation found',
  attachment: 'An attachment',
}

export function filesSection({ id }: DocumentRecord, files: readonly FileEntry[]): Html {
  if (files.length === 0) return html`<p>There are none.</p>`
  return table(
    'Files',
    ['Name', 'What it is', { head: 'Size', as: 'figure' }, 'Created'],
    files.map((file) => [
      html`<a href="/console/documents/${id}/files/${file.id}"><bdi>${plain(file.name)}</bdi></a>`,
      meanings[file.kind],
      bytes(file.size),
      exactTime(file.createdAt),
    ]),
  )
}
