// RSA keys that lie ready, because to make one takes a tenth of a second and the tests want
// hundreds. They protect nothing.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../fixtures/keys/rsa-2048.pem')
const keys = readFileSync(file, 'utf8').split(/(?<=-----END PRIVATE KEY-----\n)/)
let used = 0

/** One of 2048 bits, another one for each of 32 calls. */
export function readyPrivateKey(): KeyObject {
  return createPrivateKey(keys[used++ % keys.length]!)
}

export function readyPair(): { publicKey: KeyObject; privateKey: KeyObject } {
  const privateKey = readyPrivateKey()
  return { publicKey: createPublicKey(privateKey), privateKey }
}
