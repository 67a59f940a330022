// What both ends of `fourcorner as4` need: a key pair of one's own, and whom to trust.
import { readFileSync } from 'node:fs'
import { type KeyProvider, localKeys, parseCertificates, readKeystore } from '../crypto/index.ts'
import type { Trust } from '../peppol/index.ts'

export type CredentialFiles = {
  keystore: string
  passwordFile: string
  roots: string
  accessPointCa: string
}

/** Throws an Error that names the file which cannot be used. */
export function readCredentials(files: CredentialFiles): { keys: KeyProvider; trust: Trust } {
  const password = read(files.passwordFile, (bytes) => bytes.toString('utf8').replace(/\r?\n$/, ''))
  return {
    keys: localKeys(read(files.keystore, (bytes) => readKeystore(bytes, password))),
    trust: {
      roots: read(files.roots, (bytes) => parseCertificates(bytes.toString('utf8'))),
      accessPointIssuers: read(files.accessPointCa, (bytes) =>
        parseCertificates(bytes.toString('utf8')),
      ),
      smpIssuers: [],
      // Nobody is told by this command that a certificate was revoked: its help says so.
      revocation: 'not-published',
    },
  }
}

/** What `parse` makes of a file. Throws an Error that names it. */
export function read<T>(path: string, parse: (bytes: Buffer) => T): T {
  try {
    return parse(readFileSync(path))
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
