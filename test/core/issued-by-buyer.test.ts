// Documents that the buyer issues, of specifications other than BIS Self-Billing: the buyer sends
// them, and they are received from the buyer.
import { describe, expect, it } from 'vitest'
import { respond } from '../../src/core/receive/respond.ts'
import type { Submission } from '../../src/core/submit/submission.ts'
import { answersTo } from '../../src/core/tracking/answers.ts'
import { readCaseToSend } from '../cases/read-case.ts'
import { openReceivingGateway, receiver } from './arrivals.ts'

const test = await openReceivingGateway()
const { gateway, caller, register, send, inbound, work } = test
const seller = { id: '0208:0123456749', name: 'Alder Works BV', country: 'BE' }
const buyer = { id: '0088:7300010000001', name: 'Birch Stores AB', country: 'SE' }

const selfBilled = ['self-billing-pint-aunz.xml', 'self-billing-xrechnung-389.xml'].map((name) => ({
  name,
  bytes: readCaseToSend(name),
}))

function asXml(bytes: Buffer): Submission['body'] {
  return { format: 'xml', bytes, mediaType: 'application/xml' }
}

describe.each(selfBilled)('$name', ({ bytes }) => {
  it('is sent by the buyer, with the country of the buyer', async () => {
    const { record } = await test.submit({ body: asXml(bytes) })
    expect(record).toMatchObject({ sender: buyer, receiver: seller })
    const document = await gateway.store.documentById(caller.tenant.id, record.id)
    expect(document?.countryC1).toBe('SE')
  })

  it('has the names of buyer and seller also where the query says who they are', async () => {
    const options = { sender: '0088:7300010000001', receiver: '0192:987654325' }
    const { record } = await test.submit({ body: asXml(bytes), options })
    expect(record).toMatchObject({
      sender: { ...buyer, id: options.sender },
      receiver: { ...seller, id: options.receiver },
    })
  })

  it('is received from the buyer', async () => {
    await register()
    await send({ content: bytes })
    expect(await inbound()).toMatchObject([
      {
        sender: { name: buyer.name, country: buyer.country },
        receiver: { id: receiver, name: seller.name, country: seller.country },
      },
    ])
  })

  it('is answered by the seller', async () => {
    await register()
    await send({ content: bytes })
    await work()
    const [{ id } = { id: '' }] = await inbound()
    await respond(gateway, caller, id, { wish: { status: 'accepted' }, validation: 'off' })
    const [answer] = await answersTo(gateway, caller, { id })
    const { bytes: response } = (await gateway.store.latestFile(answer!.id, 'ubl'))!
    expect(response.toString()).toMatch(
      /<cac:SenderParty>.*Alder Works BV.*<cac:ReceiverParty>.*Birch Stores AB/s,
    )
  })

  it('is sent by the seller once it is an ordinary invoice', async () => {
    const xml = bytes.toString().replaceAll('selfbilling', 'billing').replace('>389<', '>380<')
    const { record } = await test.submit({ body: asXml(Buffer.from(xml)) })
    expect(record).toMatchObject({ sender: seller, receiver: buyer })
  })
})
