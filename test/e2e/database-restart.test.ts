// A database server that disappears for a moment takes neither documents nor the gateway with it.
import { Client } from 'pg'
import { expect, it } from 'vitest'
import { freshDatabase } from './database.ts'
import { startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

const server = process.env.DATABASE_URL

it.skipIf(!server && !process.env.CI)(
  'survives a server that drops every connection, again and again (set DATABASE_URL)',
  async () => {
    const url = await freshDatabase(server!)
    const gateway = await startGateway({ DATABASE_URL: url, LOG_LEVEL: 'fatal' })
    const admin = new Client({ connectionString: url })
    await admin.connect()
    try {
      const accepted: string[] = []
      for (let number = 0; number < 40; number++) {
        if (number % 8 === 4) await dropConnections(admin)
        const headers = { 'Content-Type': 'application/json' }
        const body = invoiceJson(`RESTART-${number}`)
        const answer = await gateway.call('/api/v1/invoices/submit', {
          method: 'POST',
          headers,
          body,
        })
        expect([202, 503]).toContain(answer.status)
        const { id } = (await answer.json()) as { id: string }
        if (answer.status === 202) accepted.push(id)
      }
      expect(accepted.length).toBeGreaterThan(20)
      for (const id of accepted) {
        const status = async () => {
          const record = await (await gateway.call(`/api/v1/status/${id}?wait=10`)).json()
          return (record as { status: string }).status
        }
        await expect.poll(status, { timeout: 120_000 }).toBe('delivered')
      }
    } finally {
      await admin.end()
      expect(await gateway.stop()).toBe(0)
    }
  },
)

async function dropConnections(admin: Client): Promise<void> {
  await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() ' +
      'and pid <> pg_backend_pid()',
  )
}
