import { beforeAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import {
  parseDocumentType,
  parseParticipant,
  parseProcess,
  type Service,
} from '../../src/peppol/index.ts'
import { openSimulation, type Simulation } from '../../src/sandbox/index.ts'
import { defaultServices } from '../../src/sandbox/participants.ts'
import { build, deliver, find, send, testMessage } from './exchange.ts'
import { sharedSimulation } from './shared.ts'

const isOfDocuments = ({ documentType }: Service) => !documentType.value.includes('*')

let simulation: Simulation

beforeAll(async () => {
  simulation = await sharedSimulation()
})

describe('the sandbox inside the process', () => {
  it('signs a valid receipt, with the key of its own access point', async () => {
    const { verdict } = await send(simulation, testMessage())
    expect(verdict).toMatchObject({ kind: 'receipt' })
    expect(verdict).toHaveProperty('signer.subject', expect.stringContaining('CN=POP900002'))
  })

  it('has every well-formed participant registered, for every usual document', async () => {
    for (const receiver of [
      '0088:7300010000001',
      '9930:de123456788',
      '0242:000306',
      '9999:anything.at_all~',
    ])
      expect(await send(simulation, testMessage({ receiver }))).toMatchObject({
        verdict: { kind: 'receipt' },
      })
    for (const service of defaultServices().filter(isOfDocuments))
      expect(await find(simulation, testMessage(service))).toMatchObject({ seatId: 'POP900002' })
    const pint = {
      documentType: parseDocumentType(
        'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:peppol:pint:billing-1@sg-1::2.1',
      ),
      process: parseProcess('urn:peppol:bis:billing'),
    }
    expect(await send(simulation, testMessage(pint))).toMatchObject({
      verdict: { kind: 'receipt' },
    })
  })

  it('refuses the one that is unregistered, in DNS already', async () => {
    const unknown = testMessage({ receiver: simulation.unregistered })
    await expect(find(simulation, unknown)).rejects.toMatchObject({
      code: 'receiver.not-registered',
    })
    const endpoint = await find(simulation, testMessage())
    const { verdict } = await deliver(
      simulation,
      await build(simulation, unknown, endpoint),
      endpoint,
    )
    expect(verdict).toMatchObject({
      kind: 'error',
      errors: [{ code: 'EBMS:0004', severity: 'failure', detail: 'PEPPOL:NOT_SERVICED' }],
    })
  })

  it('takes no unusual process', async () => {
    const unusual = testMessage({ process: parseProcess('urn:example:process:1') })
    await expect(find(simulation, unusual)).rejects.toMatchObject({
      code: 'receiver.document-type-unsupported',
    })
  })

  it('gives every message a receipt of its own: it keeps nothing', async () => {
    const endpoint = await find(simulation, testMessage())
    const request = await build(simulation, testMessage(), endpoint)
    const first = await deliver(simulation, request, endpoint)
    const second = await deliver(simulation, request, endpoint)
    expect([first.verdict, second.verdict]).toMatchObject([
      { kind: 'receipt' },
      { kind: 'receipt' },
    ])
    expect(second.body).not.toEqual(first.body)
  })

  it('gives no receipt for a message with one bit flipped', async () => {
    const endpoint = await find(simulation, testMessage())
    const request = await build(simulation, testMessage(), endpoint)
    const body = Buffer.from(request.body)
    const middle = body.indexOf('Content-ID') + 200
    body[middle] = (body[middle] ?? 0) ^ 1
    const outcome = await simulation.post(endpoint.url, { ...request, body })
    expect(outcome).toMatchObject({ kind: 'answered', status: 200 })
    expect(outcome.kind === 'answered' && outcome.body.toString()).toMatch(/errorCode="EBMS:0102"/)
  })

  it('trusts nobody of another simulation', async () => {
    const other = await openSimulation(limits.reception)
    const endpoint = await find(simulation, testMessage())
    const foreign = await build({ ...simulation, keys: other.keys }, testMessage(), endpoint)
    const { verdict } = await deliver(simulation, foreign, endpoint)
    expect(verdict).toMatchObject({ kind: 'error', errors: [{ code: 'EBMS:0101' }] })
    await expect(find({ ...other, get: simulation.get }, testMessage())).rejects.toMatchObject({
      code: expect.stringMatching(/^lookup\.|^certificate\./),
    })
  })

  it('reaches nobody outside: other hosts are not there', async () => {
    const request = { contentType: 'text/plain', body: Buffer.from('x') }
    expect(await simulation.get('http://127.0.0.1/')).toMatchObject({
      kind: 'failed',
      reason: 'connect-failed',
    })
    expect(await simulation.post('http://127.0.0.1/as4', request)).toMatchObject({
      kind: 'failed',
      bodySent: false,
    })
    expect(await simulation.resolveNaptr('example.org')).toEqual({ kind: 'no-such-name' })
    expect(
      await simulation.resolveNaptr(`short.iso6523-actorid-upis.${simulation.network.smlZone}`),
    ).toEqual({
      kind: 'no-such-name',
    })
    expect(parseParticipant(simulation.unregistered).value).toBe(simulation.unregistered)
  })

  it('answers unreadable bytes with a signed error, never with a receipt', async () => {
    const endpoint = await find(simulation, testMessage())
    const outcome = await simulation.post(endpoint.url, {
      contentType: 'text/plain',
      body: Buffer.from('hello'),
    })
    expect(outcome.kind === 'answered' && outcome.body.toString()).toMatch(/eb:Error/)
  })
})
