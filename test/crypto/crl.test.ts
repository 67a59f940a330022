// Revocation lists, each fault beside a list that is right but for it.
import { describe, expect, it, test } from 'vitest'
import { buildCrl, readCrl, revocationAddresses, revocationIn } from '../../src/crypto/index.ts'
import { hasSerial, readSerials, type SerialSet } from '../../src/crypto/serial-set.ts'
import { writeDer, writeSequence, writeTime } from '../../src/crypto/write-der.ts'
import { makeCertificate, newPrivateKey } from './authority.ts'
import { type CrlWish, informationAccess, listingPoints, makeCrl, oids, uri } from './revocation.ts'

const now = new Date('2026-06-01T00:00:00Z')
const authority = { isAuthority: true, usages: ['keyCertSign', 'cRLSign'] }
const issuer = makeCertificate({ name: 'Access Point CA', ...authority })
const stranger = makeCertificate({ name: 'Another CA', ...authority })
const leafKey = newPrivateKey()
const place = 'http://crl.example/ap.crl'
const make = (wish = {}) =>
  makeCertificate({ name: 'POP000001', issuer, privateKey: leafKey, ...wish }).certificate
const [good, revoked] = [make(), make()]
const beneath = makeCertificate({ name: 'Beneath', issuer, privateKey: leafKey, ...authority })

const list = (wish: Partial<CrlWish> = {}) => makeCrl({ issuer, revoked: [revoked], ...wish })
const read = (bytes: Uint8Array, from = issuer) => readCrl(bytes, from.certificate, now)
const point = (...parts: Uint8Array[]) => ({
  extensions: [
    { oid: oids.issuingDistributionPoint, critical: true, value: writeSequence(...parts) },
  ],
})
const flag = (tag: number) => writeDer(tag, Buffer.from([0xff]))

describe('a valid list', () => {
  it('names the revoked certificates and its own validity', () => {
    const crl = read(list())
    expect(revocationIn(crl, revoked)).toBe('revoked')
    expect(revocationIn(crl, good)).toBe('good')
    expect(crl.thisUpdate).toEqual(new Date('2026-05-31T00:00:00Z'))
    expect(crl.nextUpdate).toEqual(new Date('2026-06-08T00:00:00Z'))
  })

  it('may be empty, and have reasons and other extensions that are not critical', () => {
    expect(revocationIn(read(list({ revoked: [] })), revoked)).toBe('good')
    const reason = { oid: oids.reasonCode, value: writeDer(0x0a, Buffer.from([6])) }
    const more = { oid: oids.unknown, value: writeDer(0x05) }
    const crl = read(list({ entryExtensions: [reason, more], extensions: [more] }))
    expect(revocationIn(crl, revoked)).toBe('revoked')
  })

  it('is what the sandbox builds', () => {
    const thisUpdate = new Date('2026-05-31T12:00:00Z')
    const nextUpdate = new Date('2051-06-08T00:00:00Z')
    for (const number of [1, 127, 128, 1_790_000_000_000]) {
      const revoked = number === 1 ? [] : [{ certificate: good, at: thisUpdate }]
      const crl = read(buildCrl({ issuer, number, revoked, thisUpdate, nextUpdate }))
      expect(crl).toMatchObject({ thisUpdate, nextUpdate })
      expect(revocationIn(crl, good)).toBe(number === 1 ? 'good' : 'revoked')
    }
  })

  it('may begin up to five minutes from now, since clocks differ', () => {
    const from = (time: string) => list({ from: writeTime(new Date(time)) })
    expect(() => read(from('2026-06-01T00:05:00Z'))).not.toThrow()
    expect(() => read(from('2026-06-01T00:05:01Z'))).toThrow(/future/)
  })

  it('gives no status to certificates that it does not cover', () => {
    const users = read(list(point(flag(0x81))))
    expect([revoked, good, beneath.certificate].map((one) => revocationIn(users, one))).toEqual([
      ...['revoked', 'good', 'unknown'],
    ])
    const authorities = read(list(point(flag(0x82))))
    expect([revoked, beneath.certificate].map((one) => revocationIn(authorities, one))).toEqual([
      ...['unknown', 'good'],
    ])
  })

  it('covers only certificates that name its distribution point, if it has one', () => {
    const crl = read(list(point(writeDer(0xa0, writeDer(0xa0, uri(place))))))
    const at = (...urls: string[]) => make({ extensions: listingPoints(...urls) })
    expect(revocationIn(crl, at('http://crl.example/other.crl', place))).toBe('good')
    expect(revocationIn(crl, at('http://crl.example/other.crl'))).toBe('unknown')
    expect(revocationIn(crl, good)).toBe('unknown')
  })
})

