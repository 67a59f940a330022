// The messages captured from phase4, and the key pairs that go with them
// (test/fixtures/as4/README.md).
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { HttpMessage } from '../../src/as4/index.ts'
import { type KeyPair, type KeyProvider, localKeys, readKeystore } from '../../src/crypto/index.ts'

const folder = path.join(import.meta.dirname, '../fixtures/as4')

export function readCaptured(name: string): Buffer {
  return readFileSync(path.join(folder, name))
}

/** A captured request, or an answer in plain SOAP, with its Content-Type. */
export function readMessage(name: string, extension: 'mime' | 'xml'): HttpMessage {
  const headers = readCaptured(`${name}.headers`).toString('latin1')
  const contentType = /^content-type: *(.*?)\r?$/im.exec(headers)?.[1]
  if (contentType === undefined) throw new Error(`${name} has no Content-Type`)
  return { contentType, body: readCaptured(`${name}.${extension}`) }
}

function readPair(name: 'sender' | 'receiver'): KeyPair {
  return readKeystore(readCaptured(`${name}.p12`), 'testpki')
}

/** POP000001 sends, POP000002 receives. */
export function readKeys(): { sender: KeyProvider; receiver: KeyProvider } {
  return { sender: localKeys(readPair('sender')), receiver: localKeys(readPair('receiver')) }
}
