// What the receiver of a document says about it, and how it is kept until its sender is told.
import type { Mls, MlsIssue } from '../../reporting/index.ts'
import type { MlsCode, NewFile } from '../../store/index.ts'
import type { Gateway } from '../gateway.ts'

export const wordIssueCodes = ['SV', 'BV', 'BW', 'FD'] as const

export type WordIssue = {
  code: (typeof wordIssueCodes)[number]
  /** An XPath; absent: nowhere in particular. */
  location?: string
  text: string
}

export type WordWish = { code: MlsCode; description?: string; issues?: WordIssue[] }

const defaultReason = 'The receiver does not accept the document.'

/** The same bytes for the same word: their digest tells whether it was said before. */
export function wordFile(
  { newId }: Pick<Gateway, 'newId'>,
  { code, description, issues = [] }: WordWish,
): NewFile & { bytes: Buffer } {
  const written = issues.map(({ code, location, text }) => ({ code, location, text }))
  const bytes = Buffer.from(`${JSON.stringify({ code, description, issues: written }, null, 2)}\n`)
  return {
    ...{ id: newId(), kind: 'word', name: 'word.json', mediaType: 'application/json' },
    bytes,
  }
}

/** What was said about a document. Throws when nothing was. */
export async function wordAbout(
  { store }: Pick<Gateway, 'store'>,
  { id, code }: { id: string; code: MlsCode },
): Promise<WordWish> {
  const file = await store.latestFile(id, 'word')
  if (!file) throw new Error(`nothing was said about document ${id}`)
  // The bytes of old documents are removed, and a further sender may come after that.
  if (file.bytes.length === 0)
    return { code, issues: code === 'RE' ? [{ code: 'BV', text: defaultReason }] : [] }
  return JSON.parse(file.bytes.toString('utf8')) as WordWish
}

export function wordContent({
  code,
  description,
  issues = [],
}: WordWish): Pick<Mls, 'description' | 'issues'> {
  const stated = description ?? (code === 'RE' ? defaultReason : undefined)
  return {
    ...(stated === undefined ? {} : { description: stated }),
    issues: issues.map(
      ({ code: reason, location, text }): MlsIssue => ({ line: location ?? 'NA', text, reason }),
    ),
  }
}
