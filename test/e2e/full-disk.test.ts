// Whatever was answered with 202 survives a full disk, and the gateway says what is wrong.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
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
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', folder])
  if (status === 0) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

const disk = mountDisk()

afterAll(() => {
  if (disk !== undefined) spawnSync('umount', [disk])
})

it.skipIf(disk === undefined)(
  'refuses documents while the disk is full, and delivers all that it accepted (needs the ' +
    'right to mount a disk)',
  { timeout: 180_000 },
  async () => {
    const ballast = join(disk!, 'ballast')
    const dataDir = join(disk!, 'data')
    const environment = { LOG_LEVEL: 'fatal' }
    let gateway = await startGateway(environment, dataDir)
    const accepted: string[] = []
    try {
      accepted.push((await gateway.submitAndWait(invoiceJson('FULL-0'))).id)
      const { bavail, bsize } = statfsSync(disk!)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 5_000_000)))
      const notReady = await gateway.call('/health/ready')
      expect(notReady.status).toBe(503)
      expect(await notReady.json()).toMatchObject({
        detail: expect.stringContaining('disk of DATA_DIR'),
      })
      const refused = await submitUntilRefused(gateway, accepted)
      expect(accepted.length).toBeGreaterThan(10)
      expect(refused).toMatchObject({ status: 503, code: 'service.unavailable', retryable: true })

      rmSync(ballast)
      // If the write-ahead log ran out of room, the database has stopped, and the gateway with it.
      if (gateway.child.exitCode !== null) gateway = await startGateway(environment, dataDir)
      expect((await gateway.call('/health/ready')).status).toBe(200)
      accepted.push((await gateway.submitAndWait(invoiceJson('FULL-AFTER'))).id)
      for (const id of accepted) expect(await finalStatus(gateway, id)).toBe('delivered')
    } finally {
      await gateway.stop()
    }
  },
)

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
  for (let number = 1; ; number++) {
    const response = await submit(gateway, invoiceJson(`FULL-${number}`))
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
