import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openConfiguredStore } from '../../src/setup/open-store.ts'
import { temporaryFolder } from '../store/database.ts'

it.each(['127.0.0.1', 'localhost'])(
  'names the setting of a server on %s that nobody can reach',
  async (host) => {
    const opened = openConfiguredStore({ databaseUrl: `postgres://${host}:1/x` })
    await expect(opened).rejects.toThrow(/^DATABASE_URL: .+ECONNREFUSED.*; start it, or correct/)
  },
)

it('names no setting of a server for a folder that cannot be used', async () => {
  const file = join(await temporaryFolder(), 'no-folder')
  writeFileSync(file, '')
  const opened = openConfiguredStore({ dataDir: file })
  await expect(opened).rejects.toThrow(/^(?!DATABASE_URL)/)
})
