// What takes a participant out of an SMP: all of its group, or only what is ours of it.
import { describe, expect, it } from 'vitest'
import { type Actual, planWithdrawal } from '../../../src/peppol/index.ts'
import {
  billing,
  endpoint,
  here,
  invoice,
  pint,
  pintProcess,
  processOf,
  rules,
  services,
  smpUrl,
  wanted,
} from './model.ts'

const planOf = (actual: Actual, isFollowing = true) =>
  planWithdrawal(wanted.endpoint, actual, { ...rules, isFollowing })
const otherUrl = 'https://other.example/as4'
const ours = services(invoice, [processOf(billing, endpoint())])
const former = services(pint, [
  processOf(pintProcess, endpoint({ url: wanted.endpoint.formerUrls[0]! })),
])
const theirs = services(pint, [processOf(pintProcess, endpoint({ url: otherUrl }))])
const both = services(pint, [
  processOf(billing, endpoint()),
  processOf(pintProcess, endpoint({ url: otherUrl })),
])
const otherProfile = services(pint, [
  processOf(pintProcess, endpoint(), endpoint({ transportProfile: 'bdxr', url: otherUrl })),
])
const odd = services(pint, [processOf(pintProcess, endpoint())], { unmodelled: ['Endpoint/Zone'] })
const redirect = { documentType: pint, kind: 'redirect', href: otherUrl } as const
const elsewhere = 'https://smp.elsewhere.example'
const at = (dns: string | undefined, actual: Actual): Actual => {
  const { dns: _, ...rest } = actual
  return dns === undefined ? rest : { ...rest, dns }
}

describe('a withdrawal', () => {
  it.each<[string, Actual, string[], string[], boolean]>([
    ['of a group that is ours', here([ours, former]), ['delete-group true'], [], false],
    ['of an empty group', here([]), ['delete-group true'], [], false],
    ['of what DNS has lost', at(undefined, here([ours])), ['delete-group false'], [], false],
    ['of what has moved away', at(elsewhere, here([ours])), ['delete-group false'], [], false],
    ['of what is gone', {}, [], [], false],
    ['of what is gone, and elsewhere', { dns: elsewhere }, [], [], false],
    ['of what is gone, and still in DNS', { dns: smpUrl }, [], [], true],
    ["of another user's group", here([ours], false), [], ['group.of-another-user'], false],
    ["beside another's type", here([ours, theirs]), ['delete-type'], [], false],
    ['beside a redirect', here([ours, redirect]), ['delete-type'], [], false],
    ["of a type that is another's too", here([ours, both]), ['delete-type'], ['shared'], false],
    ['of a type with another profile', here([otherProfile]), [], ['shared'], false],
    ['of a type that is not modelled', here([ours, odd]), ['delete-type'], ['shared'], false],
    ["of what is another's alone", here([theirs]), [], [], false],
  ])('%s', (_, actual, steps, refusals, isWaiting) => {
    const plan = planOf(actual)
    const said = plan.steps.map((one) =>
      one.step === 'delete-type' ? one.step : `${one.step} ${one.inSml}`,
    )
    expect(said).toEqual(steps)
    expect(
      plan.refusals.map(({ code }) => (code === 'endpoint.of-another' ? 'shared' : code)),
    ).toEqual(refusals)
    expect(plan.isWaiting).toBe(isWaiting)
  })

  it('takes our type alone, and no group that could not be read as a whole', () => {
    const group = here([ours]).group!
    const plan = planOf({ dns: smpUrl, group: { ...group, documentTypes: [invoice, pint] } })
    expect(plan.steps).toMatchObject([{ step: 'delete-type', documentType: invoice }])
  })

  it('takes an entry back that the SML has and our SMP has not', () => {
    const plan = planOf({ dns: smpUrl }, false)
    expect(plan).toMatchObject({ refusals: [], isWaiting: false })
    expect(plan.steps).toMatchObject([
      { step: 'create-group', inSml: false },
      { step: 'delete-group', inSml: true },
    ])
    for (const actual of [{}, { dns: elsewhere }]) expect(planOf(actual, false).steps).toEqual([])
  })
})
