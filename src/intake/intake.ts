// Decides where a document is read: here when that takes a few milliseconds at
// most, else in a thread.
import type { KindName } from '../billing/index.ts'
import { Problem } from '../problem.ts'
import type { RegimeName, TaxDataFacts } from '../reporting/index.ts'
import {
  type Asker,
  type InlineWork,
  openInlineWork,
  openThreads,
  ThreadError,
  type ThreadLimits,
  workerFile,
} from '../threads/index.ts'
import type { ReadDocument, SubmittedBody } from './read-document.ts'
import type { ReadOther } from './read-other.ts'
import { asBuffer, type Given, type Made, type MadeTaxData, type Step, steps } from './steps.ts'
import type { PartyEndpoint } from './with-endpoint.ts'
import type { WorkerAnswer, WorkerOrder } from './worker.ts'

export type IntakeLimits = ThreadLimits & {
  /** A larger document is read in a thread. */
  inlineBytesMax: number
  /**
   * So is JSON with more values, or XML with more tags: they cost more than their bytes suggest.
   */
  inlineValuesMax: number
  inlineTagsMax: number
}

/** `day` (YYYY-MM-DD) decides which rules between the fields of JSON are in force. */
type ReadOptions = { day: string; kind?: KindName | undefined; asker?: Asker | undefined }

/**
 * Reads what callers send, without holding the event loop for long: large documents in other
 * threads. Besides the problems it names, each call throws Problem `service.unavailable` when too
 * many large ones wait, and `request.too-large`.
 */
export type Intake = {
  /** The same as readJson and readUbl. Without `kind`, JSON names its own. */
  read(body: SubmittedBody, options: ReadOptions): Promise<ReadDocument>
  /** The same as readAnyXml. */
  readAny(xml: Buffer, asker?: Asker): Promise<ReadDocument | ReadOther>
  /** The same as convertToJson; returns the JSON as bytes. */
  convert(ubl: Buffer, asker?: Asker): Promise<Buffer>
  /** The JSON of a document with another electronic address of one party. */
  withEndpoint(json: Buffer, party: PartyEndpoint, asker?: Asker): Promise<Buffer>
  /** The same as buildTaxData; a rule that the report would break is returned. */
  taxData(
    of: { regime: RegimeName; source: Buffer; facts: TaxDataFacts },
    asker?: Asker,
  ): Promise<MadeTaxData>
  /** For each place in the UBL made from this JSON, the place in the JSON that it comes from. */
  point(
    xpaths: string[],
    of: { json: Buffer; ubl: Buffer },
    asker?: Asker,
  ): Promise<(string | undefined)[]>
}

/**
 * The Intake of a gateway. Every call can throw Problem `service.unavailable` and
 * `request.too-large`.
 */
export function openIntake(
  { inlineBytesMax, inlineValuesMax, inlineTagsMax, ...limits }: IntakeLimits,
  inlineWork: Pick<InlineWork, 'run'> = openInlineWork(),
): Intake & { close(): Promise<void> } {
  const threads = openThreads<WorkerOrder, WorkerAnswer>(workerFile(import.meta.url), limits)

  // A comma separates values in JSON and is rare in XML; for the start of a tag it is
  // the other way round.
  const isDense = (bytes: Uint8Array) =>
    hasMore(bytes, 0x2c, inlineValuesMax) || hasMore(bytes, 0x3c, inlineTagsMax)

  async function carryOut<S extends Step>(
    step: S,
    given: Given<S>,
    asker: Asker | undefined,
    ...sources: Uint8Array[]
  ): Promise<Made<S>> {
    const bytes = sources.reduce((sum, { length }) => sum + length, 0)
    const isSmall = bytes <= inlineBytesMax && !sources.some(isDense)
    const make = steps[step] as (given: Given<S>) => Made<S>
    if (isSmall) return inlineWork.run(asker, () => make(given))
    const answer = await threads
      .ask({ step, given } as WorkerOrder, bytes, asker)
      .catch((cause) => refuse(cause, limits))
    if ('made' in answer) return answer.made as Made<S>
    const { code, ...members } = answer.problem
    throw new Problem(code, members)
  }

  return {
    async read(body, { day, kind, asker }) {
      const attached = body.format === 'json' ? (body.attached ?? []) : []
      const read = await carryOut(
        'read',
        { kind, body, day },
        asker,
        body.bytes,
        ...attached.map(({ bytes }) => bytes),
      )
      return { ...read, ubl: asBuffer(read.ubl) }
    },
    async readAny(xml, asker) {
      const read = await carryOut('readAny', { xml }, asker, xml)
      return { ...read, ubl: asBuffer(read.ubl) }
    },
    convert: async (ubl, asker) => asBuffer(await carryOut('convert', { ubl }, asker, ubl)),
    withEndpoint: async (json, party, asker) =>
      asBuffer(await carryOut('withEndpoint', { json, party }, asker, json)),
    async taxData(of, asker) {
      const made = await carryOut('taxData', of, asker, of.source)
      return 'bytes' in made ? { bytes: asBuffer(made.bytes) } : made
    },
    point: (xpaths, { json, ubl }, asker) =>
      carryOut('point', { xpaths, json, ubl }, asker, json, ubl),
    close: () => threads.close(),
  }
}

function hasMore(bytes: Uint8Array, mark: number, max: number): boolean {
  let count = 0
  for (let at = bytes.indexOf(mark); at >= 0 && count <= max; at = bytes.indexOf(mark, at + 1))
    count++
  return count > max
}

function refuse(cause: unknown, { timeMs, heapMegabytesMax }: ThreadLimits): never {
  if (!(cause instanceof ThreadError)) throw cause
  if (cause.reason === 'time' || cause.reason === 'memory') {
    const what =
      cause.reason === 'time'
        ? `takes longer to read than ${timeMs / 1000} seconds`
        : `needs more memory to read than ${heapMegabytesMax} MB`
    throw new Problem('request.too-large', { detail: `The document ${what}.`, cause })
  }
  const detail =
    cause.reason === 'busy'
      ? 'Too many large documents are waiting to be read.'
      : 'The document could not be read now.'
  throw new Problem('service.unavailable', { detail, cause })
}
