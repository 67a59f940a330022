// The files of a document: the document itself, the messages of each attempt, what came about it.
import type { AttemptEntry, DocumentRecord, FileEntry } from '../../core/record.ts'
import { table } from '../components/table.ts'
import { exactTime } from '../components/time.ts'
import { plain } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { bytes } from '../show.ts'
import { attemptNamed, fileGroups, fileMeanings, fileWords } from '../words/files.ts'

export function filesSection(
  document: Pick<DocumentRecord, 'id' | 'direction'>,
  files: readonly FileEntry[],
  attempts: readonly AttemptEntry[],
): Html {
  if (files.length === 0) return html`<p>${fileWords.none}</p>`
  const groups = new Map<string, FileEntry[]>()
  for (const file of files) {
    const name = groupOf(file, document, attempts)
    const group = groups.get(name)
    if (group) group.push(file)
    else groups.set(name, [file])
  }
  return html`${[...groups].map(
    ([name, group]) => html`${groups.size > 1 && html`<h3>${name}</h3>`}
${filesTable(document.id, name, group)}`,
  )}`
}

function groupOf(
  { kind, createdAt }: FileEntry,
  { direction }: Pick<DocumentRecord, 'direction'>,
  attempts: readonly AttemptEntry[],
): string {
  if (kind === 'mls' || kind === 'word') return fileGroups.answers
  if (kind !== 'as4-request' && kind !== 'as4-response') return fileGroups.document
  if (direction === 'inbound') return fileGroups.arrival
  // A message is made, and answered, after its attempt began and before the next one.
  const attempt = attempts.findLast(({ startedAt }) => startedAt <= createdAt)
  return attempt ? attemptNamed(attempt.number) : fileGroups.document
}

function filesTable(documentId: string, name: string, files: readonly FileEntry[]): Html {
  return table(
    name,
    [fileWords.name, fileWords.whatItIs, { head: fileWords.size, as: 'figure' }, fileWords.created],
    files.map((file) => [
      html`<a href="/console/documents/${documentId}/files/${file.id}"><bdi>${plain(
        file.name,
      )}</bdi></a>`,
      fileMeanings[file.kind],
      bytes(file.size),
      exactTime(file.createdAt),
    ]),
  )
}
