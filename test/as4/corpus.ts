// The messages captured from phase4, and the key pairs that go with them
// (../shared/corpus/as4/README.md).
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { HttpMessage } from '../../src/as4/index.ts'
import { type KeyPair, type KeyProvider, localKeys, readKeystore } from '../../src/crypto/index.ts'

const folder = path.resolve('../shared/corpus/as4')

export const hasCorpus = existsSync(folder)
if (!hasCorpus && process.env.CI) throw new Error(`the captured messages are missing: ${folder}`)

export function readCorpus(name: string): Buffer {
  return readFileSync(path.join(folder, name))
}

/** A captured request, or an answer in plain SOAP, with its Content-Type. */
export function readMessage(name: string, extension: 'mime' | 'xml'): HttpMessage {
  const headers = readCorpus(`${name}.headers`).toString('latin1')
  const contentType = /^content-type: *(.*?)\r?$/im.exec(headers)?.[1]
  if (contentType === undefined) throw new Error(`${name} has no Content-Type`)
  return { contentType, body: readCorpus(`${name}.${extension}`) }
}

export function readPair(name: 'sender' | 'receiver'): KeyPair {
  return readKeystore(readCorpus(`${name}.p12`), 'testpki')
}

/** POP000001, who sends, and POP000002, who receives. */
export function readKeys(): { sender: KeyProvider; receiver: KeyProvider } {
  return { sender: localKeys(readPair('sender')), receiver: localKeys(readPair('receiver')) }
}
