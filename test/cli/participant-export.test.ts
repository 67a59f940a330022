import { expect, it } from 'vitest'
import { metadataInWords } from '../../src/cli/participant.ts'

const endpoint = {
  transportProfile: 'peppol-transport-as4-v2_0',
  url: 'https://ap.example.com/as4',
  certificate: 'MIIB',
  activatesAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2028-01-01T00:00:00.000Z',
}
const participant = 'iso6523-actorid-upis::9915:yours'

it('states endpoint and certificate once, and each type with its process', () => {
  const services = ['invoice', 'credit-note'].map((documentType) => ({
    ...{ documentType, process: 'billing', endpoint },
  }))
  expect(metadataInWords({ participant, services, withoutProcess: ['unknown'] })).toBe(`\
Participant  iso6523-actorid-upis::9915:yours
Endpoint     https://ap.example.com/as4
Transport    peppol-transport-as4-v2_0
Valid        from 2026-01-01T00:00:00.000Z to 2028-01-01T00:00:00.000Z
Certificate  MIIB
Type         invoice
  process    billing
Type         credit-note
  process    billing
Type         unknown
  process    unknown here
`)
})

it('names no endpoint where there is no type', () => {
  const nothing = metadataInWords({ participant, services: [], withoutProcess: [] })
  expect(nothing).toBe('Participant  iso6523-actorid-upis::9915:yours\n')
})
