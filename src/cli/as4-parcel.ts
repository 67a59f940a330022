// What `fourcorner as4 send` carries: the file as the SBD of each message, and what the message's
// header says about it.
import { readFileSync } from 'node:fs'
import { type Content, chunksOf, type NewUserMessage, sizeOf, sliceOf } from '../as4/index.ts'
import { newUuid } from '../crypto/index.ts'
import {
  buildSbd,
  documentTypeOf,
  formatIdentifier,
  type Identifier,
  parseProcess,
  parseSbdOutline,
  parseSbdTree,
  type SbdHeader,
  sbdAround,
} from '../peppol/index.ts'
import { child, parseXml, textOf, type XmlElement } from '../xml/index.ts'
import { fileContent, outlineDocument } from './as4-large-file.ts'

/** What the command line says about the file; the file says the rest itself. */
export type Stated = {
  sender?: Identifier
  receiver?: Identifier
  country?: string
  documentType?: Identifier
  process?: Identifier
  sbd?: true
}

/** The header of every message, and the SBD of the next one. */
export type Parcel = {
  header: Pick<NewUserMessage, 'service' | 'action' | 'originalSender' | 'finalRecipient'>
  nextSbd(now: Date): Content
}

/** Larger files are read piece by piece, each time they are needed. */
const bufferedBytesMax = 1_000_000

/** Throws an Error when the file is unusable, or lacks what the command line did not state. */
export async function readParcel(file: string, stated: Stated): Promise<Parcel> {
  try {
    const content = fileContent(file)
    const bytes = content.size > bufferedBytesMax ? content : readFileSync(file)
    return await (stated.sbd ? parcelOfSbd(bytes, stated) : parcelOfDocument(bytes, stated))
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

// Options may contradict the SBD: seeing how a receiver reacts is one use of this command.
async function parcelOfSbd(sbd: Content, stated: Stated): Promise<Parcel> {
  const { header } = Buffer.isBuffer(sbd) ? parseSbdTree(sbd) : await parseSbdOutline(sbd.read())
  return { header: headerOf({ ...header, ...stated }), nextSbd: () => sbd }
}

async function parcelOfDocument(content: Content, stated: Stated): Promise<Parcel> {
  const { sender, receiver, country: countryC1 } = stated
  if (!sender || !receiver || !countryC1)
    throw new Error('a document needs --sender, --receiver and --country; an SBD needs --sbd')
  const { root, document } = await readDocument(content)
  const documentType = stated.documentType ?? readDocumentType(root)
  const process = stated.process ?? parseProcess(textIn(root, 'ProfileID', '--process'))
  const facts = { sender, receiver, countryC1, documentType, process }
  return {
    header: headerOf(facts),
    nextSbd: (now) =>
      wrap({ ...facts, instanceIdentifier: newUuid(now), createdAt: now }, document),
  }
}

async function readDocument(content: Content): Promise<{ root: XmlElement; document: Content }> {
  if (Buffer.isBuffer(content)) {
    const { root, rootStart, rootEnd } = parseXml(content, { instructions: 'keep' })
    return { root, document: content.subarray(rootStart, rootEnd) }
  }
  const { root, start, end } = await outlineDocument(content.read())
  return { root, document: sliceOf(content, start, end) }
}

function wrap(header: SbdHeader, document: Content): Content {
  if (Buffer.isBuffer(document)) return buildSbd(header, document)
  const { start, end } = sbdAround(header)
  return {
    size: start.length + sizeOf(document) + end.length,
    async *read() {
      yield start
      yield* chunksOf(document)
      yield end
    },
    remove: async () => {},
  }
}

function headerOf(facts: Pick<SbdHeader, 'sender' | 'receiver' | 'documentType' | 'process'>) {
  return {
    service: { type: facts.process.scheme, value: facts.process.value },
    action: formatIdentifier(facts.documentType),
    originalSender: facts.sender,
    finalRecipient: facts.receiver,
  }
}

function readDocumentType(root: XmlElement): Identifier {
  const customizationId = textIn(root, 'CustomizationID', '--document-type')
  return documentTypeOf({ namespace: root.namespace, root: root.local, customizationId })
}

function textIn(root: XmlElement, local: string, option: string): string {
  const basic = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'
  const found = child(root, local, basic)
  if (!found) throw new Error(`the document has no ${local}: use ${option}`)
  return detached(textOf(found).trim())
}

// A substring keeps the whole document in memory, at two bytes a character if it contains any
// beyond Latin-1, and the header of every message would hold such substrings. Encoding and decoding
// makes an independent string.
function detached(text: string): string {
  return Buffer.from(text).toString()
}
