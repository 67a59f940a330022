// A small map of strings in a file, whole after each change.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { replaceFile } from './durable.ts'

export type KeptMap = Pick<Map<string, string>, 'get' | 'has' | 'keys'> & {
  set(key: string, value: string): void
  delete(key: string): void
}

/** Throws Error when the file is damaged. */
export function openKeptMap(file: string): KeptMap {
  const map = readMap(file)
  mkdirSync(dirname(file), { recursive: true })
  const keep = () => replaceFile(file, `${JSON.stringify([...map], undefined, 1)}\n`)
  return {
    get: (key) => map.get(key),
    has: (key) => map.has(key),
    keys: () => map.keys(),
    set(key, value) {
      map.set(key, value)
      keep()
    },
    delete(key) {
      if (map.delete(key)) keep()
    },
  }
}

function readMap(file: string): Map<string, string> {
  if (!existsSync(file)) return new Map()
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    assert(Array.isArray(kept) && kept.every(isPair), 'it is no list of pairs')
    return new Map(kept)
  } catch (cause) {
    throw new Error(`${file} is damaged. Delete it to start without what it had.`, { cause })
  }
}

function isPair(one: unknown): boolean {
  return Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')
}
