// What `fourcorner doctor` says of tax authorities, in a sandbox that has two of them.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { examine, type Patient } from '../../../src/cli/examination/examine.ts'
import {
  authoritiesFinding,
  type ReportingEntry,
  retentionFinding,
} from '../../../src/cli/examination/examine-tax-reports.ts'
import { limits } from '../../../src/config/limits.ts'
import { openNet } from '../../../src/net/index.ts'
import { startSandboxIn } from '../../sandbox/shared.ts'
import { temporaryFolder } from '../../store/database.ts'

const { sandbox } = await startSandboxIn(mkdtempSync(join(await temporaryFolder(), 'doctor-')))
const { smlZone, dnsServers, trustRoots: roots, keys, ...issuers } = sandbox.settings
const net = openNet({ dnsServers, plainHttpAllowed: true, limits: limits.sending })
afterAll(() => Promise.all([net.close(), sandbox.close()]))

const today = new Date()
const here = {
  ...net,
  ...{ certificate: keys.certificate, others: {}, now: () => today },
  network: {
    ...{ name: 'sandbox' as const, smlZone, trust: { roots, ...issuers } },
    plainHttpAllowed: true,
  },
  revocationOf: async () => 'good' as const,
}
const ae: ReportingEntry = { regime: 'ae', receiver: '0242:900000-tax_ae', from: '2026-01-01' }
const sk: ReportingEntry = { regime: 'sk', receiver: '0242:900000-tax_sk', from: '2026-01-01' }
const later = '2999-01-01'
const unknown = { ...ae, receiver: '0242:900000-tax_om' }

describe('tax authorities', () => {
  it('are well where the network knows them for their reports', async () => {
    expect(await authoritiesFinding(here, [ae, sk, { ...ae, from: later }])).toEqual({
      ...{ check: 'tax reports', outcome: 'ok' },
      detail: '0242:900000-tax_ae (ae), 0242:900000-tax_sk (sk): found',
    })
  })

  it.each([
    ['it is not registered', unknown, 'failed', /^0242:900000-tax_om \(ae\): .*not registered/],
    ['it is not registered, but not needed yet', { ...unknown, from: later }, 'warning', /tax_om/],
    [
      'it takes reports of another regime',
      { ...ae, receiver: sk.receiver },
      'failed',
      /^0242:900000-tax_sk \(ae\): .*urn:peppol:taxdata:ae-1/,
    ],
  ] as const)('are not where %s', async (_, entry, outcome, detail) => {
    const found = await authoritiesFinding(here, [sk, entry])
    expect(found).toMatchObject({ check: 'tax reports', outcome, remedy: expect.any(String) })
    expect(found.detail).toMatch(detail)
    expect(found.detail.split('\n')).toHaveLength(1)
  })

  it('count from the first day that any tenant states, by the clock there', async () => {
    const first = { ...unknown, from: '2027-01-01' }
    const at = (moment: string) => ({ ...here, now: () => new Date(moment) })
    const entries = [{ ...unknown, from: later }, first]
    for (const [moment, outcome] of [
      ['2026-12-31T19:59:59Z', 'warning'],
      ['2026-12-31T20:00:00Z', 'failed'],
    ] as const)
      expect(await authoritiesFinding(at(moment), entries)).toMatchObject({ outcome })
  })
})

describe('what is kept', () => {
  it.each([
    ['for ever', sk],
    ['for ten years', { ...sk, retentionDays: 3653 }],
    ['for a week, where nothing is established', { ...ae, retentionDays: 7 }],
  ])('is long enough: %s', (_, entry) => expect(retentionFinding([entry])).toBeUndefined())

  it('is too short, and said once', () => {
    const short = { ...sk, retentionDays: 3652 }
    expect(retentionFinding([ae, short, short])).toMatchObject({
      ...{ check: 'retention', outcome: 'warning' },
      detail: '3652 days; Slovakia asks for 10 years (3653)',
    })
  })
})

it('are examined with everything else, and only where something is reported', async () => {
  const patient = (reporting?: ReportingEntry[]): Patient => ({
    askDatabase: async () => ({
      ...{ name: 'the database answers', participants: [] },
      ...(reporting ? { reporting } : {}),
    }),
    join: async () => here,
    disk: async () => ({ folder: '/data', freeBytes: 1_000_000_000, leastBytes: 50_000_000 }),
    alteredRules: () => [],
    now: () => today,
  })
  const checks = async (given: Patient) => {
    const found: string[] = []
    for await (const { check, outcome } of examine(given)) found.push(`${check} ${outcome}`)
    return found.filter((one) => /tax|retention/.test(one))
  }
  const short = { ...sk, retentionDays: 30 }
  expect(await checks(patient([ae, short]))).toEqual(['retention warning', 'tax reports ok'])
  expect(await checks(patient([]))).toEqual([])
  expect(await checks(patient())).toEqual([])
})
