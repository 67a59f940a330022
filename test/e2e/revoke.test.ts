// `fourcorner sandbox revoke`, as an operator tries it out: the gateway is not told, and finds it
// in the next list.
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

let gateway: GatewayProcess
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

/** A list of the sandbox holds for 30 seconds, and is fetched again when half of them are over. */
const listMs = 30_000

it('nothing is sent to an access point once its certificate is on the list', async () => {
  expect((await gateway.submitAndWait(invoiceJson('BEFORE'))).status).toBe('delivered')
  const revoked = spawnSync(
    process.execPath,
    [resolve('dist/cli/index.js'), 'sandbox', 'revoke', 'POP900002'],
    { env: { ...process.env, NODE_ENV: '', DATA_DIR: gateway.dataDir }, encoding: 'utf8' },
  )
  expect({ status: revoked.status, stderr: revoked.stderr }).toEqual({ status: 0, stderr: '' })

  const begun = Date.now()
  let count = 0
  const submit = () => gateway.submitAndWait(invoiceJson(`AFTER-${count++}`))
  let last = await submit()
  while (last.status === 'delivered' && Date.now() - begun < 2 * listMs) {
    await new Promise((later) => setTimeout(later, 1_000))
    last = await submit()
  }
  expect(last).toMatchObject({ status: 'failed', failure: { code: 'certificate.revoked' } })
  expect(await submit()).toMatchObject({ status: 'failed' })
})
