// The process of a document: from the query, from its ProfileID, or the only one of its type.
import { describe, expect, it } from 'vitest'
import { formatIdentifier, parseDocumentType } from '../../../src/peppol/index.ts'
import type { FrenchProcess } from '../../../src/store/index.ts'
import { readCase } from '../../cases/read-case.ts'
import { openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()

const core = 'urn:cen.eu:en16931:2017'
const bis = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`
const xrechnung = `${core}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`
const french = `${core}#compliant#urn:peppol:france:billing:cius:1.0`
const pint = 'urn:peppol:pint:billing-1@ae-1'
const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const withResponse = 'urn:peppol:bis:billing_with_response'
const regulated = 'urn:peppol:france:billing:regulated'
const nonRegulated = 'urn:peppol:france:billing:non-regulated'
const any = 'urn:fdc:peppol.eu:poacc:en16931:any'

const plain = readCase('en16931-without-profile.xml').toString()
const full = (process: string) => `cenbii-procid-ubl::${process}`

function invoice(customizationId: string, profileId?: string): Buffer {
  const profile = profileId === undefined ? '' : `<cbc:ProfileID>${profileId}</cbc:ProfileID>`
  const stated = `<cbc:CustomizationID>${customizationId}</cbc:CustomizationID>${profile}`
  return Buffer.from(plain.replace(/<cbc:CustomizationID>.*<\/cbc:CustomizationID>/, stated))
}

let number = 0
function submit(bytes: Buffer, options: object = {}, frenchProcess: FrenchProcess = 'none') {
  const numbered = bytes.toString().replace(/(?<=<cbc:ID>)[^<]*/, `P-${++number}`)
  const { caller } = test
  return test.submit({
    body: { format: 'xml', bytes: Buffer.from(numbered), mediaType: 'application/xml' },
    options,
    caller: { ...caller, tenant: { ...caller.tenant, frenchProcess } },
  })
}

describe('the process of a document', () => {
  it.each([
    ['its ProfileID', invoice(bis, withResponse), withResponse],
    ['its ProfileID in full', invoice(bis, full(billing)), billing],
    ['the one of its type', invoice(xrechnung), billing],
    ['the one of its type, not a word of its own', invoice(xrechnung, 'S1'), billing],
    ['the one of its type, not something with blanks', invoice(xrechnung, 'a b'), billing],
    ['the one of EN 16931', invoice(core), any],
    ['the one of PINT', invoice(pint), 'urn:peppol:bis:billing'],
    ['that of a family, for a variant', invoice(`${pint}@own`), 'urn:peppol:bis:billing'],
    ['as it says, for a type of no list', invoice(`${core}#own`, 'urn:own'), 'urn:own'],
  ])('is %s', async (_, bytes, process) => {
    expect((await submit(bytes)).record.processId).toBe(full(process))
  })

  it.each([
    ['before its ProfileID', invoice(bis, billing)],
    ['before a ProfileID of other types', invoice(bis, any)],
    ['where it has none', invoice(bis)],
    ['where it is a billing mode', invoice(french, 'S1')],
  ])('is that of the query, %s', async (_, bytes) => {
    const { record } = await submit(bytes, { processId: nonRegulated })
    expect(record.processId).toBe(full(nonRegulated))
  })

  it.each([
    ['is missing', invoice(bis), `${billing}, ${withResponse}, ${regulated}, ${nonRegulated}`],
    ['is "S1", no process', invoice(french, 'S1'), `${regulated}, ${nonRegulated}`],
    ['is "S1", no process', invoice(bis, 'S1'), billing],
    ['is missing', invoice(`${core}#own`), ''],
  ])('has to be given when there are several: ProfileID %s', async (words, bytes, choices) => {
    await expect(submit(bytes)).rejects.toMatchObject({
      code: 'request.missing-field',
      errors: [
        {
          xpath: '/Invoice[1]/ProfileID[1]',
          message: expect.stringMatching(`^ProfileID ${words}: give .*'processId'.*${choices}`),
        },
      ],
    })
  })

  it.each([
    [bis, any, `has one of the processes ${billing}, ${withResponse}`],
    [core, billing, `has the process ${any}`],
    [pint, billing, 'has the process urn:peppol:bis:billing'],
    [french, billing, `has one of the processes ${regulated}, ${nonRegulated}`],
  ])('is not one of other types: %s, %s', async (customizationId, profileId, words) => {
    await expect(submit(invoice(customizationId, profileId))).rejects.toMatchObject({
      code: 'document.type-mismatch',
      errors: [{ xpath: '/Invoice[1]/ProfileID[1]', message: expect.stringContaining(words) }],
    })
  })
})

describe('the French process of a tenant', () => {
  it.each([
    ['regulated', regulated],
    ['non-regulated', nonRegulated],
  ] as const)('%s is that of its French documents', async (chosen, process) => {
    const { record } = await submit(invoice(french, 'B1'), {}, chosen)
    expect(record.processId).toBe(full(process))
  })

  it('is not that of others, which have French processes among theirs', async () => {
    await expect(submit(invoice(bis, 'S1'), {}, 'regulated')).rejects.toMatchObject({
      code: 'request.missing-field',
    })
  })

  it('gives way to the query', async () => {
    const { record } = await submit(invoice(french), { processId: nonRegulated }, 'regulated')
    expect(record.processId).toBe(full(nonRegulated))
  })
})

describe('the document type of a document', () => {
  it('has a name in its record, and a warning when it is deprecated', async () => {
    const old = `${core}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3`
    const { record } = await submit(invoice(old))
    expect(record).toMatchObject({
      documentTypeName: 'XRechnung UBL Invoice V2.3',
      warnings: ["The document type 'XRechnung UBL Invoice V2.3' is deprecated."],
    })
    expect((await submit(invoice(xrechnung))).record).not.toHaveProperty('warnings')
  })

  it('has the version of the code list', async () => {
    const reminder = `${bis}#conformant#urn:fdc:anskaffelser.no:2019:ehf:reminder:3.0`
    const { record } = await submit(invoice(reminder))
    const type = parseDocumentType(record.documentTypeId)
    expect(formatIdentifier(type)).toMatch(/reminder:3\.0::2\.2$/)
    expect(record.processId).toBe(full('urn:fdc:anskaffelser.no:2019:ehf:postaward:g3:06:1.0'))
  })

  it.each([
    ['empty', '', 'request.missing-field'],
    ['a blank', ' ', 'request.missing-field'],
    ['with a blank', `${core} 1`, 'request.invalid-field'],
    ['with a newline', `${core}\n#compliant#a`, 'request.invalid-field'],
    ['of 10,000 characters', 'a'.repeat(10_000), 'request.invalid-field'],
    ['of PINT with a star', 'urn:peppol:pint:billing-1@ae-1*', 'request.invalid-field'],
    ['of another scheme with a star', `${core}*`, 'request.invalid-field'],
  ])('is refused when the CustomizationID is %s', async (_, id, code) => {
    await expect(submit(invoice(id, billing))).rejects.toMatchObject({
      code,
      errors: [{ xpath: '/Invoice[1]/CustomizationID[1]' }],
    })
  })

  it('is another one in another case, which no list has', async () => {
    const { record } = await submit(invoice(core.toUpperCase(), billing))
    expect(record.documentTypeName).toBe('Invoice (URN:CEN.EU:EN16931:2017)')
  })

  it('is refused when it is stated twice', async () => {
    const twice = invoice(core)
      .toString()
      .replace(/<cbc:CustomizationID>.*?ID>/, '$&$&')
    await expect(submit(Buffer.from(twice))).rejects.toMatchObject({ code: 'document.ambiguous' })
  })
})
