import { describe, expect, test } from 'vitest'
import { fingerprint, parseCertificate, type Revocation } from '../../src/crypto/index.ts'
import { checkAccessPoint, checkSmp, type Network, publicNetworks } from '../../src/peppol/index.ts'
import { g3TestLeaf } from './g3-leaf.ts'
import { makeLaboratory, now } from './laboratory.ts'

const { test: testNetwork, production } = publicNetworks
const at = ({ trust }: Network, time = now, found: Revocation = 'good') => ({
  trust,
  now: time,
  revocationOf: async () => found,
})

// Published by OpenPeppol with the certificates.
test.each([
  [
    'production',
    'roots',
    'B6:07:5B:9F:86:55:E7:56:77:7F:18:2D:14:07:C0:04:' +
      '94:42:D3:A2:F5:7D:FF:97:81:52:38:28:F3:31:F2:11',
  ],
  [
    'production',
    'accessPointIssuers',
    'B6:5E:37:5A:58:26:AD:A1:65:17:B2:AA:8A:88:1B:6F:' +
      'CA:FF:5E:48:E7:55:9B:9E:96:BB:A5:C6:49:21:F9:00',
  ],
  [
    'production',
    'smpIssuers',
    'D9:E1:74:67:C6:9E:51:FC:4F:5C:52:63:54:2F:C6:8D:' +
      '2A:BB:A5:DF:AA:E6:2E:87:FB:D6:82:9F:1D:E6:21:C4',
  ],
  [
    'test',
    'roots',
    '8B:4E:0E:5D:C7:C8:20:8C:BA:88:ED:EB:FA:D3:1E:06:' +
      '47:40:D8:96:AB:6E:18:DE:0B:03:38:6F:D2:4B:E7:34',
  ],
  [
    'test',
    'accessPointIssuers',
    'D2:44:5A:0F:11:5E:E6:4C:C1:41:A8:49:FE:14:29:27:' +
      'FE:57:01:B7:D9:B5:8D:3E:6F:53:99:31:62:11:5C:C0',
  ],
  [
    'test',
    'smpIssuers',
    'EB:78:DA:BB:62:2B:BC:70:15:92:F0:85:BC:27:AB:81:' +
      '7F:E1:C0:D4:75:3A:E8:29:68:2E:81:27:B3:B0:0C:E7',
  ],
] as const)('the %s network trusts as %s what OpenPeppol published', (network, part, sha256) => {
  expect(publicNetworks[network].trust[part].map(fingerprint)).toEqual([
    sha256.replaceAll(':', '').toLowerCase(),
  ])
})

test('each network has its own zone and nothing is lax', () => {
  expect(testNetwork.smlZone).toBe('participant.sml.test.tech.peppol.org')
  expect(production.smlZone).toBe('participant.sml.prod.tech.peppol.org')
  expect([testNetwork.plainHttpAllowed, production.plainHttpAllowed]).toEqual([false, false])
})

describe('an access point of the test network', () => {
  const leaf = parseCertificate(g3TestLeaf)

  test('is known by its seat id', async () => {
    expect(await checkAccessPoint(leaf, at(testNetwork))).toBe('POP000306')
  })

  test('is not known to the production network', async () => {
    await expect(checkAccessPoint(leaf, at(production))).rejects.toThrow(
      expect.objectContaining({ code: 'certificate.untrusted' }),
    )
  })

  test('is no SMP', async () => {
    await expect(checkSmp(leaf, at(testNetwork))).rejects.toThrow(
      expect.objectContaining({ code: 'certificate.untrusted' }),
    )
  })

  test.each([
    ['before its time', '2025-09-08T23:59:59Z', 'certificate.not-yet-valid'],
    ['after its time', '2027-08-30T00:00:00Z', 'certificate.expired'],
  ])('is refused %s', async (_, time, code) => {
    await expect(checkAccessPoint(leaf, at(testNetwork, new Date(time)))).rejects.toThrow(
      expect.objectContaining({ code }),
    )
  })

  test.each([
    ['revoked', 'certificate.revoked'],
    ['unknown', 'certificate.revocation-unavailable'],
  ] as const)('is not relied on when its revocation is %s', async (found, code) => {
    await expect(checkAccessPoint(leaf, at(testNetwork, now, found))).rejects.toThrow(
      expect.objectContaining({ code }),
    )
  })
})

describe('a laboratory', () => {
  const { network, accessPoint, smp } = makeLaboratory()

  test('trusts its own', async () => {
    expect(await checkAccessPoint(accessPoint().certificate, at(network))).toBe('POP000001')
    await expect(checkSmp(smp().certificate, at(network))).resolves.toBeUndefined()
  })

  test.each(['POP00001', 'POP0000001', 'POP00000A', 'pop000001', 'XOP000001', 'P1P000001'])(
    'knows no access point by the name of %s',
    async (commonName) => {
      const { certificate } = accessPoint({ commonName })
      await expect(checkAccessPoint(certificate, at(network))).rejects.toThrow(
        expect.objectContaining({ code: 'certificate.seat-mismatch' }),
      )
    },
  )

  test('takes no access point for an SMP, and no SMP for an access point', async () => {
    const untrusted = expect.objectContaining({ code: 'certificate.untrusted' })
    await expect(checkSmp(accessPoint().certificate, at(network))).rejects.toThrow(untrusted)
    await expect(checkAccessPoint(smp().certificate, at(network))).rejects.toThrow(untrusted)
  })
})
