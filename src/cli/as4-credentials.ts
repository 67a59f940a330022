// What both ends of `fourcorner as4` need: their own key pair, and the trusted authorities.
import { readFileSync } from 'node:fs'
import {
  type KeyProvider,
  localKeys,
  parseCertificates,
  parseCrls,
  readKeystore,
} from '../crypto/index.ts'
import { type RevocationOf, revocationByLists, type Trust } from '../peppol/index.ts'

export type CredentialFiles = {
  keystore: string
  passwordFile: string
  roots: string
  accessPointCa: string
  /** Revocation lists. */
  crl?: string[]
}

type Credentials = { keys: KeyProvider; trust: Trust; revocationOf: RevocationOf }

/** Throws an Error that names the unusable file. */
export function readCredentials(files: CredentialFiles): Credentials {
  const password = read(files.passwordFile, (bytes) => bytes.toString('utf8').replace(/\r?\n$/, ''))
  const lists = (files.crl ?? []).flatMap((file) => read(file, parseCrls))
  return {
    keys: localKeys(read(files.keystore, (bytes) => readKeystore(bytes, password))),
    trust: {
      roots: read(files.roots, (bytes) => parseCertificates(bytes.toString('utf8'))),
      accessPointIssuers: read(files.accessPointCa, (bytes) =>
        parseCertificates(bytes.toString('utf8')),
      ),
      smpIssuers: [],
    },
    // Other lists are not read; the help of the command says so.
    revocationOf: revocationByLists(
      () => lists,
      () => new Date(),
      'good',
    ),
  }
}

/** What `parse` makes of a file. Throws an Error that names the file. */
export function read<T>(path: string, parse: (bytes: Buffer) => T): T {
  try {
    return parse(readFileSync(path))
  } catch (cause) {
    throw new Error(`${path}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
