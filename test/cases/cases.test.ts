// What comes of each document of this folder, as README.md says it.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import type { Gateway } from '../../src/core/gateway.ts'
import type { AddressOptions } from '../../src/core/submit/address-document.ts'
import type { Document } from '../../src/store/index.ts'
import { openValidator } from '../../src/validation/index.ts'
import { openReceivingGateway } from '../core/arrivals.ts'
import { readCase, readCaseToSend } from './read-case.ts'

const test = await openReceivingGateway()
const { gateway, caller, register, send, inbound, work } = test

const validator = await openValidator({ engine: 'compiled', limits: limits.validation })
afterAll(() => validator.close())
const judging: Gateway = {
  ...gateway,
  inbound: { ...gateway.inbound, validation: 'rules' },
  validate: validator.validate,
}

const options: Record<string, AddressOptions> = {}

function submit(name: string, query = options[name] ?? {}) {
  const bytes = readCase(name)
  return test.submit({
    kind: name.startsWith('credit-note') ? 'creditNote' : 'invoice',
    options: query,
    body: name.endsWith('.json')
      ? { format: 'json', bytes }
      : { format: 'xml', bytes, mediaType: 'application/xml' },
  })
}

async function receive(content: Buffer): Promise<Document> {
  await register()
  await send({ content, mlsType: 'FAILURE_ONLY' }, judging)
  await work(judging)
  const [document] = await inbound()
  return document!
}

const seller = { name: 'Alder Works BV', country: 'BE' }
const buyer = { name: 'Birch Stores AB', country: 'SE' }
const [sellerId, buyerId] = ['0208:0123456749', '0088:7300010000001']
const fromSeller = { sender: { ...seller, id: sellerId }, receiver: { ...buyer, id: buyerId } }
const fromBuyer = { sender: { ...buyer, id: buyerId }, receiver: { ...seller, id: sellerId } }
const byCore = { verdict: 'valid', ruleSets: [{ id: 'en16931' }] }
const byPeppol = { verdict: 'valid', ruleSets: [{ id: 'en16931' }, { id: 'peppol-billing' }] }
const cut = expect.stringMatching(/^Heirs of Person 000, .{233}…$/)
const sameNames = { sender: seller, receiver: buyer }

/** The record of each that is sent, and of each that is received. */
const taken: [string, object, object][] = [
  [
    'self-billing-pint-aunz.xml',
    fromBuyer,
    { sender: buyer, receiver: seller, validation: { verdict: 'not-validated' } },
  ],
  [
    'self-billing-xrechnung-389.xml',
    fromBuyer,
    { sender: buyer, receiver: seller, validation: byCore },
  ],
  ['en16931-without-profile.xml', fromSeller, { ...sameNames, validation: byCore }],
  [
    'long-name.xml',
    { ...fromSeller, receiver: { id: buyerId, name: cut, country: 'SE' } },
    { receiver: { name: cut }, validation: byPeppol },
  ],
  [
    'xrechnung-date-with-zone.xml',
    { ...fromSeller, issueDate: '2026-11-20' },
    { ...sameNames, issueDate: '2026-11-20', validation: byCore },
  ],
  [
    'danish-cvr-without-check-digit.json',
    {
      receiver: { id: '0184:dk12345678', name: 'Cedar ApS' },
      warnings: [expect.stringMatching(/Danish CVR number .*check digit does not fit/)],
    },
    { receiver: { name: 'Cedar ApS' }, validation: byPeppol },
  ],
]

const refused: [string, object][] = [
  [
    'credit-note-due-date-creditor-only.json',
    { pointer: '/payment/meansCode', message: expect.stringContaining('dueDate (BT-9)') },
  ],
  ['note-with-hashes.json', { pointer: '/notes/0/text', rule: 'BR-CL-08', severity: 'error' }],
  [
    'category-o-row-with-rate-0.json',
    { pointer: '/vatBreakdown/0/rate', message: expect.stringContaining('leave rate out') },
  ],
]

describe.each(taken)('%s', (name, sent, received) => {
  it('is sent', async () => {
    const { record } = await submit(name)
    expect(record).toMatchObject(sent)
    expect(record.status).toBe('accepted')
    const { countryC1 } = (await gateway.store.documentById(caller.tenant.id, record.id))!
    expect(countryC1).toBe(record.sender.country)
  })

  it('is received, and not answered', async () => {
    const { record } = await submit(name)
    const ubl = (await gateway.store.latestFile(record.id, 'ubl'))!.bytes
    const content = name.endsWith('.xml') ? readCaseToSend(name) : ubl
    const document = await receive(content)
    expect(document).toMatchObject({ status: 'available', ...received })
    expect(document.mls).toBeUndefined()
  })
})

describe.each(refused)('%s', (name, fault) => {
  it('is refused, with its place and what to write', async () => {
    await expect(submit(name)).rejects.toMatchObject({
      code: expect.stringMatching(/^request\.(invalid|missing)-field$/),
      errors: [fault],
    })
  })
})

it('a document without a process has the only one of its type', async () => {
  const { record } = await submit('en16931-without-profile.xml', {})
  expect(record.processId).toBe('cenbii-procid-ubl::urn:fdc:peppol.eu:poacc:en16931:any')
})

it('each document of the folder has its row, here and in README.md', () => {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((name) => /\.(xml|json)$/.test(name))
  const rows = [...taken.map(([name]) => name), ...refused.map(([name]) => name)]
  expect(rows.sort()).toEqual(files.sort())
  const page = readFileSync(new URL('README.md', folder), 'utf8')
  for (const name of files) expect(page).toContain(`| \`${name}\` |`)
})
