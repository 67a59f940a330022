// What is done with the bytes of a document before anything is stored: the same steps in
// the calling thread and in others. They take bytes as a thread receives them, and return
// what a thread can send.
import { type KindName, kinds } from '../billing/index.ts'
import { buildTaxData, type RegimeName, RuleBroken, type TaxDataFacts } from '../reporting/index.ts'
import { convertToJson } from './convert.ts'
import { readJsonDocument } from './json-document.ts'
import { pointersInto } from './point.ts'
import { type ReadDocument, readJson, readUbl, type SubmittedBody } from './read-document.ts'
import { type ReadOther, readAnyXml } from './read-other.ts'
import { type PartyEndpoint, withEndpoint } from './with-endpoint.ts'

type TaxDataOrder = { regime: RegimeName; source: Uint8Array; facts: TaxDataFacts }

/** A report to a tax authority, or what the document lacks for it. */
export type MadeTaxData = { bytes: Buffer } | Pick<RuleBroken, 'rule' | 'fault' | 'xpath'>

type ReadOrder = { kind: KindName | undefined; body: SubmittedBody; day: string }

export const steps = {
  read({ kind, body, day }: ReadOrder): ReadDocument {
    const bytes = asBuffer(body.bytes)
    if (body.format === 'xml') return readUbl(kinds[kind ?? 'invoice'], bytes)
    const attached = body.attached?.map((file) => ({ ...file, bytes: asBuffer(file.bytes) }))
    const read = readJsonDocument(bytes, { attached, kind: kind && kinds[kind], day })
    return readJson(read.kind, read.document)
  },
  readAny: ({ xml }: { xml: Uint8Array }): ReadDocument | ReadOther => readAnyXml(asBuffer(xml)),
  convert: ({ ubl }: { ubl: Uint8Array }): Buffer =>
    Buffer.from(JSON.stringify(convertToJson(asBuffer(ubl)))),
  withEndpoint: ({ json, party }: { json: Uint8Array; party: PartyEndpoint }): Buffer =>
    withEndpoint(asBuffer(json), party),
  taxData({ regime, source, facts }: TaxDataOrder): MadeTaxData {
    try {
      return { bytes: buildTaxData(regime, source, facts) }
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error
      const { rule, fault, xpath } = error
      return { rule, fault, xpath }
    }
  },
  point: ({
    xpaths,
    json,
    ubl,
  }: {
    xpaths: string[]
    json: Uint8Array
    ubl: Uint8Array
  }): (string | undefined)[] => xpaths.map(pointersInto(asBuffer(json), asBuffer(ubl))),
}

type Steps = typeof steps
export type Step = keyof Steps
export type Given<S extends Step> = Parameters<Steps[S]>[0]
export type Made<S extends Step> = ReturnType<Steps[S]>

// A Buffer arrives from a thread as a plain Uint8Array.
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
