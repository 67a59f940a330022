// A stand-in for the SML: the SOAP operations that phoss SMP calls, and its zone over DNS.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseParticipant, smlName } from '../../../src/peppol/index.ts'
import { listenForDns } from '../../../src/sandbox/dns-listener.ts'
import { child, children, parseXml, textOf, type XmlElement } from '../../../src/xml/index.ts'

/** `lost`: it does what it was asked, and cuts the connection before it answers. */
type SmlMode = 'ok' | 'fault' | 'drop' | 'hang' | 'lost'

export type TestSml = {
  url: string
  /** `host:port` of its zone's server. */
  dns: string
  mode: SmlMode
  /** Operations that reached it, with their participants. */
  calls: string[]
  /** Participants, by the SMP that has them. */
  listed: Map<string, string>
  /** Base URLs of the SMPs, by what they call themselves. */
  smps: Map<string, string>
  close(): Promise<void>
}

export async function startSml(zone: string): Promise<TestSml> {
  const listed = new Map<string, string>()
  const smps = new Map<string, string>()
  const keys = new Map<string, string>()
  const whoIs = (name: string) =>
    [...listed].find(([one]) => smlName(parseParticipant(one), zone) === name)
  let asked: string | undefined
  const dns = await listenForDns('127.0.0.1', {
    zone,
    get smpUrl() {
      return smps.get(asked ?? '') ?? ''
    },
    lists(name) {
      asked = whoIs(name)?.[1]
      return asked !== undefined
    },
  })
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const operation = onlyIn(child(parseXml(body, { nodesMax: 1000 }).root, 'Body')!)
    serve(operation, response)
  })

  function serve(operation: XmlElement, response: ServerResponse): void {
    const participant = partOf(operation, 'ParticipantIdentifier')
    sml.calls.push(`${operation.local} ${participant}`)
    if (sml.mode === 'hang') return
    if (sml.mode === 'drop') return void response.destroy()
    const isDone = sml.mode !== 'fault' && perform(operation, participant)
    if (sml.mode === 'lost') return void response.destroy()
    const content = isDone
      ? ''
      : '<S:Fault><faultcode>S:Server</faultcode><faultstring>no</faultstring><detail>' +
        '<f:BadRequestFault xmlns:f="http://busdox.org/serviceMetadata/locator/1.0/">' +
        '<f:FaultMessage>no</f:FaultMessage></f:BadRequestFault></detail></S:Fault>'
    response.writeHead(isDone ? 200 : 500, { 'content-type': 'text/xml;charset=utf-8' })
    response.end(
      '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/">' +
        `<S:Body>${content}</S:Body></S:Envelope>`,
    )
  }

  function perform(operation: XmlElement, participant: string): boolean {
    const smp = partOf(operation, 'ServiceMetadataPublisherID')
    const isOwn = listed.get(participant) === smp
    switch (operation.local) {
      case 'CreateParticipantIdentifier':
        if (listed.has(participant)) return false
        listed.set(participant, smp)
        return true
      case 'DeleteParticipantIdentifier':
        return isOwn && listed.delete(participant)
      case 'PrepareMigrationRecord':
        if (isOwn) keys.set(participant, partOf(operation, 'MigrationKey'))
        return isOwn
      case 'CompleteMigrationRecord':
        if (keys.get(participant) !== partOf(operation, 'MigrationKey')) return false
        keys.delete(participant)
        listed.set(participant, smp)
        return true
      default:
        return false
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sml: TestSml = {
    ...{ url: `http://127.0.0.1:${port}`, dns: dns.server, mode: 'ok' },
    ...{ calls: [], listed, smps },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await dns.close()
    },
  }
  return sml
}

function onlyIn(parent: XmlElement): XmlElement {
  return children(parent)[0]!
}

/** The text of the one descendant with this name, wherever it is. */
function partOf(operation: XmlElement, local: string): string {
  const [found] = descendants(operation).filter((one) => one.local === local)
  return found ? textOf(found).trim() : ''
}

function descendants(parent: XmlElement): XmlElement[] {
  return children(parent).flatMap((one) => [one, ...descendants(one)])
}
