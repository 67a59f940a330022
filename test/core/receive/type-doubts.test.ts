// What the record of a received document says of its document type and process.
import { describe, expect, it } from 'vitest'
import { invoiceNamed, openReceivingGateway } from '../arrivals.ts'

const test = await openReceivingGateway()
const { register, send, work, inbound } = test

const ubl = 'urn:oasis:names:specification:ubl:schema:xsd:'
const typeOf = (id: string) => `${ubl}Invoice-2::Invoice##${id}::2.1`
const core = 'urn:cen.eu:en16931:2017'
const removed = `${core}#compliant#urn:xoev-de:kosit:standard:xrechnung_2.0`

function invoiceWith(profileId: string): Buffer {
  const profile = `<cbc:ProfileID>${profileId}</cbc:ProfileID>`
  const bare = invoiceNamed('F-1')
    .toString()
    .replace(/<cbc:ProfileID>.*?<\/cbc:ProfileID>/, '')
  return Buffer.from(bare.replace(/<\/cbc:CustomizationID>/, `$&${profile}`))
}

async function warningsOf(sending: Parameters<typeof send>[0]): Promise<string[]> {
  await send(sending)
  await work()
  const [document] = await inbound()
  expect(document?.status).toBe('available')
  return document!.warnings
}

describe('a received document', () => {
  it('with a process of other types is available, with a warning', async () => {
    await register()
    const content = invoiceWith('urn:fdc:peppol.eu:poacc:en16931:any')
    expect(await warningsOf({ content })).toEqual([
      'It names the process "urn:fdc:peppol.eu:poacc:en16931:any": a document of the type ' +
        "'BIS Billing UBL Invoice V3' has one of the processes " +
        'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0, urn:peppol:bis:billing_with_response, ' +
        'urn:peppol:france:billing:regulated, urn:peppol:france:billing:non-regulated.',
    ])
  })

  it.each(['urn:fdc:peppol.eu:2017:poacc:billing:01:1.0', 'S1', 'urn:own', 'a b'])(
    'whose ProfileID is %s has none',
    async (profileId) => {
      await register()
      expect(await warningsOf({ content: invoiceWith(profileId) })).toEqual([])
    },
  )

  it('of a removed type is taken by a registration of before, with a warning', async () => {
    await register([`busdox-docid-qns::${typeOf(removed)}`])
    const content = Buffer.from(
      invoiceWith('S1')
        .toString()
        .replace(/(?<=<cbc:CustomizationID>)[^<]*/, removed),
    )
    expect(await warningsOf({ content, documentType: typeOf(removed) })).toEqual([
      "The document type 'XRechnung UBL Invoice V2.0' was removed from the code list of Peppol " +
        'on 2026-08-01.',
    ])
  })
})
