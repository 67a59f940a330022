// Answers of responders, each fault beside an answer that is right but for it.
import { describe, expect, it, test } from 'vitest'
import { buildOcspRequest, readOcspResponse } from '../../src/crypto/index.ts'
import { writeDer } from '../../src/crypto/write-der.ts'
import { type CertificateWish, makeCertificate, newPrivateKey } from './authority.ts'
import { makeOcspResponse, type OcspWish, oids } from './revocation.ts'

const now = new Date('2026-06-01T00:00:00Z')
const authority = { isAuthority: true, usages: ['keyCertSign', 'cRLSign'] }
const issuer = makeCertificate({ name: 'Access Point CA', ...authority })
const stranger = makeCertificate({ name: 'Another CA', ...authority })
const key = newPrivateKey()
const make = () => makeCertificate({ name: 'POP000001', issuer, privateKey: key }).certificate
const [certificate, other] = [make(), make()]
const noCheck = { '1.3.6.1.5.5.7.48.1.5': writeDer(0x05) }

const responder = (wish: Partial<CertificateWish> = {}) =>
  makeCertificate({
    name: 'Responder',
    issuer,
    privateKey: key,
    usages: ['digitalSignature'],
    purposes: ['1.3.6.1.5.5.7.3.9'],
    extensions: noCheck,
    ...wish,
  })
const answer = (wish: Partial<OcspWish> = {}) => makeOcspResponse({ certificate, issuer, ...wish })
const by = (wish: Partial<CertificateWish> = {}) => {
  const made = responder(wish)
  return answer({ responder: made, certificates: [made.certificate] })
}
const read = (bytes: Uint8Array) =>
  readOcspResponse(bytes, { certificate, issuer: issuer.certificate, now })

describe('a valid response', () => {
  test.each(['good', 'revoked', 'unknown'] as const)('says %s', (status) => {
    expect(read(answer({ status }))).toEqual({
      status,
      thisUpdate: new Date('2026-05-31T00:00:00Z'),
      nextUpdate: new Date('2026-06-08T00:00:00Z'),
    })
  })

  it('comes from the issuer, by its key or name, or from a responder that it authorised', () => {
    expect(read(answer({ byName: true })).status).toBe('good')
    expect(read(by()).status).toBe('good')
    const made = responder()
    const named = { responder: made, certificates: [made.certificate], byName: true }
    expect(read(answer(named)).status).toBe('good')
  })

  it('is used for an hour if it has no nextUpdate', () => {
    const from = '2026-05-31T23:30:00Z'
    const { nextUpdate } = read(answer({ from, to: undefined }))
    expect(nextUpdate).toEqual(new Date('2026-06-01T00:30:00Z'))
  })

  it('may have extensions that are not critical', () => {
    const more = [{ oid: oids.unknown, value: writeDer(0x05) }]
    expect(read(answer({ extensions: more, singleExtensions: more })).status).toBe('good')
  })
})

describe('a response with a fault is refused', () => {
  const critical = [{ oid: oids.unknown, critical: true, value: writeDer(0x05) }]
  const cut = answer().subarray(0, -1)
  const unappointed = responder()
  test.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /DER/],
    ['something else', Buffer.from('<html></html>'), /DER/],
    ['a cut one', cut, /DER/],
    ['a responder that is busy', answer({ responseStatus: 3 }), /tryLater/],
    ['a responder that is not in charge', answer({ responseStatus: 6 }), /unauthorized/],
    ['another kind of response', answer({ responseType: oids.unknown }), /basic/],
    ['another certificate', answer({ about: { certificate: other } }), /another certificate/],
    ['another issuer', answer({ about: { issuer: stranger } }), /another certificate/],
    ['another digest', answer({ about: { algorithm: oids.unknown } }), /another certificate/],
    ['the signature of another key', answer({ signer: stranger.privateKey }), /signature/],
    ['a signature with SHA-1', answer({ digest: 'sha1' }), /signature/],
    ['another authority', answer({ responder: stranger }), /signature/],
    [
      'another authority that comes along',
      answer({ responder: stranger, certificates: [stranger.certificate] }),
      /signature/,
    ],
    ['a responder that does not come along', answer({ responder: unappointed }), /signature/],
    ['a responder of another authority', by({ issuer: stranger }), /signature/],
    ['a responder without the purpose', by({ purposes: ['clientAuth'] }), /signature/],
    ['a responder for any purpose', by({ purposes: ['2.5.29.37.0'] }), /signature/],
    ['a responder that may not sign', by({ usages: ['keyEncipherment'] }), /signature/],
    ['a responder that may be revoked itself', by({ extensions: {} }), /signature/],
    ['a responder that has ended', by({ to: '2026-05-31T23:59:59Z' }), /signature/],
    ['a responder that is yet to begin', by({ from: '2026-06-02T00:00:00Z' }), /signature/],
    ['a responder with a weak key', by({ privateKey: newPrivateKey(1024) }), /signature/],
    ['a begin to come', answer({ from: '2026-06-02T00:00:00Z' }), /future/],
    ['an end before its begin', answer({ to: '2026-05-30T00:00:00Z' }), /ends/],
    ['an extension that nobody knows', answer({ extensions: critical }), /critical/],
    ['one such for the certificate', answer({ singleExtensions: critical }), /critical/],
  ])('%s', (_, wrong, why) => {
    expect(() => read(wrong)).toThrow(why)
  })
})

describe('a request', () => {
  it('is short enough for a GET, and has no nonce', () => {
    const request = buildOcspRequest(certificate, issuer.certificate)
    expect(request.length).toBeLessThan(100)
    expect(request).toEqual(buildOcspRequest(certificate, issuer.certificate))
    expect(request).not.toEqual(buildOcspRequest(other, issuer.certificate))
  })
})
