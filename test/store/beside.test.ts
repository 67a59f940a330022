// A process of the version before goes on working on a database that a new one has migrated.
import { expect, it } from 'vitest'
import { readSchema } from '../../src/store/postgres/migrate.ts'
import { acceptDocument, claimJobs, renewLease } from '../../src/store/statements.ts'
import { after, claimBy, newAccept, start } from './records.ts'
import { databaseBefore } from './version-before.ts'

it('a session that has claimed before the migrations claims after them', async () => {
  const { pool, bringUpToDate } = await databaseBefore({ last: '0029_log.sql' })
  await pool.query('select make_month($1)', [start])
  const tenant = { id: crypto.randomUUID() }
  await pool.query(
    `insert into tenants (id, name, participants, duplicates, created_at)
     values ($1, 'main', '{}', 'warn', $2)`,
    [tenant.id, start],
  )
  // The statements are those of this version: they need the columns that it has added since.
  const { migrations } = await readSchema()
  const added = migrations.find(({ name }) => name === '0032_attention.sql')!.sql
  await pool.query(added.split('-- Why')[0]!)
  await pool.query(`alter table states add column forgotten_at timestamptz,
    add column word_code text, add column word_at timestamptz,
    add column reports jsonb, add column tax_report jsonb`)
  for (let count = 0; count < 3; count++)
    await acceptDocument(pool, newAccept(tenant.id, { createdAt: start }))
  const claimOne = async (owner: string, seconds: number) =>
    (await claimJobs(pool, claimBy(owner, after(seconds), 1))).jobs
  const [first] = await claimOne('before', 1)

  await pool.query(`drop view document_records; alter table states drop column set_aside_at,
    drop column set_aside_note, drop column sent_anew_as, drop column sent_instead_of,
    drop column response_code, drop column is_test, drop column forgotten_at,
    drop column word_code, drop column word_at, drop column reports, drop column tax_report`)
  const applied = await bringUpToDate()
  expect(applied[0]).toBe('0030_functions.sql')

  const { jobId, epoch, document } = first!
  const lease = { jobId, epoch, documentId: document.id, owner: 'before', until: after(60) }
  expect(await renewLease(pool, lease)).toBe(true)
  const [second] = await claimOne('before', 2)
  const [third] = await claimOne('after', 3)
  const ids = new Set([first, second, third].map((job) => job?.document.id))
  expect(ids.size).toBe(3)
  expect(ids).not.toContain(undefined)
})
