// The digest of a document type in an SMP is the same when an SMP gives back what it was given.
import { expect, it } from 'vitest'
import { servicesDigest } from '../../../src/peppol/index.ts'
import type { PublishedEndpoint } from '../../../src/peppol/registrar/published.ts'
import { billing, certificates, endpoint, pintProcess, processOf } from './model.ts'

const digestOf = (change: Partial<PublishedEndpoint>, extensions: string[] = []) =>
  servicesDigest({ processes: [processOf(billing, endpoint(change))], extensions })
const plain = digestOf({})

it('is the same for a certificate in lines, and a date without milliseconds', () => {
  expect(plain).toMatch(/^[0-9a-f]{64}$/)
  const { raw, validFrom } = certificates.own
  expect(digestOf({ certificate: raw.toString('base64') })).toBe(plain)
  expect(digestOf({ activatesAt: new Date(validFrom).toISOString() })).toBe(plain)
})

it.each<[string, Partial<PublishedEndpoint>, string[]]>([
  ['its URL', { url: 'https://other.example' }, []],
  ['its certificate', { certificate: certificates.other.raw.toString('base64') }, []],
  ['its dates', { expiresAt: '2030-01-01T00:00:00Z' }, []],
  ['a date that is none', { expiresAt: 'soon' }, []],
  ['its description', { description: 'another' }, []],
  ['an extension of it', { extensions: ['<e/>'] }, []],
  ['an extension', {}, ['<e/>']],
])('is another for another %s', (_, change, extensions) => {
  expect(digestOf(change, extensions)).not.toBe(plain)
})

it('is another for another process', () => {
  const processes = [processOf(pintProcess, endpoint())]
  expect(servicesDigest({ processes, extensions: [] })).not.toBe(plain)
})
