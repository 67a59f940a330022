// The documents of docs/profiles over HTTP: submitted, converted both ways, received and read.
import { describe, expect, it } from 'vitest'
import type { TaxReporting } from '../../src/store/index.ts'
import { profileDocuments, written } from '../billing/profiles/documents.ts'
import { lostValues } from '../fuzz/billing/lost-values.ts'
import { newArrival, receiveDocument } from '../store/records.ts'
import { openTestGateway } from './gateway.ts'

const test = await openTestGateway()

// What goes to a buyer on no network is taken where it is reported to the tax authority.
const inEmirates = profileDocuments
  .filter(({ profile }) => profile === 'pint-ae')
  .map(({ text }) => JSON.parse(text).seller.endpoint as string)
const emirates: TaxReporting = {
  ...{ regime: 'ae', receiver: '0242:000773', from: '2026-01-01' },
  ...{ participants: [...new Set(inEmirates)] },
  ...{ holdOutcome: false, overdueMinutes: 25 },
}
const { rows } = await test.database.pool.query("select id from tenants where name = 'default'")
const [tenant] = rows as [{ id: string }]
await test.gateway.store.changeTenant(
  { id: tenant.id, taxReporting: [emirates] },
  { actor: 'test', at: test.gateway.now() },
)

type Json = { [name: string]: unknown }
type Step = string | number

const post = (url: string, payload: string | Buffer, type = 'application/json', accept = type) =>
  test.call({ method: 'POST', url, payload, headers: { 'content-type': type, accept } })

async function storedUbl(path: string, id: string): Promise<string> {
  const payload = { id, inline: true }
  const answer = await test.call({ method: 'POST', url: `/api/v1/${path}/files`, payload })
  const files = answer.json().files as { kind: string; content: string }[]
  const { content } = files.find(({ kind }) => kind === 'ubl')!
  return Buffer.from(content, 'base64').toString()
}

/** Numbers come back as the strings that they are written as. */
const asText = (_: string, value: unknown) => (typeof value === 'number' ? String(value) : value)

const documents = profileDocuments.map(
  ({ profile, heading, kind, text }) => [profile, heading, kind, text] as const,
)

describe.each(documents)('%s, %s', (profile, _, kind, text) => {
  it('is taken, and stored as UBL that converts to the same JSON and back', async () => {
    const answer = await post(`/api/v1/${kind.path}/submit`, text)
    expect(answer.statusCode, answer.body).toBe(202)
    const ubl = await storedUbl(kind.path, answer.json().id)
    expect(`<?xml version="1.0" encoding="UTF-8"?>\n${ubl}`).toBe(written(text).ubl.toString())
    const back = await post('/api/v1/convert', ubl, 'application/xml', 'application/json')
    expect(back.json().unmapped).toEqual([])
    expect(back.json().document).toMatchObject({ profile, type: kind.name })
    expect(
      lostValues(JSON.parse(JSON.stringify(JSON.parse(text), asText)), back.json().document),
    ).toEqual([])
    const json = JSON.stringify(back.json().document)
    const again = await post('/api/v1/convert', json, 'application/json', 'application/xml')
    expect(again.body).toBe(ubl)
  })

  it('is read as JSON by its receiver', async () => {
    const ubl = written(text)
      .ubl.toString()
      .replace(/^<\?.*\?>\n/, '')
    const receiver = { id: '0208:0685660237', country: 'BE' }
    const arrival = newArrival(tenant.id, { receiver }, Buffer.from(ubl))
    const id = await receiveDocument(test.gateway.store, arrival)
    const url = `/api/v1/inbound/${id}/content`
    const xml = await test.call({ url, headers: { accept: 'application/xml' } })
    expect(xml.body).toBe(ubl)
    const json = await test.call({ url, headers: { accept: 'application/json' } })
    const converted = await post('/api/v1/convert', ubl, 'application/xml', 'application/json')
    expect(json.json()).toEqual(converted.json())
    expect(json.json().document.profile).toBe(profile)
  })

  it('without any of its values is taken, or refused with a pointer to each fault', async () => {
    const document = JSON.parse(text) as Json
    let refused = 0
    for (const path of pathsIn(document)) {
      const answer = await post(
        '/api/v1/convert',
        JSON.stringify(without(document, path)),
        undefined,
        'application/xml',
      )
      expect([200, 400, 422], `${path.join('/')}: ${answer.body}`).toContain(answer.statusCode)
      if (answer.statusCode === 200) continue
      refused++
      const { errors } = answer.json() as { errors: { pointer?: string }[] }
      expect(errors.length, path.join('/')).toBeGreaterThan(0)
      for (const { pointer } of errors) expect(pointer, path.join('/')).toMatch(/^\//)
    }
    expect(refused).toBeGreaterThan(15)
  })
})

function pathsIn(value: unknown, path: Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([name, item]) => pathsIn(item, [...path, name]))
  return path.length === 0 ? inner : [path, ...inner]
}

function without(document: Json, path: Step[]): Json {
  const copy = structuredClone(document)
  const holder = path.slice(0, -1).reduce((at, step) => at[step] as Json, copy)
  const last = path.at(-1)!
  if (Array.isArray(holder)) holder.splice(Number(last), 1)
  else delete holder[last]
  return copy
}
