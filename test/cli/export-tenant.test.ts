// `fourcorner tenant export`: into a new folder, never over anything that is there.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { tenantCommand } from '../../src/cli/tenant.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import { temporaryFolder, testDatabase } from '../store/database.ts'
import { newAccept } from '../store/records.ts'

const { store, url } = await testDatabase()
const dataDir = await temporaryFolder()
const { sandbox } = await startSandboxIn(dataDir)
afterAll(() => sandbox.close())
const folder = await temporaryFolder()
const tenant = { id: crypto.randomUUID(), participants: ['*'], duplicates: 'warn' as const }
await store.ensureTenant({ ...tenant, name: 'Hoekhuis' }, { actor: 'test', at: new Date() })
const accept = newAccept(tenant.id, { createdAt: new Date(Date.now() - 1_000) })
await store.acceptDocument(accept)

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

async function run(name: string, out: string): Promise<string> {
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('DATA_DIR', dataDir)
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await tenantCommand().parseAsync(['export', name, '--out', out], { from: 'user' })
  return written.mock.calls.join('')
}

it('writes parts and an index of them, for their owner alone', async () => {
  const out = join(folder, 'new', 'export')
  expect(await run('Hoekhuis', out)).toContain(`1 documents of Hoekhuis are in ${out}.`)
  expect(readdirSync(out)).toEqual(['index.json', 'part-0001.zip'])
  const part = readFileSync(join(out, 'part-0001.zip'))
  expect(JSON.parse(readFileSync(join(out, 'index.json'), 'utf8'))).toMatchObject({
    tenant: { name: 'Hoekhuis' },
    parts: [
      {
        ...{ file: 'part-0001.zip', documents: 1, bytes: part.length },
        sha256: createHash('sha256').update(part).digest('hex'),
      },
    ],
  })
  for (const file of readdirSync(out)) expect(statSync(join(out, file)).mode & 0o777).toBe(0o600)
})

it('refuses a folder that holds something, and a tenant that is not there', async () => {
  const out = join(folder, 'used')
  mkdirSync(out)
  writeFileSync(join(out, 'part-0001.zip'), 'mine')
  await expect(run('Hoekhuis', out)).rejects.toThrow(/holds something, perhaps an export that was/)
  expect(readdirSync(out)).toEqual(['part-0001.zip'])
  expect(readFileSync(join(out, 'part-0001.zip'), 'utf8')).toBe('mine')
  await expect(run('Nirgends', join(folder, 'none'))).rejects.toMatchObject({
    code: 'tenant.not-found',
  })
  expect(readdirSync(folder)).not.toContain('none')
})
