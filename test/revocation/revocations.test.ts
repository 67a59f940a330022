// What is known about a certificate as lists and answers arrive, expire and are unavailable. The
// database is real, the network and the time are given.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { fingerprint } from '../../src/crypto/index.ts'
import { makeCertificate } from '../crypto/authority.ts'
import { makeOcspResponse } from '../crypto/revocation.ts'
import {
  answerAbout,
  day,
  issuer,
  leaf,
  listOf,
  listUrl,
  ocspAddress,
  openLaboratory,
} from './laboratory.ts'

const laboratory = await openLaboratory()
const { site, asked, clock, pass, start, warnings } = laboratory
beforeEach(() => laboratory.reset())
afterEach(() => void vi.useRealTimers())

const [good, revoked] = [leaf('list'), leaf('list')]
const either = leaf('list', 'responder')
const hour = day / 24
const retryMs = 60_000

describe('a certificate', () => {
  it('is good or revoked, as its list says', async () => {
    const { revocationOf } = start()
    site.set(listUrl, listOf([revoked], clock.now))
    expect(await revocationOf(good, issuer.certificate)).toBe('good')
    expect(await revocationOf(revoked, issuer.certificate)).toBe('revoked')
  })

  it('is unknown when it names neither list nor responder, and nobody is asked', async () => {
    expect(await start().revocationOf(leaf(), issuer.certificate)).toBe('unknown')
    expect(asked).toEqual([])
  })

  it('is unknown until its list was first obtained, and known afterwards', async () => {
    const { revocationOf, concerns } = start()
    expect(await revocationOf(good, issuer.certificate)).toBe('unknown')
    expect(concerns()).toEqual([
      `${listUrl} cannot be fetched since 2026-06-01T00:00:00.000Z: cut off. ` +
        'Its revocations are unknown.',
    ])
    site.set(listUrl, listOf([], clock.now))
    pass(retryMs)
    expect(await revocationOf(good, issuer.certificate)).toBe('good')
    expect(concerns()).toEqual([])
  })

  const stranger = makeCertificate({
    name: 'Another CA',
    isAuthority: true,
    usages: ['keyCertSign', 'cRLSign'],
  })
  it.each([
    ['is from another authority', () => listOf([], clock.now, stranger), /Another authority/],
    ['has expired', () => listOf([], new Date(clock.now.getTime() - 8 * day)), /expired/],
    ['is not yet valid', () => listOf([], new Date(clock.now.getTime() + day)), /future/],
    ['is something else', () => Buffer.from('<html></html>'), /DER/],
  ])('is unknown when the list %s', async (_, page, why) => {
    const { revocationOf } = start()
    site.set(listUrl, page())
    expect(await revocationOf(good, issuer.certificate)).toBe('unknown')
    expect(warnings).toMatchObject([{ url: listUrl, detail: expect.stringMatching(why) }])
  })

  it('is known, or unknown for the same reason, when a thread parses the list', async () => {
    const { revocationOf } = start({ reading: { ...limits.revocation.reading, inlineBytesMax: 0 } })
    site.set(listUrl, listOf([], clock.now, stranger))
    expect(await revocationOf(revoked, issuer.certificate)).toBe('unknown')
    expect(warnings).toMatchObject([{ detail: expect.stringMatching(/Another authority/) }])
    site.set(listUrl, listOf([revoked], clock.now))
    pass(retryMs)
    expect(await revocationOf(revoked, issuer.certificate)).toBe('revoked')
  })

  it('is unknown when the server has no such list', async () => {
    site.set(listUrl, {
      kind: 'answered',
      status: 404,
      contentType: 'text/html',
      body: listOf([], clock.now),
    })
    expect(await start().revocationOf(good, issuer.certificate)).toBe('unknown')
  })
})

