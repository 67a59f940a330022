// Where others deliver to, as the registrar writes it into the SMP.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withRegistrar } from '../../src/cli/publication/open-registrar.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import { temporaryFolder, testDatabase } from '../store/database.ts'
import { configOf } from './open-writer.ts'

const { store } = await testDatabase()
const folder = await temporaryFolder()
let sandbox: Sandbox

beforeAll(async () => {
  ;({ sandbox } = await startSandboxIn(folder))
})

afterAll(() => sandbox.close())

it.each([
  // The gateway listens on the address of that name, and publishes it.
  [{ HOST: 'localhost', PORT: '8080' }, 'http://127.0.0.1:8080/as4'],
  [{ HOST: '127.0.0.1', PORT: '8080' }, 'http://127.0.0.1:8080/as4'],
  [{ HOST: '::1', PORT: '8080' }, 'http://[::1]:8080/as4'],
  [{ HOST: 'localhost', PORT: '8080', AS4_PORT: '8081' }, 'http://localhost:8081/as4'],
  [{ HOST: '::1', PORT: '8080', AS4_PORT: '8081' }, 'http://[::1]:8081/as4'],
  [{ HOST: '::1', AS4_URL: 'https://ap.example/as4' }, 'https://ap.example/as4'],
])('is with %j %s', async (change, url) => {
  const settings: Record<string, string> = {
    PEPPOL_NETWORK: 'sandbox',
    DATA_DIR: folder,
    ...change,
  }
  await withRegistrar(configOf(settings), store, async ({ needs }) => {
    expect(needs.endpoint.url).toBe(url)
  })
})
