// The cache of lookups: how often the network is asked, and that trust is checked every time.
import { beforeEach, describe, expect, it } from 'vitest'
import { limits } from '../../../src/config/limits.ts'
import type { PeppolAccess } from '../../../src/core/gateway.ts'
import { findEndpoint, forgetEndpoint } from '../../../src/core/network/find-endpoint.ts'
import { emptyLookupCache } from '../../../src/core/runtime/lookup-cache.ts'
import {
  type GetOutcome,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../../src/peppol/index.ts'
import { sharedSimulation } from '../../sandbox/shared.ts'

const simulation = await sharedSimulation()
const clock = { aheadMs: 0 }
const now = () => new Date(Date.now() + clock.aheadMs)
const keeping = { keepAnswers: async () => {}, lookedUp() {}, now, limits: limits.delivery }
const minute = 60_000

const documentType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
)
const process = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
const queryFor = (participant: string) => ({
  participant: parseParticipant(participant),
  documentType,
  process,
})
const query = queryFor('0208:0123456749')

beforeEach(() => {
  clock.aheadMs = 0
})

/** The simulation, counting what it is asked. */
function counting(change: Partial<PeppolAccess> = {}) {
  const asked = { dns: 0, smp: 0 }
  const peppolAccess: PeppolAccess = {
    ...simulation,
    ...emptyLookupCache(),
    ...change,
    resolveNaptr: (name) => {
      asked.dns += 1
      return (change.resolveNaptr ?? simulation.resolveNaptr)(name)
    },
    get: (url) => {
      asked.smp += 1
      return (change.get ?? simulation.get)(url)
    },
  }
  return { peppolAccess, asked, find: (of = query) => findEndpoint(peppolAccess, of, keeping) }
}

describe('the network is asked', () => {
  it('once per receiver and period, however many documents there are for them', async () => {
    const { find, asked } = counting()
    const receivers = Array.from({ length: 20 }, (_, at) => queryFor(`9915:receiver${at}`))
    const rounds = Array.from({ length: 50 }, () => receivers).flat()
    await Promise.all(rounds.slice(0, 500).map(find))
    for (const one of rounds.slice(500)) await find(one)
    expect(asked).toEqual({ dns: 20, smp: 20 })
    clock.aheadMs = 14 * minute
    await Promise.all(rounds.map(find))
    expect(asked).toEqual({ dns: 20, smp: 20 })
    clock.aheadMs = 16 * minute
    await Promise.all(rounds.map(find))
    expect(asked).toEqual({ dns: 40, smp: 40 })
  })

  it('once a minute whether somebody is registered who is not', async () => {
    const { find, asked } = counting()
    const unregistered = queryFor(simulation.unregistered)
    const codes = async (times: number) =>
      Promise.all(
        Array.from({ length: times }, () => find(unregistered).catch(({ code }) => code as string)),
      )
    expect(new Set(await codes(50))).toEqual(new Set(['receiver.not-registered']))
    clock.aheadMs = minute - 1000
    await codes(50)
    expect(asked).toEqual({ dns: 1, smp: 0 })
    clock.aheadMs = minute + 1000
    await codes(50)
    expect(asked).toEqual({ dns: 2, smp: 0 })
  })

  it.each<[string, Partial<PeppolAccess>, string]>([
    [
      'DNS fails',
      { resolveNaptr: async () => ({ kind: 'failed', detail: 'SERVFAIL' }) },
      'lookup.dns-failed',
    ],
    [
      'the SMP does not answer',
      { get: async (): Promise<GetOutcome> => ({ kind: 'failed', reason: 'timeout', detail: '' }) },
      'lookup.smp-unreachable',
    ],
  ])('again by the next document when %s', async (_, change, code) => {
    const { find, asked } = counting(change)
    await Promise.all([1, 2, 3].map(() => expect(find()).rejects.toMatchObject({ code })))
    expect(asked.dns).toBe(1)
    await expect(find()).rejects.toMatchObject({ code })
    expect(asked.dns).toBe(2)
  })

  it('again after a delivery has failed', async () => {
    const { find, asked, peppolAccess } = counting()
    await find()
    forgetEndpoint(peppolAccess, query)
    await find()
    expect(asked).toEqual({ dns: 2, smp: 2 })
  })
})

describe('what is kept is checked with every document', () => {
  const smpSigner = async () => (await counting().find()).smpSigners[0]!

  it.each([
    ['the access point', async () => (await counting().find()).certificate, 'certificate.revoked'],
    ['the SMP', smpSigner, 'lookup.smp-signature-invalid'],
  ])('%s was revoked', async (_, certificateOf, code) => {
    const certificate = await certificateOf()
    let isRevoked = false
    const { find } = counting({
      revocationOf: async (one, issuer) =>
        isRevoked && one.raw.equals(certificate.raw)
          ? 'revoked'
          : simulation.revocationOf(one, issuer),
    })
    await find()
    isRevoked = true
    await expect(find()).rejects.toMatchObject({ code })
  })

  it('a certificate that has ended meanwhile makes us ask for the next one', async () => {
    const { find, peppolAccess, asked } = counting()
    const { smpSigners } = await find()
    // As if metadata with another certificate had been kept.
    const [stranger] = (await sharedSimulation()).network.trust.roots
    const [[key, kept] = expect.fail()] = [...peppolAccess.endpoints]
    const answer = Promise.resolve({ ...(await find()), certificate: stranger!, smpSigners })
    peppolAccess.endpoints.set(key, { ...kept, answer })
    const found = await Promise.all(Array.from({ length: 20 }, () => find()))
    expect(found.some(({ certificate }) => certificate.raw.equals(stranger!.raw))).toBe(false)
    expect(asked.smp).toBe(2)
  })

  it('an unknown revocation asks nobody again, and keeps the answer', async () => {
    let isKnown = true
    const { find, asked } = counting({
      revocationOf: async (one, issuer) =>
        isKnown ? simulation.revocationOf(one, issuer) : 'unknown',
    })
    await find()
    isKnown = false
    await expect(find()).rejects.toMatchObject({ code: 'certificate.revocation-unavailable' })
    isKnown = true
    await find()
    expect(asked).toEqual({ dns: 1, smp: 1 })
  })
})