describe('list and responder', () => {
  it('replace each other', async () => {
    const { revocationOf } = start()
    site.set(ocspAddress(either), answerAbout(either, 'revoked'))
    expect(await revocationOf(either, issuer.certificate)).toBe('revoked')
    expect(asked).toEqual([listUrl, ocspAddress(either)])
    site.set(listUrl, listOf([], clock.now))
    site.delete(ocspAddress(either))
    pass(retryMs)
    expect(await revocationOf(either, issuer.certificate)).toBe('good')
  })

  it('leave a certificate unknown together', async () => {
    expect(await start().revocationOf(either, issuer.certificate)).toBe('unknown')
    site.set(ocspAddress(either), answerAbout(either, 'unknown'))
    pass(retryMs)
    expect(await start().revocationOf(either, issuer.certificate)).toBe('unknown')
  })

  it('are not both asked while the list is valid', async () => {
    const { revocationOf } = start()
    site.set(listUrl, listOf([], clock.now))
    await revocationOf(either, issuer.certificate)
    expect(asked).toEqual([listUrl])
  })

  it('may be a responder alone', async () => {
    const only = leaf('responder')
    site.set(ocspAddress(only), answerAbout(only, 'good'))
    expect(await start().revocationOf(only, issuer.certificate)).toBe('good')
  })
})

describe('a list is fetched', () => {
  it('once for many messages, in several processes', async () => {
    site.set(listUrl, listOf([revoked], clock.now))
    const processes = [start(), start(), start()]
    const found = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        processes[index % 3]!.revocationOf(index % 2 ? good : revoked, issuer.certificate),
      ),
    )
    expect(found).toEqual(found.map((_, index) => (index % 2 ? 'good' : 'revoked')))
    expect(asked).toEqual([listUrl])
  })

  it('not again by a process that starts later', async () => {
    site.set(listUrl, listOf([revoked], clock.now))
    await start().revocationOf(good, issuer.certificate)
    site.clear()
    expect(await start().revocationOf(revoked, issuer.certificate)).toBe('revoked')
    expect(asked).toEqual([listUrl])
  })

  it('not once per message while that fails, in any process', async () => {
    for (const { revocationOf } of [start(), start()])
      for (let times = 0; times < 5; times++)
        expect(await revocationOf(good, issuer.certificate)).toBe('unknown')
    expect(asked).toEqual([listUrl])
    pass(retryMs)
    await start().revocationOf(good, issuer.certificate)
    expect(asked).toHaveLength(2)
  })

  it('not once per message while the database is unavailable', async () => {
    const cutOff = () => Promise.reject(new Error('no database'))
    const { revocationOf } = start({}, { revocationSource: cutOff, failRevocation: cutOff })
    const ask = () => revocationOf(good, issuer.certificate)
    for (let times = 0; times < 5; times++) expect(await ask()).toBe('unknown')
    expect(warnings).toMatchObject([{ detail: 'no database' }])
    pass(retryMs)
    await ask()
    expect(warnings).toHaveLength(2)
  })

  it('from time to time, until the gateway stops', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const { revocationOf, close } = start({ sweepMs: 1_000 })
    site.set(listUrl, listOf([], clock.now))
    await revocationOf(good, issuer.certificate)
    pass(6 * hour)
    vi.advanceTimersByTime(1_000)
    await vi.waitFor(() => expect(asked).toHaveLength(2), 10_000)
    await close()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('in the background before it expires, as long as it is used', async () => {
    const { revocationOf, renewDue } = start()
    site.set(listUrl, listOf([], clock.now))
    await revocationOf(good, issuer.certificate)
    pass(5 * hour)
    await renewDue()
    expect(asked).toHaveLength(1)
    site.set(listUrl, listOf([good], clock.now))
    pass(hour)
    await renewDue()
    expect(asked).toHaveLength(2)
    expect(await revocationOf(good, issuer.certificate)).toBe('revoked')
    pass(6 * hour)
    await renewDue()
    expect(asked).toHaveLength(3)
    pass(6 * hour)
    await renewDue()
    expect(asked).toHaveLength(3)
  })

  it('by another process if the one that began has died', async () => {
    const { revocationOf } = start({ leaseMs: 20 })
    const { store } = laboratory
    const key = `list ${fingerprint(issuer.certificate)} ${listUrl}`
    const until = new Date(clock.now.getTime() + 90_000)
    const claim = { key, url: listUrl, version: undefined, now: clock.now, until }
    expect(await store.claimRevocationFetch(claim)).toBe(true)
    site.set(listUrl, listOf([], clock.now))
    expect(await revocationOf(good, issuer.certificate)).toBe('unknown')
    expect(asked).toEqual([])
    pass(90_000)
    expect(await revocationOf(good, issuer.certificate)).toBe('good')
  })

  it('without another call, once the claim of a process that has died runs out', async () => {
    const { revocationOf } = start({ leaseMs: 500 })
    const { store } = laboratory
    const key = `list ${fingerprint(issuer.certificate)} ${listUrl}`
    const until = new Date(clock.now.getTime() + 10_000)
    const claim = { key, url: listUrl, version: undefined, now: clock.now, until }
    expect(await store.claimRevocationFetch(claim)).toBe(true)
    site.set(listUrl, listOf([], clock.now))
    const asking = revocationOf(good, issuer.certificate)
    pass(10_000)
    expect(await asking).toBe('good')
  })

  it('and not trusted when it is older than the previous one', async () => {
    const { revocationOf, renewDue } = start()
    site.set(listUrl, listOf([revoked], clock.now))
    expect(await revocationOf(revoked, issuer.certificate)).toBe('revoked')
    site.set(listUrl, listOf([], new Date(clock.now.getTime() - hour)))
    pass(6 * hour)
    await renewDue()
    expect(warnings).toMatchObject([{ detail: 'It is older than the previous one' }])
    expect(await revocationOf(revoked, issuer.certificate)).toBe('revoked')
  })
})

