// The inputs of this folder.
import { readFileSync } from 'node:fs'
import { parseJson } from '../../src/intake/json.ts'

export function readCase(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}

/** From the root's '<' to its closing '>', as an envelope carries it. */
export function readCaseToSend(name: string): Buffer {
  const xml = readCase(name).toString('utf8').trim()
  return Buffer.from(xml.replace(/^<\?xml.*?\?>\s*/, ''))
}

/** Parsed as a request is: numbers keep their digits. */
export function readCaseJson(name: string): object {
  return parseJson(readCase(name).toString()) as object
}
