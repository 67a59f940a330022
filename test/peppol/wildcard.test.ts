import { expect, test } from 'vitest'
import { registrationCandidates } from '../../src/peppol/wildcard.ts'

const syntax = 'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##'
const names = (scheme: string, customizationId: string) =>
  registrationCandidates({ scheme, value: `${syntax}${customizationId}::2.1` }).map(({ value }) =>
    value.slice(syntax.length),
  )

test.each([
  [
    'urn:peppol:pint:billing-1',
    ['urn:peppol:pint:billing-1::2.1', 'urn:peppol:pint:billing-1*::2.1'],
  ],
  [
    'urn:peppol:pint:billing-1@jp-1@x',
    [
      'urn:peppol:pint:billing-1@jp-1@x::2.1',
      'urn:peppol:pint:billing-1@jp-1@x*::2.1',
      'urn:peppol:pint:billing-1@jp-1*::2.1',
      'urn:peppol:pint:billing-1*::2.1',
    ],
  ],
])('%s may be registered as each of its families', (customizationId, expected) => {
  expect(names('peppol-doctype-wildcard', customizationId)).toEqual(expected)
})

test('only the wildcard scheme has families', () => {
  expect(names('busdox-docid-qns', 'urn:peppol:pint:billing-1@jp-1')).toEqual([
    'urn:peppol:pint:billing-1@jp-1::2.1',
  ])
})
