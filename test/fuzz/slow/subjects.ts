// Everything that reads, judges or prints what strangers and callers send, each with documents to
// begin with.
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  buildReceipt,
  judgeAnswer,
  readSentMessage,
  receiveUserMessage,
} from '../../../src/as4/index.ts'
import { convertUbl, kinds } from '../../../src/billing/index.ts'
import { foreignText, jsonLine } from '../../../src/cli/foreign-text.ts'
import { limits } from '../../../src/config/limits.ts'
import { parseCertificate, readCrl } from '../../../src/crypto/index.ts'
import { readMultipart } from '../../../src/http/multipart.ts'
import { readJsonDocument } from '../../../src/intake/index.ts'
import { pointersInto } from '../../../src/intake/point.ts'
import { readJson, readUbl } from '../../../src/intake/read-document.ts'
import { printDocument } from '../../../src/pdf/print-document.ts'
import { type Identifier, parseSbdOutline, parseSbdTree } from '../../../src/peppol/index.ts'
import { readMetadata } from '../../../src/peppol/smp.ts'
import { openValidator } from '../../../src/validation/index.ts'
import { canonicalize, parseXml } from '../../../src/xml/index.ts'
import { readMessage } from '../../as4/captured.ts'
import {
  compose,
  type HostileMessage,
  resign,
  sbd,
  toHttpMessage,
} from '../../as4/hostile/hostile-message.ts'
import { checkSigner, now as hostileNow, neighbour, receiverKeys } from '../../as4/hostile/pki.ts'
import { buildHonestMessage, keys, receive } from '../../as4/receive.ts'
import { makeCertificate } from '../../crypto/authority.ts'
import { makeCrl } from '../../crypto/revocation.ts'
import {
  endpoint,
  information,
  makeLaboratory,
  now,
  processEntry,
  signed,
} from '../../peppol/laboratory.ts'
import type { Random } from '../random.ts'
import type { Run } from './growth.ts'
import { anyShape, jsonShape, type Shape, xmlShape } from './shapes.ts'

type ShapeOf = (seed: string, random: Random) => Shape

export type Subject = {
  name: string
  seeds: string[]
  shapes: ShapeOf[]
  run: Run
  /** Where something else limits the input. */
  bytesMax?: number
  /** Where a kilobyte is worth more work than elsewhere, and something else limits the whole. */
  msPerKilobyteMax?: number
}

const fixtures = join(import.meta.dirname, '../../fixtures')
const read = (path: string) => readFileSync(join(fixtures, path), 'utf8')
const stems = ['invoice-usual', 'invoice-complete', 'creditNote-usual', 'debitNote-usual']
const ubl = stems.map((stem) => read(`billing/${stem}.out.xml`))
const json = stems.map((stem) => read(`billing/${stem}.in.json`))
const printable = ['order', 'invoice-response', 'emirates'].map((stem) => read(`pdf/${stem}.xml`))
const xmlShapes = [xmlShape, xmlShape, xmlShape, anyShape]
const jsonShapes = [jsonShape, jsonShape, anyShape]

/** `rulesDir`: also by the official rules, if they are installed there. */
export async function openSubjects(rulesDir?: string): Promise<Subject[]> {
  return [...readers(), ...(await judges(rulesDir)), printer(), ...(await strangers())]
}

