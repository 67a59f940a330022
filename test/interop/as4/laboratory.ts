// A network in files: authorities, access points with their keystores, and documents, in a
// temporary folder.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import forge from 'node-forge'
import type { Identity } from '../../../src/sandbox/certificate.ts'
import { makePki } from '../../../src/sandbox/pki.ts'
import { makeImpostors } from '../../sandbox/impostors.ts'

/**
 * The stranger was certified by nobody; the neighbour is trusted, but is not the one that messages
 * are for.
 */
export type Name = 'sender' | 'receiver' | 'neighbour' | 'stranger'

export type Laboratory = {
  folder: string
  root: string
  issuer: string
  passwordFile: string
  keystore(name: Name): string
  certificate(name: Name): string
  /** Writes a file and returns its path. */
  write(name: string, content: string | Buffer): string
  remove(): void
}

export const password = 'interop'
export const seatOf = {
  sender: 'POP900001',
  receiver: 'POP900002',
  neighbour: 'POP900003',
  stranger: 'POP900002',
}

/** In a new folder of `parent`. */
export async function openLaboratory(parent = tmpdir()): Promise<Laboratory> {
  const folder = mkdtempSync(join(parent, 'fourcorner-interop-'))
  const pki = await makePki(new Date(), [
    ...(['root', 'access-point-ca', 'gateway', 'access-point'] as const),
  ])
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const identities = {
    sender: pki.gateway,
    receiver: pki['access-point'],
    ...(await makeImpostors(pki['access-point-ca'])),
  }
  for (const [name, identity] of Object.entries(identities)) {
    write(`${name}.p12`, keystoreOf(identity, [pki['access-point-ca'], pki.root]))
    write(`${name}.pem`, identity.certificate.toString())
  }
  return {
    folder,
    root: write('root.pem', pki.root.certificate.toString()),
    issuer: write('issuer.pem', pki['access-point-ca'].certificate.toString()),
    passwordFile: write('password', `${password}\n`),
    keystore: (name) => join(folder, `${name}.p12`),
    certificate: (name) => join(folder, `${name}.pem`),
    write,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A PKCS#12 file under `password`, as other stacks read it. */
export function keystoreOf({ certificate, privateKey }: Identity, chain: Identity[]): Buffer {
  const key = forge.pki.privateKeyFromPem(
    privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  )
  const certificates = [certificate, ...chain.map((issuer) => issuer.certificate)].map((one) =>
    forge.pki.certificateFromPem(one.toString()),
  )
  const container = forge.pkcs12.toPkcs12Asn1(key, certificates, password, {
    friendlyName: 'ap',
    algorithm: '3des',
  })
  return Buffer.from(forge.asn1.toDer(container).getBytes(), 'binary')
}
