// Follows one document from the sandbox's second access point into the gateway, to its caller, and
// what the gateway says of it back.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newUuid } from '../crypto/index.ts'
import { parseParticipant } from '../peppol/index.ts'
import type { Sandbox } from '../sandbox/index.ts'
import { type DemoClient, within } from './demo-client.ts'
import { since } from './demo-delivery.ts'
import type { DemoDocument } from './demo-documents.ts'
import type { Report } from './demo-report.ts'

/** True when the gateway holds the same bytes, and has told the sender so. */
export async function receiveInView({
  client,
  document: { name, ubl, sender, receiver },
  folder,
  sandbox,
  report,
}: {
  client: DemoClient
  document: DemoDocument
  folder: string
  sandbox: Sandbox
  report: Report
}): Promise<boolean> {
  const begun = performance.now()
  const instanceIdentifier = newUuid(new Date())
  const { messageId } = await sandbox.send({
    sender: parseParticipant(sender.participant),
    receiver: parseParticipant(receiver.participant),
    ...{ documentType: receiver.documentType, process: receiver.process },
    ...{ countryC1: sender.country, instanceIdentifier, mlsType: 'ALWAYS_SEND' },
    document: ubl,
  })
  report.write({ event: 'sent-to-us', document: name, messageId, millis: since(begun) })
  const arrived = await client.awaitArrival(messageId)
  if (!arrived) {
    report.write({ event: 'not-received', detail: `nothing came as ${messageId}` })
    return false
  }
  const kept = join(folder, 'received', arrived.id)
  await mkdir(kept, { recursive: true })
  const files: Record<string, string> = {}
  for (const [as, file] of Object.entries(fileNames)) {
    files[as] = join(kept, file)
    await writeFile(files[as], await client.received(arrived, as as keyof typeof fileNames))
  }
  const { id, number = '' } = arrived
  const from = arrived.sender.id
  report.write({ event: 'received', id, number, sender: from, files })
  await client.acknowledge(id)
  const code = await within(() => statusAbout(instanceIdentifier, sandbox.inbox))
  if (code) report.write({ event: 'answered', id, code, millis: since(begun) })
  return code !== undefined && (await readFile(files.ubl!)).equals(ubl)
}

const fileNames = { ubl: 'document.xml', json: 'document.json', pdf: 'document.pdf' }

/** The code of the Message Level Status that came back to the sandbox. */
async function statusAbout(instance: string, inbox: string): Promise<string | undefined> {
  for (const folder of await readdir(inbox)) {
    if (folder === 'arrivals.jsonl') continue
    const mls = await readFile(join(inbox, folder, 'document.xml'), 'utf8').catch(() => '')
    if (mls.includes(`>${instance}<`)) return /<cbc:ResponseCode>(\w+)</.exec(mls)?.[1]
  }
  return undefined
}