function readers(): Subject[] {
  const [invoice] = ubl
  return [
    {
      name: 'XML, and its canonical form',
      seeds: [...ubl, compose().soap],
      shapes: xmlShapes,
      run(input) {
        const { root } = parseXml(input, { instructions: 'keep' })
        for (const mode of ['exclusive', 'inclusive'] as const) canonicalize(root, { mode })
      },
    },
    {
      name: 'JSON to UBL',
      seeds: json,
      shapes: jsonShapes,
      run(input) {
        const { kind, document } = readJsonDocument(input, { day: '2026-11-28' })
        return readJson(kind, document)
      },
    },
    {
      name: 'UBL to JSON',
      seeds: ubl,
      shapes: xmlShapes,
      run(input) {
        convertUbl(input)
        return readUbl(kinds.invoice, input)
      },
    },
    {
      name: 'a form',
      seeds: [
        `--B\r\nContent-Disposition: form-data; name="document"\r\n\r\n{}\r\n--B\r\n` +
          'Content-Disposition: form-data; name="attachments"; filename="a.txt"\r\n' +
          'Content-Type: text/plain\r\n\r\na\r\n--B--\r\n',
      ],
      shapes: [anyShape],
      run: (input) =>
        readMultipart(
          'multipart/form-data; boundary=B',
          Readable.from([input]) as IncomingMessage,
          limits.submission,
        ),
    },
    {
      name: 'text for a terminal',
      seeds: [invoice!],
      shapes: [anyShape],
      run: (input) => [foreignText(input.toString()), jsonLine({ text: input.toString() })],
    },
  ]
}

const unlimited = Number.POSITIVE_INFINITY

async function judges(rulesDir: string | undefined): Promise<Subject[]> {
  const validator = await openValidator({
    engine: 'compiled',
    ...(rulesDir ? { rulesDir } : {}),
    limits: {
      ...limits.validation,
      inlineBytesMax: unlimited,
      inlineElementsMax: unlimited,
      inlineStepsMax: unlimited,
    },
  })
  const validate = (input: Uint8Array) => validator.validate(input, { layers: 'all' })
  return [
    { name: 'rules over UBL', seeds: [...ubl, ...printable], shapes: xmlShapes, run: validate },
    {
      name: 'rules over JSON, and where their findings are',
      seeds: json,
      shapes: jsonShapes,
      async run(input) {
        const { kind, document } = readJsonDocument(input, { day: '2026-11-28' })
        const { ubl } = readJson(kind, document)
        const { findings } = await validate(ubl)
        return findings.map(({ xpath }) => xpath).map(pointersInto(input, ubl))
      },
    },
  ]
}

function printer(): Subject {
  return {
    name: 'pages',
    // A kilobyte of attributes or of long words is three pages, of eight milliseconds each on a
    // quiet machine; pagesMax and the time of a thread bound the whole.
    msPerKilobyteMax: 100,
    seeds: [...ubl, ...printable],
    shapes: xmlShapes,
    run: (input) =>
      printDocument(
        input,
        { kind: 'any', locale: 'en', paper: 'a4', embed: false, images: false },
        limits.printing,
      ),
  }
}

async function strangers(): Promise<Subject[]> {
  return [envelopes(), ...messages(), await answers(), metadata(), lists()]
}

function envelopes(): Subject {
  async function* inBlocks(bytes: Buffer): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
  }
  return {
    name: 'business documents in their envelope',
    seeds: [sbd({ document: ubl[0]!.replace(/<\?.*?\?>/, '') }), sbd()],
    shapes: xmlShapes,
    async run(input) {
      await parseSbdOutline(inBlocks(input)).catch(() => {})
      return parseSbdTree(input)
    },
  }
}

/** A shape of the SOAP part, signed again: what a trusted but hostile access point could send. */
function inMessage(base: HostileMessage, shapeOf: ShapeOf): ShapeOf {
  return (seed, random) => {
    const { about, grown } = shapeOf(seed, random)
    const wrap = (soap: string): Buffer => {
      const message = { ...base, soap }
      try {
        return toHttpMessage(resign(message)).body
      } catch {
        return toHttpMessage(message).body
      }
    }
    return { about, grown: (bytes) => wrap(String(grown(bytes))) }
  }
}

