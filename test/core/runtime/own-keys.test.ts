// Our keys over the change of a certificate: which one signs, which ones decrypt, what is said.
import { describe, expect, it } from 'vitest'
import {
  certificateFacts,
  certificateWarnings,
} from '../../../src/core/identity/own-certificate.ts'
import {
  type NextKeys,
  type OtherCertificates,
  ownKeys,
} from '../../../src/core/runtime/own-keys.ts'
import { fingerprint, localKeys, wrapKey } from '../../../src/crypto/index.ts'
import { readyPair } from '../../crypto/ready-keys.ts'
import { type Identity, makeLaboratory, now as noon } from '../../peppol/laboratory.ts'

const laboratory = makeLaboratory()
const elsewhere = makeLaboratory()
const hour = 3_600_000
const at = (hours: number) => new Date(noon.getTime() + hours * hour)
const make = (order: Parameters<typeof laboratory.accessPoint>[0]) =>
  laboratory.accessPoint({ pair: readyPair(), ...order })

// The old certificate ends four hours after the new one has begun.
const old = make({ from: at(-20), to: at(6) })
const next = make({ from: at(2), to: at(20) })

function keysAt(hours: number, found: NextKeys = { keys: localKeys(next) }, first = old) {
  return ownKeys({
    first: localKeys(first),
    findNext: () => found,
    trust: laboratory.network.trust,
    now: () => at(hours),
  })
}

const isOf = (identity: Identity, certificate: Identity['certificate'] | undefined) =>
  certificate?.raw.equals(identity.certificate.raw) === true

/** Whether a message encrypted for `identity` can be read. */
async function decrypts(keys: ReturnType<typeof ownKeys>, identity: Identity): Promise<boolean> {
  const own = keys.all().find(({ certificate }) => isOf(identity, certificate))
  const secret = Buffer.from('0123456789abcdef')
  return (
    own !== undefined &&
    (await own.unwrap(wrapKey(identity.certificate.publicKey, secret))).equals(secret)
  )
}

describe('the next key', () => {
  it.each([
    [1, 'old', true, true],
    [2, 'next', true, true],
    [6, 'next', true, true],
    [7, 'next', false, true],
  ])('after %i hours: the %s one signs; they decrypt %s, %s', async (hours, signs, one, other) => {
    const keys = keysAt(hours)
    expect(isOf(signs === 'old' ? old : next, keys.current().certificate)).toBe(true)
    expect([await decrypts(keys, old), await decrypts(keys, next)]).toEqual([one, other])
    expect(keys.all()[0]).toBe(keys.current())
  })

  it('is announced until it signs, and then the old one until it ends', () => {
    expect(isOf(next, keysAt(1).others().next)).toBe(true)
    expect(keysAt(1).others().previous).toBeUndefined()
    expect(isOf(old, keysAt(2).others().previous)).toBe(true)
    expect(keysAt(2).others().next).toBeUndefined()
    expect(keysAt(7).others()).toEqual({})
  })

  it('signs with the key of the certificate that is named, whenever it is asked', async () => {
    const { certificate, sign } = keysAt(2).current()
    const { verify } = await import('node:crypto')
    const data = Buffer.from('signed')
    expect(verify('sha256', data, certificate.publicKey, await sign(data))).toBe(true)
  })

  it.each<[string, NextKeys, RegExp | undefined]>([
    ['is not there', {}, undefined],
    ['cannot be read', { fault: 'The password is wrong.' }, /password/],
    ['is the current one', { keys: localKeys(old) }, undefined],
    [
      'is of another network',
      { keys: localKeys(elsewhere.accessPoint({ from: at(2), to: at(20) })) },
      /cannot be used: It was not issued/,
    ],
    [
      'is of another access point',
      { keys: localKeys(make({ commonName: 'POP000002', from: at(-1), to: at(20) })) },
      /for POP000002, not for POP000001/,
    ],
    ['has ended', { keys: localKeys(make({ from: at(-20), to: at(-1) })) }, /expired/],
  ])('is not used when it %s', (_, found, fault) => {
    const keys = keysAt(3, found)
    expect(isOf(old, keys.current().certificate)).toBe(true)
    expect(keys.all()).toHaveLength(1)
    if (fault) expect(keys.others().fault).toMatch(fault)
    else expect(keys.others()).toEqual({})
  })

  it('is not needed: without it the old one signs on, and is refused by others', () => {
    expect(isOf(old, keysAt(7, {}).current().certificate)).toBe(true)
    expect(keysAt(7, {}).all()).toHaveLength(1)
  })
})

describe('what is said of our certificate', () => {
  const day = 24
  const long = make({ from: at(-23), to: at(40 * day) })
  const follower = make({ from: at(1), to: at(400 * day) })

  function needsAt(hours: number, given: OtherCertificates) {
    const { network } = laboratory
    const keys = localKeys(long)
    return {
      peppolAccess: { network, keys } as never,
      otherCertificates: () => given,
      now: () => at(hours),
    }
  }

  it.each([
    [9, undefined],
    [10, 30],
    [25, 30],
    [26, 14],
    [33, 7],
    [39, 1],
    [41, 1],
  ])('after %i of 40 days the notice of %s days is due', (days, noticeDays) => {
    const facts = certificateFacts(needsAt(days * day, {}))
    expect(facts.noticeDays).toBe(noticeDays)
    expect(facts.expiresAt).toBe(at(40 * day).toISOString())
    expect(certificateWarnings(needsAt(days * day, {}))).toHaveLength(noticeDays ? 1 : 0)
  })

  it('names the one that follows, which the SMP must name in time', () => {
    const needs = needsAt(35 * day, { next: follower.certificate })
    const named = fingerprint(follower.certificate)
    expect(certificateFacts(needs).next).toEqual({
      fingerprint: named,
      validFrom: at(1).toISOString(),
      expiresAt: at(400 * day).toISOString(),
    })
    expect(certificateWarnings(needs)).toEqual([
      `Our own access point certificate expires at ${at(40 * day).toISOString()}; the next one, ` +
        `${named}, must be in the SMP by then.`,
    ])
  })

  it('names the one before while it counts, and by when the SMP must no longer name it', () => {
    const previous = make({ from: at(-20), to: at(10 * day) })
    const needs = needsAt(1, { previous: previous.certificate })
    expect(certificateFacts(needs).previous?.expiresAt).toBe(at(10 * day).toISOString())
    expect(certificateWarnings(needs)).toEqual([
      `Our previous access point certificate expires at ${at(10 * day).toISOString()}; ` +
        `the one in use, ${fingerprint(long.certificate)}, must be in the SMP by then.`,
    ])
    const early = make({ from: at(-20), to: at(39 * day) })
    expect(certificateWarnings(needsAt(1, { previous: early.certificate }))).toEqual([])
  })

  it('says why the next one cannot be used, however long the current one lasts', () => {
    expect(certificateWarnings(needsAt(1, { fault: 'The password is wrong.' }))).toEqual([
      'The password is wrong.',
    ])
  })
})
