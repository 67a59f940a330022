import { readFileSync } from 'node:fs'
import createClient from 'openapi-fetch'
import type { components, paths } from './fourcorner.js'

const { FOURCORNER_URL: baseUrl = '', FOURCORNER_TOKEN: token = '' } = process.env
const gateway = createClient<paths>({ baseUrl, headers: { 'X-API-Token': token } })
const invoice: components['schemas']['Invoice'] = JSON.parse(readFileSync('invoice.json', 'utf8'))
const judged = { params: { header: { 'X-Validation': 'true' as const } } }
let { data: record } = await gateway.POST('/api/v1/invoices/submit', { body: invoice, ...judged })
while (record && !record.completedAt) {
  const params = { path: { id: record.id }, query: { wait: 30 } }
  record = (await gateway.GET('/api/v1/status/{id}', { params })).data
}
console.log(record?.status)

const { data: pdf } = await gateway.GET('/api/v1/documents/{id}/pdf', {
  params: { path: { id: record?.id ?? '' } },
  parseAs: 'text',
})
console.log(pdf?.slice(0, 5))
const { data: ubl } = await gateway.POST('/api/v1/convert', {
  body: invoice,
  headers: { Accept: 'application/xml' },
  parseAs: 'text',
})
console.log(ubl?.slice(0, 8))
const nothing = { path: { id: 'nobody-knows-this' } }
const { error: problem } = await gateway.GET('/api/v1/status/{id}', { params: nothing })
console.log(problem?.code)
