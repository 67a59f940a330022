// Keeps the sandbox's keys and certificates as PEM files, so that they survive a restart and
// another product can be pointed at them (TRUST_ROOTS_FILE and the like).
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { revocationAddresses } from '../crypto/index.ts'
import type { Identity } from './certificate.ts'
import { replaceFile, syncPath } from './durable.ts'
import {
  type IdentityName,
  identityNames,
  isAuthority,
  isNearExpiry,
  makePki,
  namesList,
  recertify,
  type SandboxPki,
} from './pki.ts'

/**
 * Reads the PKI in `folder`, or makes one whose certificates name the revocation lists below
 * `listsUrl`. Renews with the same key a leaf certificate near its end, and one that names another
 * list; makes everything anew when an authority is near its end. Throws Error when the folder is
 * damaged.
 */
export async function openPki(
  folder: string,
  now: Date,
  listsUrl: string,
  report: (line: string) => void,
): Promise<SandboxPki> {
  if (existsSync(folder)) {
    const kept = readPki(folder)
    if (!identityNames.some((name) => isAuthority(name) && isNearExpiry(kept[name], now)))
      return renewSome(folder, kept, now, listsUrl)
  }
  report('Making the keys and certificates of the sandbox …')
  const made = await makePki(now, identityNames, listsUrl)
  keepPki(folder, made)
  return made
}

/** The port where the certificates in `folder` say that the lists are; 0 when they say nothing. */
export function listsPortIn(folder: string): number {
  const file = certificateFile(folder, 'smp')
  if (!existsSync(file)) return 0
  const [url] = revocationAddresses(new X509Certificate(readFileSync(file))).lists
  return url ? Number(new URL(url).port) : 0
}

export function readPki(folder: string): SandboxPki {
  try {
    return Object.fromEntries(
      identityNames.map((name) => [name, readIdentity(folder, name)]),
    ) as SandboxPki
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `The sandbox's keys in ${folder} are damaged (${why}). Delete that folder to get new ones.`,
      { cause },
    )
  }
}

function readIdentity(folder: string, name: IdentityName): Identity {
  const certificate = new X509Certificate(readFileSync(certificateFile(folder, name)))
  const privateKey = createPrivateKey(readFileSync(keyFile(folder, name)))
  if (!certificate.checkPrivateKey(privateKey))
    throw new Error(`the key does not match the certificate of ${name}`)
  return { certificate, privateKey }
}

function renewSome(folder: string, kept: SandboxPki, now: Date, listsUrl: string): SandboxPki {
  const renewed = { ...kept }
  const isDue = (name: IdentityName) =>
    isNearExpiry(kept[name], now) || !namesList(name, kept[name], listsUrl)
  for (const name of identityNames.filter(isDue)) {
    renewed[name] = recertify(name, renewed, now, listsUrl)
    replaceFile(certificateFile(folder, name), renewed[name].certificate.toString())
  }
  return renewed
}

// The folder is renamed into place last, so it has either all its files or does not exist.
function keepPki(folder: string, pki: SandboxPki): void {
  const beside = `${folder}.new`
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside, { recursive: true, mode: 0o700 })
  for (const name of identityNames) {
    const { certificate, privateKey } = pki[name]
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(certificateFile(beside, name), certificate.toString())
    writeFileSync(keyFile(beside, name), key, { mode: 0o600 })
    syncPath(certificateFile(beside, name))
    syncPath(keyFile(beside, name))
  }
  syncPath(beside)
  rmSync(folder, { recursive: true, force: true })
  renameSync(beside, folder)
  syncPath(dirname(folder))
}

function certificateFile(folder: string, name: IdentityName): string {
  return join(folder, `${name}.pem`)
}

function keyFile(folder: string, name: IdentityName): string {
  return join(folder, `${name}.key`)
}
