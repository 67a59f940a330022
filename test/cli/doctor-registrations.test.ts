// Whom `fourcorner doctor` looks up: the participants that are registered in its database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { doctorCommand } from '../../src/cli/doctor.ts'
import { accessPointSettings } from '../access-point-settings.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import { testDatabase } from '../store/database.ts'

const { store, url } = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'fourcorner-doctor-'))
const { sandbox } = await startSandboxIn(folder)

afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true })
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

it('are those that are registered, though no token names them', async () => {
  const tenant = { id: crypto.randomUUID(), name: 'yours', participants: ['9915:listed'] }
  const by = { actor: 'test', at: new Date() }
  await store.ensureTenant({ ...tenant, duplicates: 'warn' }, by)
  // Their order is that of the ids.
  const idOf = (count: number) => `00000000-0000-7000-8000-${`${count}`.padStart(12, '0')}`
  const registration = { id: idOf(1), tenantId: tenant.id, documentTypes: [] }
  const participant = '9930:de123456788'
  const added = { ...registration, participant, createdAt: by.at, byOperator: true }
  expect(await store.addRegistration(added, by)).toBe('added')
  // It was withdrawn from the SMP: that others do not find it there is as it should be.
  const withdrawn = { ...added, id: idOf(2), participant: '9915:withdrawn' }
  expect(await store.addRegistration(withdrawn, by)).toBe('added')
  const epoch = (await store.takeRegistrarLease(60_000))!
  const note = { participant: withdrawn.participant, state: 'withdrawn', at: by.at } as const
  await store.notePublication({ ...note, epoch, by: 'test' })
  // More than are looked up; the last one has to be identified anew first.
  for (let count = 0; count < 30; count++) {
    const more = { ...added, id: idOf(10 + count), participant: `9915:more${count}` }
    expect(await store.addRegistration(more, by)).toBe('added')
  }
  const identified = { checked: 'register', checkedBy: 'us', reference: 'K-1' }
  const days = { checkedOn: '2026-11-01', dueOn: '2099-01-01' }
  await store.recordIdentification({ participant: '9915:more29', ...identified, ...days }, by)

  const given = { ...accessPointSettings({ laboratory: folder, sandbox }, folder) }
  for (const [name, value] of Object.entries({ ...given, DATABASE_URL: url }))
    vi.stubEnv(name, value)
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await doctorCommand().parseAsync([], { from: 'user' })
  const entry = out.mock.calls.flat().filter((line) => String(line).startsWith('own SMP entry'))
  expect(entry).toEqual([expect.stringContaining(participant)])
  expect(entry[0]).toContain('9915:more29')
  expect(entry[0]).not.toContain('9915:more28')
  expect(entry[0]).not.toContain('9915:listed')
  expect(entry[0]).not.toContain('9915:withdrawn')
})
