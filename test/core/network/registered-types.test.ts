// What registrations may list of the code list, what is published of them, and what they receive.
import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { documentTypes, stateOn } from '../../../src/codelists/index.ts'
import { metadataOf } from '../../../src/core/network/registered-metadata.ts'
import {
  addRegistration,
  changeRegistration,
  registrationFor,
  showRegistration,
} from '../../../src/core/network/registrations.ts'
import { formatIdentifier, parseDocumentType, parseParticipant } from '../../../src/peppol/index.ts'
import { openTestGateway } from '../test-gateway.ts'

const test = await openTestGateway()
const { gateway, caller } = test
const own = { tenantId: caller.tenant.id, actor: 'test', isOperator: true }
const tenantId = caller.tenant.id

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const wildcard = 'peppol-doctype-wildcard::'
const plain = 'busdox-docid-qns::'
const core = 'urn:cen.eu:en16931:2017'
const bis = `${core}#compliant#urn:fdc:peppol.eu:2017:poacc:`
const trns = 'urn:fdc:peppol.eu:poacc:trns:'
const invoiceOf = (id: string, version = '2.1') => `${ubl}Invoice-2::Invoice##${id}::${version}`
const creditNoteOf = (id: string) => `${ubl}CreditNote-2::CreditNote##${id}::2.1`
const responseOf = (id: string) => `${ubl}ApplicationResponse-2::ApplicationResponse##${id}::2.1`
const billing = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const selfBilling = 'urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0'

const xrechnung2 = `${plain}${invoiceOf(`${core}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0`)}`
const xrechnung23 = `${plain}${invoiceOf(`${core}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.3`)}`

let number = 0
const register = (types: 'all' | string[]) =>
  addRegistration(gateway, own, `9915:types${++number}`, { documentTypes: types })

/** As a version before may have stored it. */
async function stored(types: string[]): Promise<string> {
  const participant = `9915:types${++number}`
  const registration = { id: gateway.newId(), participant, tenantId, documentTypes: types }
  const by = { actor: 'test', at: gateway.now() }
  await gateway.store.addRegistration({ ...registration, createdAt: by.at, byOperator: true }, by)
  return participant
}

const url = 'https://ap.example/as4'
const certificate = new X509Certificate(gateway.peppolAccess.keys.certificate.raw)
function exported(types: 'all' | string[]) {
  const participant = '9915:fourcorner'
  const given = { participant, documentTypes: types === 'all' ? [] : types }
  const { services, withoutProcess } = metadataOf(given, { url, certificate })
  return {
    pairs: services.map(({ documentType, process }) => [documentType, process] as const),
    withoutProcess,
  }
}

const receives = async (participant: string, type: string) =>
  (await registrationFor(gateway, {
    receiver: parseParticipant(participant),
    documentType: parseDocumentType(type),
  })) !== undefined

describe('what is exported', () => {
  it('of every active type is each of its processes, under its scheme', async () => {
    const day = gateway.now().toISOString().slice(0, 10)
    const active = documentTypes().filter(
      (type) => stateOn(type, day) === 'active' && !type.isAbstract,
    )
    const { documentTypes: types, warnings } = await register(active.map(formatIdentifier))
    expect(warnings).toBeUndefined()
    expect(types).toHaveLength(active.length)
    const { pairs, withoutProcess } = exported(types)
    expect(withoutProcess).toEqual([])
    const wanted = active.flatMap(({ scheme, value, processes }) => {
      const isPint = /##urn:peppol:pint:[a-z]+-1@[a-z]+-1::2\.1$/.test(value)
      expect(scheme).toBe(isPint ? 'peppol-doctype-wildcard' : 'busdox-docid-qns')
      const forms = isPint ? [value, value.replace(/(?=::2\.1$)/, '*')] : [value]
      return forms.flatMap((form) =>
        processes.map((process) => [`${scheme}::${form}`, `cenbii-procid-ubl::${process.value}`]),
      )
    })
    expect(pairs).toEqual(wanted)
    expect(active.length).toBeGreaterThan(200)
  })

  it('of all is what it was before the code list', () => {
    const before = [
      [invoiceOf(`${bis}billing:3.0`), billing],
      [creditNoteOf(`${bis}billing:3.0`), billing],
      [invoiceOf(`${bis}selfbilling:3.0`), selfBilling],
      [creditNoteOf(`${bis}selfbilling:3.0`), selfBilling],
      [responseOf(`${trns}invoice_response:3`), 'urn:fdc:peppol.eu:poacc:bis:invoice_response:3'],
      [responseOf(`${trns}mlr:3`), 'urn:fdc:peppol.eu:poacc:bis:mlr:3'],
    ]
    expect(exported('all')).toEqual({
      pairs: before.map(([type, process]) => [`${plain}${type}`, `cenbii-procid-ubl::${process}`]),
      withoutProcess: [],
    })
  })

  it('of an invoice has the processes with response and of France', async () => {
    const { documentTypes: types } = await register(['invoice'])
    expect(exported(types).pairs.map(([, process]) => process)).toEqual(
      [
        billing,
        'urn:peppol:bis:billing_with_response',
        'urn:peppol:france:billing:regulated',
        'urn:peppol:france:billing:non-regulated',
      ].map((process) => `cenbii-procid-ubl::${process}`),
    )
  })

  it('of a family is the family, and of an unlisted type nothing', () => {
    const family = `${wildcard}${invoiceOf('urn:peppol:pint:billing-1*')}`
    const process = 'cenbii-procid-ubl::urn:peppol:bis:billing'
    expect(exported([family]).pairs).toEqual([[family, process]])
    const unlisted = `${plain}${invoiceOf('urn:example:own')}`
    expect(exported([unlisted])).toEqual({ pairs: [], withoutProcess: [unlisted] })
  })
})