describe('a list with a fault is refused', () => {
  const bytes = list()
  const twice = { oid: oids.unknown, value: writeDer(0x05) }
  test.each<[string, Buffer, RegExp]>([
    ['nothing', Buffer.alloc(0), /DER/],
    ['something else', Buffer.from('<html></html>'), /DER/],
    ['a cut one', bytes.subarray(0, -1), /DER/],
    ['bytes after it', Buffer.concat([bytes, Buffer.from([0])]), /DER/],
    ['a certificate', good.raw, /DER|version/],
    ['version 1', list({ version: undefined }), /DER/],
    ['version 3', list({ version: writeDer(0x02, Buffer.from([2])) }), /version 2/],
    ['no end', list({ to: undefined }), /time/],
    ['an end before its begin', list({ to: writeTime(new Date('2026-05-30T00:00:00Z')) }), /ends/],
    ['a begin to come', list({ from: writeTime(new Date('2026-06-02T00:00:00Z')) }), /future/],
    ['a time without seconds', list({ from: writeDer(0x17, Buffer.from('2605310000Z')) }), /time/],
    ['a day that is none', list({ from: writeDer(0x17, Buffer.from('260231000000Z')) }), /time/],
    ['an offset', list({ from: writeDer(0x17, Buffer.from('260531000000+0100')) }), /time/],
    ['the signature of another key', list({ signer: stranger.privateKey }), /signature/],
    ['a signature with SHA-1', list({ digest: 'sha1' }), /signature/],
    ['two algorithms', list({ innerAlgorithm: oids.sha1WithRsa }), /two algorithms/],
    ['another issuer', makeCrl({ issuer: stranger }), /Another authority/],
    ['an extension that nobody knows', list(critical(oids.unknown)), /critical/],
    ['changes to another list', list(critical(oids.deltaIndicator)), /critical/],
    ['an extension twice', list({ extensions: [twice, twice] }), /twice/],
    ['entries of other issuers', list(point(flag(0x84))), /does not cover/],
    ['some reasons only', list(point(writeDer(0x83, Buffer.from([1, 2])))), /does not cover/],
    ['attribute certificates only', list(point(flag(0x85))), /does not cover/],
    ['two scopes', list(point(flag(0x81), flag(0x82))), /does not cover/],
    [
      'an entry that names its issuer',
      list({
        entryExtensions: [{ oid: oids.certificateIssuer, critical: true, value: writeDer(0x30) }],
      }),
      /critical/,
    ],
    ['a byte changed', changed(bytes), /.*/],
  ])('%s', (_, wrong, why) => {
    expect(() => read(wrong)).toThrow(why)
  })

  it('an issuer that may not sign lists', () => {
    const { privateKey, name } = issuer
    const silent = makeCertificate({ name, privateKey, isAuthority: true, usages: ['keyCertSign'] })
    expect(() => read(bytes, silent)).toThrow(/may not sign/)
  })
})

describe('the addresses in a certificate', () => {
  it('are those of lists and responders by http and https', () => {
    const extensions = {
      ...listingPoints('ldap://directory.example/cn=ca', place, 'https://crl.example/b.crl'),
      ...informationAccess('http://ocsp.example'),
    }
    expect(revocationAddresses(make({ extensions }))).toEqual({
      lists: [place, 'https://crl.example/b.crl'],
      responders: ['http://ocsp.example'],
    })
  })

  it('are none when it names none, or they cannot be parsed', () => {
    const nowhere = { lists: [], responders: [] }
    expect(revocationAddresses(good)).toEqual(nowhere)
    const broken = make({ extensions: { '2.5.29.31': Buffer.from('0500', 'hex') } })
    expect(revocationAddresses(broken)).toEqual(nowhere)
  })

  it('leave out lists of another issuer, and for some reasons only', () => {
    const name = writeDer(0xa0, writeDer(0xa0, uri(place)))
    for (const more of [writeDer(0x81, Buffer.from([1, 2])), writeDer(0xa2, writeDer(0xa4))]) {
      const extensions = { '2.5.29.31': writeSequence(writeSequence(name, more)) }
      expect(revocationAddresses(make({ extensions })).lists).toEqual([])
    }
  })
})

describe('a list with a million entries', () => {
  const million = 1_000_000
  const entry = Buffer.from('301d020a42000000000000000000170d3236303530313030303030305a', 'hex')
  const entries = Buffer.alloc(million * entry.length + 34)
  entry[1] = entry.length - 2
  for (let index = 0; index < million; index++) {
    entry.writeUInt32BE(index, 9)
    entry.copy(entries, index * entry.length)
  }
  const last = writeSequence(
    writeDer(0x02, Buffer.from(revoked.serialNumber, 'hex')),
    writeTime(now),
  )
  last.copy(entries, million * entry.length)
  const whole = entries.subarray(0, million * entry.length + last.length)

  it('is parsed in time linear to its length, and looked up in constant time', () => {
    const took = (work: () => void) => {
      const begun = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(begun)
      return (user + system) / 1000
    }
    const small = readSerials(last)
    let large = small
    // Twice the square of a tenth would be a hundred times as long.
    const tenth = took(() => readSerials(whole.subarray(0, (million / 10) * entry.length)))
    expect(took(() => (large = readSerials(whole)))).toBeLessThan(30 * tenth + 1000)
    const serial = Buffer.from(revoked.serialNumber, 'hex')
    const absent = Buffer.from(good.serialNumber, 'hex')
    expect(hasSerial(large, serial)).toBe(true)
    expect(hasSerial(large, absent)).toBe(false)
    const ask = (set: SerialSet) => () => {
      for (let times = 0; times < 10_000; times++) hasSerial(set, times % 2 ? serial : absent)
    }
    expect(took(ask(large))).toBeLessThan(20 * took(ask(small)) + 50)
  })
})

function critical(oid: string) {
  return { extensions: [{ oid, critical: true, value: writeDer(0x05) }] }
}

// In the middle stands the serial number of the one entry.
function changed(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf(Buffer.from(revoked.serialNumber, 'hex'))
  copy[at + 4]! ^= 1
  return copy
}
