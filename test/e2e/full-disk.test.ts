// Whatever was answered with 202 survives a full disk, and the gateway says what is wrong.
import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

/** A disk of its own, in memory; undefined if this user may not mount one. */
function mountDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400m', 'tmpfs', folder])
  if (status === 0) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

const disk = mountDisk()

afterAll(() => {
  if (disk !== undefined) spawnSync('umount', [disk])
})

it.skipIf(disk === undefined)(
  'refuses documents before the disk is full, and delivers all that it accepted (needs the ' +
    'right to mount a disk)',
  { timeout: 180_000 },
  async () => {
    const ballast = join(disk!, 'ballast')
    const gateway = await startGateway({ LOG_LEVEL: 'fatal' }, join(disk!, 'data'))
    const accepted: string[] = []
    const leave = (bytes: number) => {
      rmSync(ballast, { force: true })
      const { bavail, bsize } = statfsSync(disk!)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
    }
    try {
      accepted.push((await gateway.submitAndWait(invoiceJson('FULL-0'))).id)
      leave(52_000_000)
      const refused = await submitUntilRefused(gateway, accepted)
      expect(refused).toMatchObject({ status: 503, code: 'capacity.storage', retryable: true })
      expect((await arrive(gateway)).status).toBe(503)
      leave(5_000_000)
      const notReady = await gateway.call('/health/ready')
      expect(notReady.status).toBe(503)
      expect(await notReady.json()).toMatchObject({
        detail: expect.stringContaining('disk of DATA_DIR'),
      })
      expect(await submitUntilRefused(gateway, [])).toMatchObject({ code: 'capacity.storage' })
      // There was room left for what it had accepted.
      for (const id of accepted) expect(await finalStatus(gateway, id)).toBe('delivered')

      rmSync(ballast)
      await expect.poll(async () => (await gateway.call('/health/ready')).status).toBe(200)
      accepted.push((await gateway.submitAndWait(invoiceJson('FULL-AFTER'))).id)
      expect((await arrive(gateway)).status).not.toBe(503)
      for (const id of accepted) expect(await finalStatus(gateway, id)).toBe('delivered')
    } finally {
      await gateway.stop()
    }
  },
)

/** A message that no access point would send. */
function arrive(gateway: GatewayProcess): Promise<Response> {
  return fetch(`${gateway.url}/as4`, { method: 'POST', body: 'no message' })
}

it('exits when its embedded database has stopped, and says why and what to do', async () => {
  const gateway = await startGateway()
  const ended = once(gateway.child, 'exit')
  // The write-ahead log has no place, as on a full disk, so the database gives up.
  rmSync(join(gateway.dataDir, 'postgres', 'pg_wal'), { recursive: true })
  const content = randomBytes(5_000_000).toString('base64')
  const attachments = [{ id: 'LARGE', filename: 'large.pdf', mimeType: 'application/pdf', content }]
  while (gateway.child.exitCode === null)
    await submit(gateway, JSON.stringify({ ...JSON.parse(invoiceJson('WAL')), attachments })).catch(
      () => {},
    )
  expect(await ended).toEqual([1, null])
  expect(gateway.output()).toMatch(
    /The embedded database has stopped: .*pg_wal.* start the gateway again/,
  )
})

async function submitUntilRefused(gateway: GatewayProcess, accepted: string[]): Promise<unknown> {
  for (;;) {
    const response = await submit(gateway, invoiceJson(`FULL-${randomUUID()}`))
    const answer = (await response.json()) as { id: string }
    if (response.status !== 202) return answer
    accepted.push(answer.id)
  }
}

function submit(gateway: GatewayProcess, body: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' }
  return gateway.call('/api/v1/invoices/submit', { method: 'POST', headers, body })
}

async function finalStatus(gateway: GatewayProcess, id: string): Promise<string> {
  for (;;) {
    const response = await gateway.call(`/api/v1/status/${id}?wait=10`)
    const { status, completedAt } = (await response.json()) as {
      status: string
      completedAt?: string
    }
    if (completedAt) return status
  }
}
