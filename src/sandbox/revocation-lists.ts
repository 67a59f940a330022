// The revocation lists of the sandbox's authorities: what stands in a file is revoked.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildCrl, commonName } from '../crypto/index.ts'
import { type RevocationOf, revocationByLists } from '../peppol/index.ts'
import { replaceFile } from './durable.ts'
import type { GetAnswer } from './get-listener.ts'
import { authorityNames, type IdentityName, issuedBy, listPath, type SandboxPki } from './pki.ts'

/** A list holds so long: what was revoked a moment ago is to be seen while one tries things out. */
const validMs = 30_000

type RevocationLists = {
  /** Answers GET of `path`. */
  answer(path: string): GetAnswer
  /** What the lists say now. */
  revocationOf: RevocationOf
}

type Revoked = Partial<Record<IdentityName, string>>

/** `folder` is that of the PKI. */
export function openRevocationLists(
  folder: string,
  pki: SandboxPki,
  now: () => Date,
): RevocationLists {
  let made = { key: '', lists: new Map<string, Buffer>() }

  // Made anew when half of their time has passed, or the file has changed.
  function lists(): Map<string, Buffer> {
    const revoked = readRevoked(folder)
    const half = Math.floor(now().getTime() / (validMs / 2))
    const key = `${half} ${JSON.stringify(revoked)}`
    if (made.key !== key) made = { key, lists: makeLists(pki, revoked, now(), validMs) }
    return made.lists
  }

  return {
    answer(path) {
      const body = lists().get(path)
      if (!body) return { status: 404, contentType: 'text/plain', body: Buffer.from('No list.') }
      return { status: 200, contentType: 'application/pkix-crl', body }
    },
    revocationOf: revocationByLists(() => [...lists().values()], now, 'unknown'),
  }
}

/** The list of each authority, by its path. */
export function makeLists(
  pki: SandboxPki,
  revoked: Revoked,
  thisUpdate: Date,
  validMs: number,
): Map<string, Buffer> {
  const nextUpdate = new Date(thisUpdate.getTime() + validMs)
  const number = thisUpdate.getTime()
  return new Map(
    authorityNames.map((name) => {
      const entries = issuedBy(name).flatMap((subject) => {
        const at = revoked[subject]
        return at ? [{ certificate: pki[subject].certificate, at: new Date(at) }] : []
      })
      const order = { issuer: pki[name], number, revoked: entries, thisUpdate, nextUpdate }
      return [listPath(name), buildCrl(order)]
    }),
  )
}

/**
 * Revokes the certificate of a seat id, or of `smp`, in the PKI of `folder`, also for the process
 * that runs there. Throws an Error when there is no holder of that name.
 */
export function revokeIn(folder: string, pki: SandboxPki, seat: string, now: Date): void {
  const seats = (['gateway', 'access-point', 'smp'] as const).map(
    (name) => [name, commonName(pki[name].certificate)] as const,
  )
  const [name] = seats.find((one) => one[1] === seat || (seat === 'smp' && one[0] === seat)) ?? []
  if (!name) {
    const known = seats.map(([, known]) => known).join(', ')
    throw new Error(`The sandbox has no '${seat}'; it has ${known} and smp.`)
  }
  const revoked = { [name]: now.toISOString(), ...readRevoked(folder) }
  replaceFile(fileIn(folder), `${JSON.stringify(revoked)}\n`)
}

function readRevoked(folder: string): Revoked {
  return existsSync(fileIn(folder)) ? JSON.parse(readFileSync(fileIn(folder), 'utf8')) : {}
}

function fileIn(folder: string): string {
  return join(folder, 'revoked.json')
}
