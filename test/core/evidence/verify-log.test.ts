// The log of the installation is held by the signed heads: what somebody with the rights of the
// database changes in it, or takes out of it, is found.
import { expect, it } from 'vitest'
import { actorOf } from '../../../src/core/access/actor.ts'
import { changeTenant } from '../../../src/core/access/tenants.ts'
import { signAudit } from '../../../src/core/evidence/sign-audit.ts'
import { type AuditFault, verifyAudit } from '../../../src/core/evidence/verify-audit.ts'
import { installationLog, openStore } from '../../../src/store/index.ts'
import { databaseBefore } from '../../store/version-before.ts'
import { openTestGateway } from '../test-gateway.ts'

const { gateway, caller, pool, submit, clock } = await openTestGateway()
const { store, peppolAccess } = gateway
const { trust } = peppolAccess.network
const { id } = caller.tenant

const change = (duplicates: 'refuse' | 'warn') =>
  changeTenant(gateway, { id, actor: actorOf(caller) }, { duplicates })

/** Three lines in the chain of the tenant and in that of the installation, covered by two heads. */
async function history(): Promise<void> {
  await change('refuse')
  await submit()
  await signAudit(gateway)
  await change('warn')
  clock.aheadMs += 1_000
  await signAudit(gateway)
}

async function faults(of = store): Promise<AuditFault[]> {
  const found: AuditFault[] = []
  for await (const fault of verifyAudit({ store: of, trust, seatId: 'POP900001' }))
    found.push(fault)
  return found
}

/** As somebody who may do everything to the database. */
async function forge(statements: string[]): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query("begin; set local session_replication_role = 'replica'")
    for (const statement of statements)
      await client.query(statement, statement.includes('$1') ? [id] : [])
    await client.query('commit')
  } finally {
    client.release()
  }
}

it('is whole, and covered with what documents leave', async () => {
  await history()
  expect(await faults()).toEqual([])
  const verifying = verifyAudit({ store, trust, seatId: 'POP900001' })
  const { value } = await verifying.next()
  expect(value).toMatchObject({ documents: 1, logLines: 6, heads: 2, uncovered: 0 })
})

const hashed = `
  encode(sha256(convert_to(json_build_array(
    previous_hash, chain_id, sequence,
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    event, actor, subject, detail::text)::text, 'UTF8')), 'hex')`
const last = 'chain_id = $1 and sequence = 3'

const forgeries: [string, string[], Partial<AuditFault>][] = [
  ...['actor', 'event', 'subject'].map((column): [string, string[], Partial<AuditFault>] => [
    `a line with another ${column}`,
    [`update log_lines set ${column} = 'x' where chain_id = $1 and sequence = 2`],
    { log: id, detail: 'its chain is broken at line 2' },
  ]),
  [
    'a line with other details',
    [`update log_lines set detail = '{"duplicates": "warn"}' where chain_id = $1 and sequence = 2`],
    { log: id, detail: 'its chain is broken at line 2' },
  ],
  [
    'a changed line with the hash that it should have',
    [
      `update log_lines set actor = 'x' where ${last}`,
      `update log_lines set hash = ${hashed} where ${last}`,
    ],
    { log: id, head: 2, detail: 'its line 3 is not the one that was signed' },
  ],
  [
    'the last line removed',
    [`delete from log_lines where ${last}`],
    { log: id, head: 2, detail: 'its line 3, which was signed, is missing' },
  ],
  [
    'a line removed from the middle',
    ['delete from log_lines where chain_id = $1 and sequence = 2'],
    { log: id, detail: 'its chain is broken at line 3' },
  ],
  [
    'the chain of a tenant removed',
    ['delete from log_lines where chain_id = $1'],
    { log: id, head: 2, detail: 'its line 3, which was signed, is missing' },
  ],
  [
    'the chain of the installation removed',
    [`delete from log_lines where chain_id = '${installationLog}'`],
    { log: installationLog, head: 1, detail: 'its line 2, which was signed, is missing' },
  ],
  [
    'a line moved to another chain',
    [`update log_lines set chain_id = '${installationLog}', sequence = 4 where ${last}`],
    { log: installationLog, detail: 'its chain is broken at line 4' },
  ],
]

it.each(forgeries)('finds %s', async (_, statements, fault) => {
  await history()
  await forge(statements)
  expect(await faults()).toContainEqual(fault)
})

it('finds a line that is kept from the heads, once one is much later', async () => {
  await history()
  await change('refuse')
  await forge(['delete from audit_uncovered'])
  await submit()
  clock.aheadMs += 590_000
  await signAudit(gateway)
  expect(await faults()).toEqual([])
  clock.aheadMs += 20_000
  await submit()
  await signAudit(gateway)
  const detail = 'no head covers its last line 4, but a later head exists'
  const found = await faults()
  expect(found).toContainEqual({ log: id, detail })
  expect(found).toContainEqual({ log: installationLog, detail })
})

it('has no lines yet in a database of the version before, where nothing is wrong', async () => {
  const { folder, bringUpToDate, close } = await databaseBefore()
  await bringUpToDate()
  await close()
  const upgraded = await openStore({ dataDir: folder })
  try {
    expect(await faults(upgraded)).toEqual([])
  } finally {
    await upgraded.close()
  }
})
