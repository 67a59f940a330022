import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { recordTextMax as jsonTextMax } from '../../../src/billing/model/field.ts'
import { numberDigest } from '../../../src/store/documents/documents.ts'
import { numberColumn, numberFrom } from '../../../src/store/documents/numbers.ts'
import { numberFacts, recordTextMax } from '../../../src/store/index.ts'
import { newAccept } from '../records.ts'

const longest = '1'.repeat(255)
const longer = '1'.repeat(256)

describe('a number', () => {
  it.each(['F-1', longest])('of up to 255 characters is its own column: %s', (number) => {
    expect(numberFacts(number)).toEqual({ number })
    expect(numberColumn({ number })).toBe(number)
    expect(numberFrom(number)).toEqual({ number })
  })

  it('that is longer is cut, with a digest of the whole', () => {
    const facts = numberFacts(longer)
    const numberSha256 = createHash('sha256').update(longer).digest('hex')
    expect(facts).toEqual({ number: `${'1'.repeat(254)}…`, numberSha256 })
    expect(numberFrom(numberColumn(facts)!)).toEqual(facts)
  })

  it('may be cut one earlier, before a character of two units', () => {
    const facts = numberFacts(`${'1'.repeat(253)}😀${longer}`)
    expect(facts.number).toBe(`${'1'.repeat(253)}…`)
    expect(numberFrom(numberColumn(facts)!)).toEqual(facts)
  })

  it('may be absent', () => {
    expect(numberColumn({})).toBeUndefined()
  })

  it('of JSON is never cut: it may be as long as that of a record', () => {
    expect(jsonTextMax).toBe(recordTextMax)
  })
})

describe('the digest of a document', () => {
  const document = { ...newAccept('0192').document, test: false, kind: 'invoice' } as const
  const parties = { sender: { id: '0208:0123456749' }, receiver: { id: '0192:987654325' } }
  const digestOf = (number: string) =>
    numberDigest({ ...document, ...parties, ...numberFacts(number) })?.toString('hex')

  it.each(['F-1', longest])('is what it always was for a number of up to 255: %s', (number) => {
    const identity = JSON.stringify([
      ...[false, 'invoice', '0208:0123456749', '0192:987654325'],
      number,
    ])
    expect(digestOf(number)).toBe(createHash('sha256').update(identity).digest('hex'))
  })

  it('is of the whole number', () => {
    expect(digestOf(longer)).not.toBe(digestOf(`${longer}1`))
    expect(digestOf(longer)).not.toBe(digestOf(numberFacts(longer).number!))
  })
})
