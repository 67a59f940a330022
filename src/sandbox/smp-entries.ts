// What was written to the sandbox's SMP: a file for each participant, whole after each change.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../crypto/index.ts'
import { replaceFile, syncPath } from './durable.ts'

/** ServiceMetadata as XML. A redirect hides the information that was written as well. */
export type TypeEntry = { information?: string; redirect?: string }

export type GroupEntry = {
  /** In short form. */
  participant: string
  /** A user of the SMP. */
  owner: string
  /** XML, or nothing. */
  extension: string
  /** Document types in full, each with what it has. */
  types: [string, TypeEntry][]
}

export type SmpEntries = {
  /** In the order of their names. */
  all(): GroupEntry[]
  count(): number
  get(participant: string): GroupEntry | undefined
  put(group: GroupEntry): void
  delete(participant: string): void
}

/** Reads the entries in `folder`, or creates it. Throws Error when one is damaged. */
export function openSmpEntries(folder: string): SmpEntries {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const entries = new Map(
    files.map((name) => readEntry(join(folder, name))).map((entry) => [entry.participant, entry]),
  )
  // A participant may have characters that file names cannot have everywhere.
  const fileOf = (participant: string) =>
    join(folder, `${sha256(participant).toString('hex')}.json`)
  return {
    all: () =>
      [...entries.values()].sort((one, other) => (one.participant < other.participant ? -1 : 1)),
    count: () => entries.size,
    get: (participant) => entries.get(participant),
    put(group) {
      replaceFile(fileOf(group.participant), `${JSON.stringify(group)}\n`)
      entries.set(group.participant, group)
    },
    delete(participant) {
      if (!entries.delete(participant)) return
      rmSync(fileOf(participant), { force: true })
      syncPath(folder)
    },
  }
}

function readEntry(file: string): GroupEntry {
  try {
    const entry: Partial<GroupEntry> = JSON.parse(readFileSync(file, 'utf8'))
    assert(typeof entry.participant === 'string' && typeof entry.owner === 'string')
    assert(typeof entry.extension === 'string' && Array.isArray(entry.types))
    return entry as GroupEntry
  } catch (cause) {
    throw new Error(`${file} is damaged. Delete it to start without this participant.`, { cause })
  }
}