describe('a new registration', () => {
  it('names types once, by short names and identifiers', async () => {
    const invoice = `${plain}${invoiceOf(`${bis}billing:3.0`)}`
    const { documentTypes: types } = await register(['invoice', invoice, 'invoice', 'nlcius'])
    const nlcius = `${core}#compliant#urn:fdc:nen.nl:nlcius:v1.0`
    expect(types).toEqual([
      invoice,
      `${plain}${invoiceOf(nlcius)}`,
      `${plain}${creditNoteOf(nlcius)}`,
    ])
  })

  it.each([
    ['removed by its day', xrechnung2, /'XRechnung UBL Invoice V2\.0' was removed .* 2026-08-01/],
    [
      'removed under this scheme',
      `${plain}${invoiceOf('urn:peppol:pint:billing-1@jp-1')}`,
      /'JP PINT Invoice v1\.0' was removed .* 2024-09-30/,
    ],
    ['abstract', invoiceOf('urn:peppol:pint:billing-1'), /'PINT Invoice v1\.0' is abstract/],
    ['with a space', invoiceOf(`${core} `), /is <namespace>/],
    ['with a newline', invoiceOf(`${core}\n`), /is <namespace>/],
    ['without customization', invoiceOf(''), /is <namespace>/],
    ['of 10,000 characters', invoiceOf('x'.repeat(10_000)), /at most 500/],
    ['with a star in the wrong scheme', `${plain}${invoiceOf(`${core}*`)}`, /may only end/],
    ['a name in another case', 'Invoice', /write invoice/],
    ['two names in one', 'invoice,credit-note', /write credit-note/],
  ])('is refused for a type that is %s', async (_, type, words) => {
    await expect(register(['invoice', type])).rejects.toMatchObject({
      code: 'request.invalid-field',
      errors: [{ pointer: '/documentTypes/1', message: expect.stringMatching(words) }],
    })
  })

  it('is warned of a deprecated type, and of one that no list has', async () => {
    const unlisted = `${plain}${invoiceOf(core.toUpperCase())}`
    const { warnings } = await register([xrechnung23, unlisted])
    expect(warnings).toEqual([
      {
        code: 'document-type.deprecated',
        detail: "The document type 'XRechnung UBL Invoice V2.3' is deprecated.",
      },
      { code: 'document-type.unknown', detail: expect.stringContaining(unlisted) },
    ])
  })

  it('is warned of the day on which a type is removed', async () => {
    const before = { ...gateway, now: () => new Date('2026-07-15T12:00:00Z') }
    const { warnings } = await addRegistration(before, own, `9915:types${++number}`, {
      documentTypes: [xrechnung2],
    })
    expect(warnings?.map(({ detail }) => detail)).toEqual([
      "The document type 'XRechnung UBL Invoice V2.0' is deprecated, and is removed on 2026-08-01.",
    ])
  })
})

describe('a registration of before', () => {
  it('receives removed types, with a warning, and keeps them when it is changed', async () => {
    const participant = await stored([xrechnung2])
    expect(await receives(participant, xrechnung2)).toBe(true)
    expect(await showRegistration(gateway, tenantId, participant)).toMatchObject({
      documentTypes: [xrechnung2],
      warnings: [{ code: 'document-type.removed' }],
    })
    const more = { documentTypes: [xrechnung2, 'invoice'] }
    expect((await changeRegistration(gateway, own, participant, more)).documentTypes).toHaveLength(
      2,
    )
    const without = { documentTypes: ['invoice'] }
    await changeRegistration(gateway, own, participant, without)
    await expect(changeRegistration(gateway, own, participant, more)).rejects.toMatchObject({
      code: 'request.invalid-field',
    })
  })
})

describe('a registration of before for an abstract type', () => {
  it('receives its documents, with a warning', async () => {
    const abstract = `${wildcard}${invoiceOf('urn:peppol:pint:billing-1')}`
    const participant = await stored([abstract])
    expect(await receives(participant, abstract)).toBe(true)
    expect(await showRegistration(gateway, tenantId, participant)).toMatchObject({
      warnings: [{ code: 'document-type.abstract' }],
    })
    const family = await register([`${wildcard}${invoiceOf('urn:peppol:pint:billing-1*')}`])
    expect(family.warnings).toBeUndefined()
  })
})

describe('a registration for PINT', () => {
  it('receives the type and its variants, as they are published', async () => {
    const { participant } = await register(['pint-ae'])
    const type = (id: string) => `${wildcard}${invoiceOf(id)}`
    expect(await receives(participant, type('urn:peppol:pint:billing-1@ae-1'))).toBe(true)
    expect(await receives(participant, type('urn:peppol:pint:selfbilling-1@ae-1'))).toBe(true)
    expect(await receives(participant, type('urn:peppol:pint:billing-1@ae-1@own'))).toBe(true)
    expect(await receives(participant, type('urn:peppol:pint:billing-1@sg-1'))).toBe(false)
    expect(await receives(participant, type('urn:peppol:pint:billing-1@ae-10'))).toBe(false)
    expect(await receives(participant, `${plain}${invoiceOf(core)}`)).toBe(false)
  })
})
