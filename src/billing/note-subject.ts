// The subject of a note (BT-21) in UBL: three characters between number signs in front of the text,
// `#AAI#Text` (EN 16931, BR-CL-08).
import { noteSubjects } from './codelists/index.ts'

export type Note = { text: string; subjectCode?: string | undefined }

const led = /^#([A-Z0-9]{3})#([\s\S]*\S)/

/**
 * The note as UBL has it. A blank stands before a text that would be read as a subject and the
 * rest: white space around a text means nothing, and it comes back as it was.
 */
export function writeNote({ text, subjectCode }: Note): string {
  if (subjectCode !== undefined) return `#${subjectCode}#${text}`
  return splitNote(text.trim()).subjectCode === undefined ? text : ` ${text.trim()}`
}

/** The reverse, for the text of the element as it stands there. */
export function readNote(written: string): Note {
  const isBare = /^ #/.test(written)
  return isBare ? { text: written.trim() } : splitNote(written.trim())
}

function splitNote(note: string): Note {
  const [, subjectCode = '', text = ''] = led.exec(note) ?? []
  return noteSubjects.codes.has(subjectCode) ? { text, subjectCode } : { text: note }
}

/** What the rule takes for a subject and is none: three characters between the first two signs. */
export function wrongSubject(text: string): string | undefined {
  const between = /^[^#]*#([^#]*)#/.exec(text)?.[1]
  if (between === undefined || Array.from(between).length !== 3) return undefined
  return noteSubjects.codes.has(between) ? undefined : between
}
