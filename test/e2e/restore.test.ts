// A backup knows nothing of what was delivered after it: the procedure of docs/operations.md.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const folder = mkdtempSync(join(tmpdir(), 'fourcorner-restore-'))
const dataDir = join(folder, 'data')
const backup = join(folder, 'backup')
let gateway: GatewayProcess

beforeAll(async () => {
  gateway = await startGateway({}, dataDir)
})
afterAll(async () => {
  await gateway.stop()
  rmSync(folder, { recursive: true })
})

async function post(path: string, body?: string): Promise<{ id: string }> {
  const headers = { 'Content-Type': 'application/json' }
  const sent = body === undefined ? {} : { headers, body }
  const answer = await gateway.call(path, { method: 'POST', ...sent })
  expect(answer.status).toBeLessThan(300)
  return answer.json() as Promise<{ id: string }>
}

async function statusOf(id: string, wanted: object): Promise<void> {
  let record: unknown
  for (let seconds = 0; seconds < 30; seconds++) {
    record = await (await gateway.call(`/api/v1/status/${id}`)).json()
    try {
      expect(record).toMatchObject(wanted)
      return
    } catch {
      await new Promise((later) => setTimeout(later, 1_000))
    }
  }
  expect(record).toMatchObject(wanted)
}

it('what was open in the backup is held until the operator sends or cancels it', async () => {
  await post('/api/v1/queue/pause', '{}')
  const known = await post('/api/v1/invoices/submit', invoiceJson('KNOWN'))
  const lost = await post('/api/v1/invoices/submit', invoiceJson('LOST'))
  await statusOf(known.id, { waiting: { reason: 'paused' } })
  await gateway.stop()
  cpSync(dataDir, backup, { recursive: true })

  // After the backup both are delivered; then the disk is lost.
  gateway = await startGateway({}, dataDir)
  await post('/api/v1/queue/resume', '{}')
  for (const { id } of [known, lost]) await statusOf(id, { status: 'delivered' })
  await gateway.stop()
  rmSync(dataDir, { recursive: true })
  cpSync(backup, dataDir, { recursive: true })

  gateway = await startGateway({}, dataDir, ['--paused-after-restore'])
  expect(gateway.output()).toContain('2 documents that were open are held until you resume them.')
  await post('/api/v1/queue/resume', JSON.stringify({ receiver: '0192:987654325' }))
  for (const { id } of [known, lost]) await statusOf(id, { waiting: { reason: 'paused' } })
  await post(`/api/v1/documents/${known.id}/cancel`)
  await post('/api/v1/queue/resume', '{}')
  await statusOf(lost.id, { status: 'delivered' })
  await statusOf(known.id, { status: 'cancelled', attempts: 0 })
})
