// A stand-in for the SML: the SOAP operations that phoss SMP calls, done in the register of the
// sandbox, and its zone over DNS.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listenForDns } from '../../../src/sandbox/dns-listener.ts'
import { callSml, type SmlMode } from '../../../src/sandbox/sml-call.ts'
import { openSmlRegister, SmlFault } from '../../../src/sandbox/sml-register.ts'
import { child, children, parseXml, textOf, type XmlElement } from '../../../src/xml/index.ts'

export type TestSml = {
  url: string
  /** `host:port` of its zone's server. */
  dns: string
  mode: SmlMode
  /** Operations that reached it, with their participants. */
  calls: string[]
  /** Base URLs of the SMPs, by what they call themselves. */
  smps: Map<string, string>
  close(): Promise<void>
}

export async function startSml(zone: string): Promise<TestSml> {
  const register = openSmlRegister(zone, { participants: new Map(), keys: new Map() })
  const dns = await listenForDns('127.0.0.1', { zone, smpOf: register.urlOf })
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray())
    const operation = onlyIn(child(parseXml(body, { nodesMax: 1000 }).root, 'Body')!)
    await serve(operation, response)
  })

  async function serve(operation: XmlElement, response: ServerResponse): Promise<void> {
    const participant = partOf(operation, 'ParticipantIdentifier')
    const { mode } = sml
    sml.calls.push(`${operation.local} ${participant}`)
    if (mode === 'hang') return
    const outcome = await callSml({ mode, timeoutMs: 1000 }, () => perform(operation, participant))
    if (outcome === 'cut') return void response.destroy()
    const content =
      outcome === 'done'
        ? ''
        : '<S:Fault><faultcode>S:Server</faultcode><faultstring>no</faultstring><detail>' +
          '<f:BadRequestFault xmlns:f="http://busdox.org/serviceMetadata/locator/1.0/">' +
          '<f:FaultMessage>no</f:FaultMessage></f:BadRequestFault></detail></S:Fault>'
    const status = outcome === 'done' ? 200 : 500
    response.writeHead(status, { 'content-type': 'text/xml;charset=utf-8' })
    response.end(
      '<S:Envelope xmlns:S="http://schemas.xmlsoap.org/soap/envelope/">' +
        `<S:Body>${content}</S:Body></S:Envelope>`,
    )
  }

  /** Throws SmlFault. */
  function perform(operation: XmlElement, participant: string): void {
    const smp = partOf(operation, 'ServiceMetadataPublisherID')
    const key = partOf(operation, 'MigrationKey')
    const operations: Record<string, () => void> = {
      CreateParticipantIdentifier: () => register.create(participant, smp),
      DeleteParticipantIdentifier: () => register.remove(participant, smp),
      PrepareMigrationRecord: () => register.prepare(participant, smp, key),
      CompleteMigrationRecord: () => register.migrate(participant, smp, key),
    }
    const operate = operations[operation.local]
    if (!operate) throw new SmlFault('badRequest', `There is no operation ${operation.local}`)
    operate()
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sml: TestSml = {
    ...{ url: `http://127.0.0.1:${port}`, dns: dns.server, mode: 'ok' },
    ...{ calls: [], smps: register.smps },
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
