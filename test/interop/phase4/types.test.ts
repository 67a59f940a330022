// Documents of PINT, XRechnung, NLCIUS, French CTC and tax data, submitted to a gateway and sent to
// it by phase4: each is judged by the layers of its publisher, and none is refused by other rules.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buildSbd,
  documentTypeFrom,
  formatIdentifier,
  type Identifier,
  parseDocumentType,
  parseParticipant,
  parseProcess,
} from '../../../src/peppol/index.ts'
import { identityOf } from '../../../src/validation/rules/document-identity.ts'
import { editionOf } from '../../../src/validation/rules/document-rules.ts'
import { parseXml } from '../../../src/xml/index.ts'
import { mustRun } from '../../skips.ts'
import { corpusFolder, lacks, rulesFolder } from '../validation/official.ts'
import { allAnswered, type Json, type Network, openNetwork } from './network.ts'
import { buildPeer, whyNoPeer } from './peer.ts'
import type { Order } from './sendings.ts'

type Stored = {
  file: string
  set: string
  xsd: 'valid' | 'invalid'
  findings: [rule: string, flag: string][]
  layerErrors?: number
}

const receiver = '0208:0685660237'
const sender = '9915:phase4'
const outdated = ['pint-om', 'tdd-om', 'tdd-vida']
const missing = whyNoPeer() ?? (lacks.length > 0 ? lacks.join('; ') : undefined)
if (missing && mustRun('official documents')) throw new Error(missing)

const isOutdated = ({ set }: Stored) => outdated.includes(set)
const hasFatal = ({ xsd, findings, layerErrors }: Stored) =>
  xsd === 'invalid' || layerErrors !== undefined || findings.some(([, flag]) => flag === 'fatal')

function storedVerdicts(): Stored[] {
  const text = readFileSync(join(corpusFolder, 'pint/expectations.jsonl'), 'utf8')
  const lines = text.trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Stored)
}

/** Examples of each set that its own layer finds wrong. */
const wrong: Record<string, RegExp> = {
  'xrechnung-ubl': /^BR-DE-/,
  'nlcius-ubl': /^BR-NL-/,
  'france-ubl': /^BR-FREXT-/,
  'pint-ae': /-ae$/,
  'xrechnung-cii': /^BR-DE-/,
}

/** What is sent: all that is to be taken, and for some sets one that its own layer refuses. */
function chosen(stored: readonly Stored[]): { taken: Stored[]; refused: Stored[] } {
  return {
    taken: stored.filter((each) => isOutdated(each) || !hasFatal(each)),
    refused: Object.entries(wrong).map(([set, rule]) => {
      const isOwn = ([id, flag]: [string, string]) => flag === 'fatal' && rule.test(id)
      return stored.find(
        (each) => each.set === set && each.xsd === 'valid' && each.findings.some(isOwn),
      )!
    }),
  }
}

const own = Object.entries({
  'xrechnung-ubl': ['en16931', 'xrechnung-ubl'],
  'nlcius-ubl': ['nlcius-ubl'],
  'france-ubl': ['en16931', 'fr-ctc-ubl'],
  'pint-ae': ['pint-ae'],
  'xrechnung-cii': ['en16931-cii', 'xrechnung-cii'],
  'tdd-ae': ['tdd-ae', 'tdd-ae-changes'],
})

