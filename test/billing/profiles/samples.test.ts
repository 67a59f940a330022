// The official samples of the profiles: those that break no rule go through JSON without a change
// of content, but for what is named as unmapped.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  completeDocument,
  convertUbl,
  documentModel,
  type StatedDocument,
  toUbl,
  type Unmapped,
} from '../../../src/billing/index.ts'
import { describeWithOfficialDocuments, readOfficial } from '../../official-documents.ts'
import { contentOf } from '../content.ts'
import { differences, isThirdParty, without } from './differences.ts'

const folder = '../shared/corpus/pint'
const sets = {
  'pint-eu': 'pint-eu',
  'xrechnung-ubl': 'xrechnung',
  'nlcius-ubl': 'nlcius',
  'pint-ae': 'pint-ae',
  'pint-aunz': 'pint-aunz',
  'pint-sg': 'pint-sg',
}

type Expected = { file: string; set: string; kind: string; xsd: string; findings: string[][] }

function samplesOf(set: string): string[] {
  return readFileSync(`${folder}/expectations.jsonl`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Expected)
    .filter((row) => row.set === set && row.kind === 'sample' && row.xsd === 'valid')
    .filter(({ findings }) => !findings.some(([, flag]) => flag === 'fatal'))
    .map(({ file }) => file)
}

const endpoint = '0088:7300010000001'

/** The network needs an electronic address of both that is no e-mail address; the rules do not. */
function withEndpoints(document: Pick<StatedDocument, 'seller' | 'buyer'>): object {
  const { seller, buyer } = document
  return { ...document, seller: withEndpoint(seller), buyer: withEndpoint(buyer) }
}

function withEndpoint(party: { endpoint?: unknown }): object {
  const { scheme } = (party.endpoint ?? {}) as { scheme?: string }
  return scheme === undefined || scheme === 'EM' ? { ...party, endpoint } : party
}

describeWithOfficialDocuments('official samples of the profiles', () => {
  test.each(
    Object.entries(sets).flatMap(([set, profile]) =>
      samplesOf(set).map((file) => [file, profile] as const),
    ),
  )('%s: UBL → JSON → UBL', (file, profile) => {
    const ubl = readOfficial(`pint/${file}`)
    const read = convertUbl(ubl)
    if (read.kind !== 'read') throw new Error(read.kind)
    expect(read.document.profile).toBe(profile)
    const accepted = documentModel(read.of).safeParse(withEndpoints(read.document))
    expect(accepted.error?.issues).toBeUndefined()
    const { document, inconsistencies } = completeDocument(read.of, accepted.data!)
    const contradicted = isThirdParty(file) ? ['/totals/payable'] : []
    expect(inconsistencies.map(({ pointer }) => pointer)).toEqual(contradicted)
    const lost = read.unmapped.map(lineOf)
    const kept = (line: string) =>
      !lost.includes(line) &&
      !isReplaced(line) &&
      !(isThirdParty(file) && line.includes('/PayableAmount = '))
    const { added = [], changed = {} } = differences(file)
    expect(without(contentOf(toUbl(read.of, document)).filter(kept), added)).toEqual(
      contentOf(ubl)
        .filter(kept)
        .map((line) => changed[line] ?? line),
    )
  })
})

function lineOf({ xpath, text }: Unmapped): string {
  return `${xpath.replace(/\[[0-9]+\]/g, '')} = ${text.trim()}`
}

/** Addresses that are not of the network, and the one in their place. */
function isReplaced(line: string): boolean {
  return /\/EndpointID(\/@schemeID = (EM|0088)| = (.*@.*|7300010000001))$/.test(line)
}
