// A participant that is registered in a form that its scheme does not have.
import { describe, expect, it } from 'vitest'
import { lookUpParticipant } from '../../../src/core/network/participant.ts'
import { traceParticipant } from '../../../src/core/network/trace-participant.ts'
import { parseDocumentType, parseProcess } from '../../../src/peppol/index.ts'
import { openTestGateway } from '../test-gateway.ts'

const { gateway, sandbox } = await openTestGateway()
const documentType = parseDocumentType(
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017' +
    '#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1',
)
const process = parseProcess('urn:fdc:peppol.eu:2017:poacc:billing:01:1.0')
// A right number, and one that is registered as it is written.
const usual = '0208:0685660237'
const odd = '0208:BE0987654394'
sandbox.register(odd.toLowerCase(), documentType, process)
sandbox.register(usual, documentType, process)

async function found(id: string): Promise<unknown[]> {
  const { id: asked, registered } = await lookUpParticipant(gateway, { id })
  const { id: traced, ok } = await traceParticipant(gateway, { id })
  return [asked, registered, traced, ok]
}

describe('a participant is looked up', () => {
  it('as it is given, where it is registered as such', async () => {
    expect(await found(odd)).toEqual([odd.toLowerCase(), true, odd.toLowerCase(), true])
  })

  it('as what it can only mean, where it is not', async () => {
    for (const id of [usual, '0208:BE0685660237', '0208:BE 0685.660.237'])
      expect(await found(id)).toEqual([usual, true, usual, true])
  })

  it('and is none where it is neither', async () => {
    const right = '0208:0456789034'
    expect(await found('0208:BE0456789034')).toEqual([right, false, right, false])
  })
})