describe.skipIf(missing)(`documents of each type${missing ? ` (${missing})` : ''}`, () => {
  let folder: string
  let network: Network
  let taken: Stored[]
  let refused: Stored[]

  beforeAll(async () => {
    buildPeer()
    folder = mkdtempSync(join(tmpdir(), 'fourcorner-types-'))
    network = await openNetwork(folder, undefined, { RULES_DIR: rulesFolder })
    const all = chosen(storedVerdicts())
    taken = all.taken
    refused = all.refused
  })
  afterAll(async () => {
    await network?.close()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  describe('received from phase4', () => {
    let records: Map<string, Json>
    beforeAll(async () => {
      const sent = [...taken, ...refused]
      const exchanges = await network.send(sent.map(orderOf))
      const failed = exchanges.filter(({ answer }) => !answer.isReceipt)
      expect(failed.map(({ sending, answer }) => [sending.number, answer.reported])).toEqual([])
      await allAnswered(network)
      const arrived = await network.tenants.default.all('/api/v1/inbound')
      expect(arrived).toHaveLength(sent.length)
      records = new Map(arrived.map((record) => [record.instanceIdentifier, record]))
    })

    it('none is refused by rules that are not in force for it', () => {
      const verdicts = taken.map((each) => [each.file, recordOf(each).validation.verdict])
      const expected = taken.map((each) => [
        each.file,
        isOutdated(each) ? 'not-validated' : 'valid',
      ])
      expect(verdicts).toEqual(expected)
    })

    it('no status rejects them', () => {
      const rejected = network.statuses().filter(({ code }) => code === 'RE')
      const wrongOnes = refused.map((each) => `instance ${each.file}`)
      expect(rejected.map(({ documentId }) => documentId).sort()).toEqual(wrongOnes.sort())
    })

    it.each(own)('%s is judged by its own layers', (set, layers) => {
      const ofSet = taken.filter((each) => each.set === set && isPlain(each))
      expect(ofSet.length).toBeGreaterThan(0)
      for (const each of ofSet)
        expect([each.file, idsOf(recordOf(each))]).toEqual([each.file, layers])
    })

    it('what its own layer refuses is refused', () => {
      for (const each of refused)
        expect([each.file, recordOf(each).validation.verdict]).toEqual([each.file, 'invalid'])
    })

    const recordOf = ({ file }: Stored) => records.get(`instance ${file}`)
  })

  describe('submitted with X-Validation: true', () => {
    it('none is refused by rules that are not in force for it', async () => {
      const wanted = (each: Stored) => (isOutdated(each) ? 'validation.unavailable' : 202)
      for (const each of taken)
        expect([each.file, outcomeOf(await submit(each, 'true'))]).toEqual([
          each.file,
          wanted(each),
        ])
    })

    it.each(own)('%s is judged by its own layers', async (set, layers) => {
      const each = taken.find((one) => one.set === set && isPlain(one))!
      const { body } = await submit(each, 'true')
      expect(idsOf(body)).toEqual(layers)
    })

    it('what its own layer refuses is refused', async () => {
      for (const each of refused)
        expect([each.file, outcomeOf(await submit(each, 'true'))]).toEqual([
          each.file,
          'validation.rules-failed',
        ])
    })

    it('a report has the findings of rules older than in force, and takes all', async () => {
      const [first] = taken.filter((each) => isOutdated(each) && each.findings.length > 0)
      const { status, body } = await submit(first!, 'report')
      expect(status).toBe(202)
      expect(body.validation.ruleSets[0].note).toContain('older than in force')
      expect(body.validation.errors + body.validation.warnings).toBeGreaterThan(0)
    })
  })

  async function submit(each: Stored, validation: string): Promise<{ status: number; body: Json }> {
    const { documentType, processId } = typesOf(each)
    const query = new URLSearchParams({
      ...{ documentTypeId: formatIdentifier(documentType), processId, sender, receiver },
      countryC1: 'AT',
    })
    const headers = {
      ...{ 'content-type': 'application/xml', 'x-validation': validation },
      'x-api-token': network.app.firstToken!,
    }
    const answer = await fetch(`${network.url}/api/v1/documents/submit?${query}`, {
      ...{ method: 'POST', headers, body: read(each) },
    })
    return { status: answer.status, body: await answer.json() }
  }
})

function read({ file }: Stored): Buffer {
  return readFileSync(join(corpusFolder, 'pint', file))
}

/** Extensions have other layers than their set. */
function isPlain(each: Stored): boolean {
  const { customizationId } = identityOf(parseXml(read(each), { instructions: 'keep' }).root)
  return !/#conformant#|selfbilling/.test(customizationId)
}

function idsOf({ validation }: Json): string[] {
  return validation.ruleSets.map(({ id }: Json) => id)
}

function outcomeOf({ status, body }: { status: number; body: Json }): string | number {
  return status === 202 ? status : `${body.code}`
}

const processes: [type: RegExp, process: string][] = [
  [/##urn:peppol:pint:selfbilling/, 'urn:peppol:bis:selfbilling'],
  [/##urn:peppol:pint:/, 'urn:peppol:bis:billing'],
  [/##urn:peppol:taxdata/, 'urn:peppol:taxreporting'],
  [/france|cpro/, 'urn:peppol:france:billing:regulated'],
  [/./, 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'],
]

function typesOf(each: Stored): { documentType: Identifier; processId: string } {
  const identity = identityOf(parseXml(read(each), { instructions: 'keep' }).root)
  const { namespace, local: root, customizationId } = identity
  const edition = editionOf(identity) ?? '2.1'
  const documentType =
    documentTypeFrom({ namespace, root, customizationId }) ??
    parseDocumentType(`${namespace}::${root}##${customizationId}::${edition}`)
  const [, processId] = processes.find(([type]) => type.test(documentType.value))!
  return { documentType, processId }
}

function orderOf(each: Stored, at: number): Order {
  const { documentType, processId } = typesOf(each)
  const instanceIdentifier = `instance ${each.file}`
  const { root, rootStart, rootEnd } = parseXml(read(each), { instructions: 'keep' })
  const process = parseProcess(processId)
  const sbd = buildSbd(
    {
      ...{ sender: parseParticipant(sender), receiver: parseParticipant(receiver) },
      ...{ documentType, process, countryC1: 'AT', instanceIdentifier, mlsType: 'ALWAYS_SEND' },
      createdAt: new Date('2026-11-21T10:00:00Z'),
    },
    read(each).subarray(rootStart, rootEnd),
  )
  return {
    ...{ fate: 'stored', tenant: 'default', sender, receiver, instanceIdentifier, sbd },
    messageId: `message-${at}@phase4.test`,
    ...{ documentTypeId: formatIdentifier(documentType), processId: formatIdentifier(process) },
    ...{ type: root.local === 'Invoice' ? 'invoice' : 'other', number: each.file },
    ...{ verdict: 'valid', mlsReceiver: '0242:900003', getsMls: true, isAcknowledged: false },
    isCompressed: true,
  }
}
