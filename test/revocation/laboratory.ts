// An authority that publishes a list and answers requests, at addresses that a test can cut off.
import type { X509Certificate } from 'node:crypto'
import { afterAll } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { buildCrl, buildOcspRequest } from '../../src/crypto/index.ts'
import type { GetOutcome } from '../../src/peppol/index.ts'
import {
  openRevocations,
  type RevocationLimits,
  type Revocations,
} from '../../src/revocation/index.ts'
import { type Made, makeCertificate, newPrivateKey } from '../crypto/authority.ts'
import { informationAccess, listingPoints, makeOcspResponse } from '../crypto/revocation.ts'
import { testDatabase } from '../store/database.ts'

export const day = 86_400_000
export const listUrl = 'http://crl.example/ca.crl'
const ocspUrl = 'http://ocsp.example'
const begin = Date.parse('2026-06-01T00:00:00Z')
const authority = { isAuthority: true, usages: ['keyCertSign', 'cRLSign'] }
export const issuer = makeCertificate({ name: 'Access Point CA', ...authority })
const key = newPrivateKey()

/** An access point whose certificate names these places. */
export function leaf(...places: ('list' | 'responder')[]): X509Certificate {
  const extensions = {
    ...(places.includes('list') ? listingPoints(listUrl) : {}),
    ...(places.includes('responder') ? informationAccess(ocspUrl) : {}),
  }
  return makeCertificate({ name: 'POP000001', issuer, privateKey: key, extensions }).certificate
}

/** A list of `revoked`, valid for a week from `thisUpdate`. */
export function listOf(revoked: X509Certificate[], thisUpdate: Date, by: Made = issuer): Buffer {
  return buildCrl({
    issuer: by,
    number: 1,
    revoked: revoked.map((certificate) => ({ certificate, at: thisUpdate })),
    thisUpdate,
    nextUpdate: new Date(thisUpdate.getTime() + 7 * day),
  })
}

export function answerAbout(certificate: X509Certificate, status: 'good' | 'revoked' | 'unknown') {
  return makeOcspResponse({ certificate, issuer, status })
}

export function ocspAddress(certificate: X509Certificate): string {
  const request = buildOcspRequest(certificate, issuer.certificate).toString('base64')
  return `${ocspUrl}/${encodeURIComponent(request)}`
}

type Page = Buffer | GetOutcome

/** Call it at the top of a test file, with a top-level await. */
export async function openLaboratory() {
  const { store, empty } = await testDatabase()
  const opened: Revocations[] = []
  afterAll(() => Promise.all(opened.map((one) => one.close())))
  const clock = { now: new Date(begin) }
  const site = new Map<string, Page>()
  const asked: string[] = []
  const warnings: object[] = []
  let ids = 0

  async function get(url: string): Promise<GetOutcome> {
    asked.push(url)
    await new Promise(setImmediate)
    const page = site.get(url)
    if (page === undefined) return { kind: 'failed', reason: 'connect-failed', detail: 'cut off' }
    if (!Buffer.isBuffer(page)) return page
    return { kind: 'answered', status: 200, contentType: 'application/pkix-crl', body: page }
  }

  return {
    store,
    site,
    asked,
    clock,
    warnings,
    pass: (ms: number) => {
      clock.now = new Date(clock.now.getTime() + ms)
    },
    /** Another process over the same database, or over one with other answers. */
    start(
      changes: Partial<RevocationLimits> = {},
      answers: Partial<typeof store> = {},
    ): Revocations {
      const one = openRevocations({
        get,
        store: { ...store, ...answers },
        // Time is given, so nothing happens on its own.
        limits: { ...limits.revocation, lookAgainMs: 5, sweepMs: day, ...changes },
        warn: (facts) => warnings.push(facts),
        now: () => clock.now,
        newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
      })
      opened.push(one)
      return one
    },
    async reset() {
      await empty()
      clock.now = new Date(begin)
      site.clear()
      asked.length = 0
      warnings.length = 0
    },
  }
}
