// Makes revocation lists and OCSP answers for tests, right ones and wrong ones, and the extensions
// that name where they are.
import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto'
import { readFields } from '../../src/crypto/certificate.ts'
import {
  writeAlgorithm,
  writeDer,
  writeOid,
  writeSequence,
  writeTime,
} from '../../src/crypto/write-der.ts'
import type { Made } from './authority.ts'

export const oids = {
  sha1WithRsa: '2a864886f70d010105',
  sha256WithRsa: '2a864886f70d01010b',
  issuingDistributionPoint: '551d1c',
  deltaIndicator: '551d1b',
  certificateIssuer: '551d1d',
  reasonCode: '551d15',
  unknown: '2a0304',
}

type Extension = { oid: string; critical?: boolean; value: Uint8Array }

const boolean = writeDer(0x01, Buffer.from([0xff]))

export function extension({ oid, critical, value }: Extension): Buffer {
  return writeSequence(writeOid(oid), ...(critical ? [boolean] : []), writeDer(0x04, value))
}

export const uri = (url: string) => writeDer(0x86, Buffer.from(url))

/** cRLDistributionPoints with one point for each URL. */
export function listingPoints(...urls: string[]): Record<string, Uint8Array> {
  const point = (url: string) => writeSequence(writeDer(0xa0, writeDer(0xa0, uri(url))))
  return { '2.5.29.31': writeSequence(...urls.map(point)) }
}

/** authorityInfoAccess with a responder, and where the issuer's certificate is. */
export function informationAccess(responder: string): Record<string, Uint8Array> {
  const description = (method: string, url: string) => writeSequence(writeOid(method), uri(url))
  return {
    '1.3.6.1.5.5.7.1.1': writeSequence(
      description('2b06010505073002', 'http://ca.example/ca.crt'),
      description('2b06010505073001', responder),
    ),
  }
}

export type CrlWish = {
  issuer: Made
  /** Whose key signs; the issuer's unless told. */
  signer?: KeyObject
  digest?: 'sha1' | 'sha256'
  version?: Buffer | undefined
  name?: Buffer
  innerAlgorithm?: string
  from?: Buffer
  /** Undefined leaves it out. */
  to?: Buffer | undefined
  revoked?: X509Certificate[]
  entryExtensions?: Extension[]
  extensions?: Extension[]
}

export function makeCrl(wish: CrlWish): Buffer {
  const algorithm = wish.digest === 'sha1' ? oids.sha1WithRsa : oids.sha256WithRsa
  const entryExtensions = (wish.entryExtensions ?? []).map(extension)
  const entries = (wish.revoked ?? []).map((certificate) =>
    writeSequence(
      writeDer(0x02, readFields(certificate).serialNumber),
      writeTime(new Date('2026-05-01T00:00:00Z')),
      ...(entryExtensions.length > 0 ? [writeSequence(...entryExtensions)] : []),
    ),
  )
  const version = 'version' in wish ? wish.version : writeDer(0x02, Buffer.from([1]))
  const to = 'to' in wish ? wish.to : writeTime(new Date('2026-06-08T00:00:00Z'))
  const extensions = (wish.extensions ?? []).map(extension)
  const list = writeSequence(
    ...(version ? [version] : []),
    writeAlgorithm(wish.innerAlgorithm ?? algorithm),
    wish.name ?? readFields(wish.issuer.certificate).subject,
    wish.from ?? writeTime(new Date('2026-05-31T00:00:00Z')),
    ...(to ? [to] : []),
    ...(entries.length > 0 ? [writeSequence(...entries)] : []),
    ...(extensions.length > 0 ? [writeDer(0xa0, writeSequence(...extensions))] : []),
  )
  const signature = sign(wish.digest ?? 'sha256', list, wish.signer ?? wish.issuer.privateKey)
  return writeSequence(list, writeAlgorithm(algorithm), bits(signature))
}

export const bits = (bytes: Uint8Array) => writeDer(0x03, Buffer.from([0]), bytes)
const generalizedTime = (text: string) =>
  writeDer(0x18, Buffer.from(`${text.replace(/[-:T]/g, '')}`))

const sha1 = (bytes: Uint8Array) => createHash('sha1').update(bytes).digest()

export type OcspWish = {
  certificate: X509Certificate
  issuer: Made
  /** Who signs and is named as the responder; the issuer unless told. */
  responder?: Made
  /** The ResponderID names the subject instead of the key. */
  byName?: boolean
  /** Sent along. */
  certificates?: X509Certificate[]
  signer?: KeyObject
  digest?: 'sha1' | 'sha256'
  responseStatus?: number
  responseType?: string
  status?: 'good' | 'revoked' | 'unknown'
  /** What the answer's CertID is made of. */
  about?: { certificate?: X509Certificate; issuer?: Made; algorithm?: string }
  from?: string
  to?: string | undefined
  singleExtensions?: Extension[]
  extensions?: Extension[]
}

const statuses = {
  good: writeDer(0x80),
  revoked: writeDer(0xa1, generalizedTime('2026-05-01T00:00:00Z')),
  unknown: writeDer(0x82),
}

export function makeOcspResponse(wish: OcspWish): Buffer {
  const responder = wish.responder ?? wish.issuer
  const about = { certificate: wish.certificate, issuer: wish.issuer, ...wish.about }
  const named = readFields(about.issuer.certificate)
  const id = writeSequence(
    writeAlgorithm(about.algorithm ?? '2b0e03021a'),
    writeDer(0x04, sha1(named.subject)),
    writeDer(0x04, sha1(named.publicKey)),
    writeDer(0x02, readFields(about.certificate).serialNumber),
  )
  const to = 'to' in wish ? wish.to : '2026-06-08T00:00:00Z'
  const explicit = (number: number, extensions: Extension[] = []) =>
    extensions.length === 0
      ? []
      : [writeDer(0xa0 + number, writeSequence(...extensions.map(extension)))]
  const single = writeSequence(
    id,
    statuses[wish.status ?? 'good'],
    generalizedTime(wish.from ?? '2026-05-31T00:00:00Z'),
    ...(to ? [writeDer(0xa0, generalizedTime(to))] : []),
    ...explicit(1, wish.singleExtensions),
  )
  const { subject, publicKey } = readFields(responder.certificate)
  const answer = writeSequence(
    wish.byName ? writeDer(0xa1, subject) : writeDer(0xa2, writeDer(0x04, sha1(publicKey))),
    generalizedTime('2026-05-31T00:00:00Z'),
    writeSequence(single),
    ...explicit(1, wish.extensions),
  )
  const signature = sign(wish.digest ?? 'sha256', answer, wish.signer ?? responder.privateKey)
  const certificates = (wish.certificates ?? []).map(({ raw }) => raw)
  const basic = writeSequence(
    answer,
    writeAlgorithm(wish.digest === 'sha1' ? oids.sha1WithRsa : oids.sha256WithRsa),
    bits(signature),
    ...(certificates.length > 0 ? [writeDer(0xa0, writeSequence(...certificates))] : []),
  )
  const status = writeDer(0x0a, Buffer.from([wish.responseStatus ?? 0]))
  if (wish.responseStatus) return writeSequence(status)
  const type = writeOid(wish.responseType ?? '2b0601050507300101')
  return writeSequence(status, writeDer(0xa0, writeSequence(type, writeDer(0x04, basic))))
}
