// What would keep the gateway from writing into an SMP, from what that says of itself.
import { expect, it } from 'vitest'
import { examineSmp } from '../../../src/core/network/plan-publication.ts'
import type { PhossSmp } from '../../../src/peppol/index.ts'
import { makeLaboratory } from '../../peppol/laboratory.ts'

const { network } = makeLaboratory()
const [authority] = network.trust.smpIssuers
const issuer = authority!.subject.split('\n').reverse().join(',')
const usual = { isWritable: true, hasSml: true, isCertificateExpired: false }

type Status = Awaited<ReturnType<PhossSmp['status']>>

async function warningsOf(status: Status): Promise<string[]> {
  const smp = {
    own: async () => new Set<string>(),
    group: async () => undefined,
    type: async () => undefined,
    status: async () => status,
  }
  return (await examineSmp({ smp, smpUrl: 'https://smp.example', network })).warnings
}

it('is nothing where it says what it should, or nothing at all', async () => {
  expect(await warningsOf({ ...usual, certificateIssuer: issuer })).toEqual([])
  expect(await warningsOf(usual)).toEqual([])
  expect(await warningsOf(undefined)).toEqual([])
})

it.each<[string, Partial<NonNullable<Status>>, RegExp]>([
  ['nobody may write', { isWritable: false }, /does not let REST clients write/],
  ['it has no SML', { hasSml: false }, /has no SML/],
  ['its certificate is of another network', { certificateIssuer: 'CN=Other CA' }, /'CN=Other CA'/],
  ['an issuer that is no name', { certificateIssuer: 'nonsense' }, /'nonsense'/],
  ['its certificate has expired', { isCertificateExpired: true }, /has expired/],
])('is said where %s', async (_, status, sentence) => {
  expect(await warningsOf({ ...usual, ...status })).toEqual([expect.stringMatching(sentence)])
})
