// `fourcorner participant migrate-in` and `migrate-out` between two SMPs of the sandbox.
import { describe } from 'vitest'
import { itMoves } from '../setup/participant-moving.ts'
import { startSandboxSmps } from '../setup/sandbox-smps.ts'
import { testDatabase } from '../store/database.ts'

const { store, url } = await testDatabase()

describe('moving between SMPs of the sandbox', () => {
  itMoves(async () => {
    const network = await startSandboxSmps()
    const key = network.file('secrets-key', `${'ab'.repeat(32)}\n`)
    const environment = { ...network.environment, DATABASE_URL: url, SECRETS_KEY_FILE: key }
    return { ...network, environment, store }
  })
})
