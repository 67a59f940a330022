// The inputs of this folder.
import { readFileSync } from 'node:fs'

export function readCase(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}

/** From the root's '<' to its closing '>', as an envelope carries it. */
export function readCaseToSend(name: string): Buffer {
  const xml = readCase(name).toString('utf8').trim()
  return Buffer.from(xml.replace(/^<\?xml.*?\?>\s*/, ''))
}