describe('the last list', () => {
  it('is used for seven days past its end if no other is available, with a warning', async () => {
    site.set(listUrl, listOf([revoked], clock.now))
    await start().revocationOf(good, issuer.certificate)
    site.clear()
    pass(7 * day)
    const { revocationOf, concerns } = start()
    expect(await revocationOf(good, issuer.certificate)).toBe('good')
    expect(concerns()).toEqual([])
    pass(7 * day)
    expect(await revocationOf(good, issuer.certificate)).toBe('good')
    expect(await revocationOf(revoked, issuer.certificate)).toBe('revoked')
    expect(concerns()).toEqual([
      `${listUrl} cannot be fetched since 2026-06-15T00:00:00.000Z: cut off. ` +
        'Its last revocations are used until 2026-06-15T00:00:00.000Z.',
    ])
    expect(warnings).toMatchObject([{ url: listUrl, until: new Date('2026-06-08T00:00:00Z') }])
    pass(1)
    expect(await revocationOf(good, issuer.certificate)).toBe('unknown')
    site.set(listUrl, listOf([], clock.now))
    pass(retryMs)
    expect(await revocationOf(good, issuer.certificate)).toBe('good')
  })

  it('is not used past its end while another one is available', async () => {
    const { revocationOf } = start()
    site.set(listUrl, listOf([], clock.now))
    await revocationOf(good, issuer.certificate)
    pass(8 * day)
    site.set(listUrl, listOf([good], clock.now))
    expect(await revocationOf(good, issuer.certificate)).toBe('revoked')
  })

  it('is superseded by an available responder', async () => {
    const { revocationOf } = start()
    site.set(listUrl, listOf([], clock.now))
    await revocationOf(either, issuer.certificate)
    site.clear()
    site.set(ocspAddress(either), answerAbout(either, 'revoked'))
    clock.now = new Date('2026-06-08T00:00:01Z')
    expect(await revocationOf(either, issuer.certificate)).toBe('good')
    site.set(ocspAddress(either), answerUntil(either, '2026-06-10T00:00:00Z'))
    pass(retryMs)
    expect(await revocationOf(either, issuer.certificate)).toBe('revoked')
  })
})

function answerUntil(certificate: typeof either, to: string): Buffer {
  return makeOcspResponse({ certificate, issuer, status: 'revoked', to })
}
