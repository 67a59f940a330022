// What the demo delivers: invoices of its own, or the given files.

import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  completeDocument,
  documentModel,
  type Kind,
  kinds,
  readBusinessDocument,
  type Summary,
  toUbl,
  type UnreadDocument,
} from '../billing/index.ts'
import { dayOf } from '../core/day.ts'
import { readJsonDocument } from '../intake/index.ts'
import { documentTypeOf, type Identifier, parseProcess } from '../peppol/index.ts'
import { Problem } from '../problem.ts'
import { describeProblem } from './describe-problem.ts'

export type DemoDocument = {
  name: string
  kind: Kind
  mediaType: 'application/json' | 'application/xml'
  bytes: Buffer
  /**
   * `report`: it is sent whatever is found in it, because it is none of ours. `false`: there may be
   * no rules for it.
   */
  validation: 'true' | 'report' | 'false'
  /** The document as UBL, from the root's '<' to its closing '>'. */
  ubl: Buffer
  sender: { participant: string; country: string }
  receiver: { participant: string; documentType: Identifier; process: Identifier }
}

/** Whom the second gateway of the demo receives for. */
export const neighbour = '0208:0685660237'

/** The second one is for `neighbour`. */
export function ownDocuments(): [DemoDocument, DemoDocument] {
  const first = invoice('DEMO-1', {
    name: 'Nordlys AS',
    endpoint: { scheme: '0192', id: '987654325' },
    address: { line1: 'Havnegata 7', city: 'Bergen', postCode: '5003', country: 'NO' },
  })
  const second = invoice('DEMO-2', {
    name: 'Zuidhoek NV',
    endpoint: { scheme: '0208', id: '0685660237' },
    address: { line1: 'Lange Straat 2', city: 'Oostende', postCode: '8400', country: 'BE' },
  })
  return [
    own(documentOf('an invoice as JSON', first)),
    own(xmlDocument('an invoice as UBL, to the second gateway', ublOf(second))),
  ]
}

/** Made of JSON that follows any profile. */
export function documentOf(name: string, stated: object): DemoDocument {
  return jsonDocument(name, Buffer.from(JSON.stringify(stated, null, 2)))
}

/** It is refused if a rule finds anything wrong. */
function own(document: DemoDocument): DemoDocument {
  return { ...document, validation: 'true' }
}

/** What the sandbox sends to the gateway. */
export function documentToReceive(): DemoDocument {
  return { ...ownDocuments()[1], name: 'an invoice' }
}

function ublOf(stated: ReturnType<typeof invoice>): Buffer {
  return toUbl(kinds.invoice, completeDocument(kinds.invoice, stated).document)
}

export async function readDocuments(files: string[]): Promise<DemoDocument[]> {
  return Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file)
      const name = basename(file)
      return file.endsWith('.json') ? jsonDocument(name, bytes) : xmlDocument(name, bytes)
    }),
  )
}

function xmlDocument(name: string, bytes: Buffer): DemoDocument {
  const read = readBusinessDocument(bytes)
  if (read.kind !== 'read') throw new Error(`${name}: ${faultsOf(read).join('; ')}`)
  const { summary, root, document: ubl } = read
  const kind = kinds[summary.kind]
  const { endpoint, country = 'ZZ' } = summary.sender
  if (!endpoint) throw new Error(`${name} names no sender (the seller's EndpointID)`)
  const sender = { participant: `${endpoint.scheme}:${endpoint.id}`, country }
  const receiver = receiverOf(name, summary, root)
  const sent = { mediaType: 'application/xml', bytes, ubl, validation: 'report' } as const
  return { name, kind, ...sent, sender, receiver }
}

function faultsOf(unread: UnreadDocument): string[] {
  return unread.kind === 'no-xml' ? [unread.message] : unread.faults.map(({ message }) => message)
}

function jsonDocument(name: string, bytes: Buffer): DemoDocument {
  const { kind, document: stated } = readJson(name, bytes)
  const { document } = completeDocument(kind, stated)
  return { ...xmlDocument(name, toUbl(kind, document)), mediaType: 'application/json', bytes }
}

function readJson(name: string, bytes: Buffer): ReturnType<typeof readJsonDocument> {
  try {
    return readJsonDocument(bytes, { day: dayOf(new Date()) })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Error(describeProblem(name, error), { cause: error })
  }
}

function receiverOf(
  name: string,
  { receiver, customizationId, profileId }: Summary,
  root: { namespace: string; local: string },
): DemoDocument['receiver'] {
  if (!customizationId || !profileId)
    throw new Error(`${name} names no specification (CustomizationID) or process (ProfileID)`)
  if (!receiver.endpoint) throw new Error(`${name} names no receiver (the buyer's EndpointID)`)
  return {
    participant: `${receiver.endpoint.scheme}:${receiver.endpoint.id}`,
    documentType: documentTypeOf({ namespace: root.namespace, root: root.local, customizationId }),
    process: parseProcess(profileId),
  }
}

function invoice(number: string, buyer: object) {
  return documentModel(kinds.invoice).parse({
    number,
    issueDate: '2026-11-21',
    dueDate: '2026-12-21',
    currency: 'EUR',
    buyerReference: 'PO 4711',
    seller: {
      name: 'Vierhoek BV',
      vatId: 'BE0123456749',
      endpoint: { scheme: '0208', id: '0123456749' },
      address: { line1: 'Korte Straat 1', city: 'Gent', postCode: '9000', country: 'BE' },
    },
    buyer,
    payment: { meansCode: '30', creditTransfers: [{ accountId: 'BE71096123456769' }] },
    lines: [
      {
        name: 'Bicycle bell',
        quantity: '4',
        unitCode: 'C62',
        netPrice: '12.50',
        vat: { category: 'S', rate: '21' },
      },
      {
        name: 'Assembly',
        quantity: '1.5',
        unitCode: 'HUR',
        netPrice: '60',
        vat: { category: 'S', rate: '21' },
      },
    ],
  })
}
