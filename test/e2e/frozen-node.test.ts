// A node that is frozen in the middle of a delivery for longer than its lease, and woken while
// another node repeats it: the receiver sees one message, twice, and holds the document once.
import { expect, it } from 'vitest'
import { startReceiver } from '../chaos/receiver.ts'
import { randomNumbers } from '../fuzz/random.ts'
import { freshDatabase } from './database.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const server = process.env.DATABASE_URL

it.skipIf(!server && !process.env.CI)(
  'writes nothing after it was taken over, and goes on with the next document',
  async () => {
    const receiver = await startReceiver(randomNumbers(1), 10)
    const environment = {
      ...receiver.settings,
      DATABASE_URL: await freshDatabase(server!),
      LOG_LEVEL: 'warn',
    }
    const first = await startGateway(environment)
    let second: GatewayProcess | undefined
    try {
      receiver.calm()
      expect(await first.submitAndWait(invoiceJson('FROZEN-1'))).toMatchObject({
        status: 'delivered',
      })
      receiver.hold()
      const body = invoiceJson('FROZEN-2')
      const headers = { 'Content-Type': 'application/json' }
      const submit = { method: 'POST', headers, body }
      const { id } = (await (await first.call('/api/v1/invoices/submit', submit)).json()) as {
        id: string
      }
      await expect.poll(() => receiver.arrivals().length, { timeout: 10_000 }).toBe(2)
      first.child.kill('SIGSTOP')
      second = await startGateway(environment, first.dataDir)
      await expect.poll(() => receiver.arrivals().length, { timeout: 30_000 }).toBe(3)

      // The receiver lets go of its answer to the first, who has no lease any more.
      first.child.kill('SIGCONT')
      await expect
        .poll(() => first.output(), { timeout: 10_000 })
        .toContain('another process took over this document; this outcome was not recorded')
      const history = async () => {
        const answer = await second!.call(`/api/v1/status/${id}/history`)
        const { auditLog } = (await answer.json()) as { auditLog: { event: string }[] }
        return auditLog.map(({ event }) => event)
      }
      const takenOver = ['submitted', 'claimed', 'lease-ran-out', 'claimed']
      expect(await history()).toEqual(takenOver)
      receiver.calm()
      await expect.poll(history, { timeout: 10_000 }).toEqual([...takenOver, 'delivered'])

      const [, once, again] = receiver.arrivals()
      expect(once).not.toHaveProperty('repeat')
      expect(again).toMatchObject({ messageId: once!.messageId, repeat: true })
      const { files } = (await (await second.call(`/api/v1/documents/${id}/files`)).json()) as {
        files: { kind: string }[]
      }
      // Both sent the bytes that are stored: there are no others.
      expect(files.filter(({ kind }) => kind === 'as4-request')).toHaveLength(1)
      expect(await first.submitAndWait(invoiceJson('FROZEN-3'))).toMatchObject({
        status: 'delivered',
      })
    } finally {
      first.child.kill('SIGCONT')
      await Promise.all([first.stop(), second?.stop()])
      await receiver.close()
    }
  },
)