function messages(): Subject[] {
  const base = compose({ signer: neighbour, from: 'POP000003' })
  const { contentType } = toHttpMessage(base)
  const captured = readMessage('phase4-user-message', 'mime')
  const options = {
    keys: [receiverKeys],
    checkSigner,
    limits: limits.reception,
    now: () => hostileNow,
  }
  return [
    {
      name: 'user messages',
      seeds: [base.soap],
      shapes: xmlShapes.map((shape) => inMessage(base, shape)),
      run: (body) => receiveUserMessage({ contentType, body }, options),
    },
    {
      name: 'MIME',
      seeds: [captured.body.toString('latin1')],
      shapes: [inLatin1(anyShape)],
      run: (body) => receiveUserMessage({ contentType: captured.contentType, body }, options),
    },
    {
      name: 'a Content-Type',
      // All headers of a request.
      bytesMax: 16 * 1024,
      seeds: [captured.contentType],
      shapes: [anyShape],
      run: (input) =>
        receiveUserMessage({ contentType: input.toString(), body: captured.body }, options),
    },
  ]
}

function inLatin1(shapeOf: ShapeOf): ShapeOf {
  return (seed, random) => {
    const { about, grown } = shapeOf(seed, random)
    return { about, grown: (bytes) => Buffer.from(String(grown(bytes)), 'latin1') }
  }
}

async function answers(): Promise<Subject> {
  const request = await buildHonestMessage()
  const sent = readSentMessage(request)
  const facts = { keys: keys.receiver, messageId: 'receipt-1@fourcorner.test', timestamp: now }
  const receipt = await buildReceipt(await receive(request), facts)
  const expected = { receiver: keys.receiver.certificate, checkSigner() {} }
  const { contentType } = receipt
  return {
    name: 'receipts and errors',
    seeds: [receipt.body.toString(), readMessage('phase4-error', 'xml').body.toString()],
    shapes: xmlShapes,
    run: (body) =>
      judgeAnswer(sent, { kind: 'answered', status: 200, contentType, body }, expected),
  }
}

const identifiersNamespace = 'http://busdox.org/transport/identifiers/1.0/'

function metadata(): Subject {
  const { network, accessPoint, smp } = makeLaboratory()
  const identity = smp()
  const participant: Identifier = { scheme: 'iso6523-actorid-upis', value: '9915:receiver' }
  const documentType: Identifier = { scheme: 'busdox-docid-qns', value: 'urn:i::Invoice##c::2.1' }
  const process: Identifier = { scheme: 'cenbii-procid-ubl', value: 'p' }
  const certificate = accessPoint().certificate.raw.toString('base64')
  const content = information(
    participant,
    documentType,
    processEntry(process, endpoint({ certificate })),
  ).replace('<ServiceMetadata', `<ServiceMetadata xmlns:ids="${identifiersNamespace}"`)
  const expected = { trust: network.trust, revocationOf: async () => 'good' as const, now }
  const signedAgain: ShapeOf = (_, random) => {
    const { about, grown } = xmlShape(content, random)
    return {
      about: `signed: ${about}`,
      grown(bytes) {
        const made = String(grown(bytes))
        try {
          return signed(made, identity)
        } catch {
          return made
        }
      },
    }
  }
  return {
    name: 'service metadata',
    seeds: [signed(content, identity).toString()],
    shapes: [signedAgain, ...xmlShapes],
    run: (input) => readMetadata(input, { participant, documentType }, expected),
  }
}

function lists(): Subject {
  const issuer = makeCertificate({ name: 'CA', isAuthority: true, usages: ['cRLSign'] })
  const leaf = makeCertificate({ name: 'POP000001', issuer })
  const list = makeCrl({ issuer, revoked: [leaf.certificate] })
  return {
    name: 'certificates and revocation lists',
    seeds: [list, leaf.certificate.raw].map((der) => Buffer.from(der).toString('latin1')),
    shapes: [inLatin1(anyShape)],
    run(input) {
      try {
        readCrl(input, issuer.certificate, hostileNow)
      } catch {
        // Then it may be a certificate.
      }
      return parseCertificate(input)
    },
  }
}
