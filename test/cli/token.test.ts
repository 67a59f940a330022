// `fourcorner token create`: what a token may do, and for how long, unless the command says more.
import type { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { tenantCommand } from '../../src/cli/tenant.ts'
import { tokenCommand } from '../../src/cli/token.ts'
import type { Problem } from '../../src/problem.ts'
import { testDatabase } from '../store/database.ts'

const { store, url, pool } = await testDatabase()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** Runs a command on the database of this file. */
async function run(command: Command, ...args: string[]) {
  vi.stubEnv('DATABASE_URL', url)
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  out.mockClear()
  err.mockClear()
  await command.parseAsync(args, { from: 'user' })
  return { stdout: out.mock.calls.join(''), stderr: err.mock.calls.join('') }
}

async function create(tenant: string, ...args: string[]) {
  const ran = await run(tokenCommand(), 'create', '--name', 'made', '--tenant', tenant, ...args)
  const token = (await store.tokenByPublicId(ran.stdout.trim().split('_')[2]!))!
  return { ...ran, token }
}

async function tenantNames(): Promise<string[]> {
  return (await store.tenants({ limit: 200 })).items.map(({ name }) => name)
}

describe('token create', () => {
  it('gives what sends, follows and prints, for a year, and says so', async () => {
    const { token, stderr } = await create('Vierhoek')
    expect(token.scopes).toEqual(['documents:write', 'documents:read', 'pdf'])
    const inAYear = new Date(token.createdAt)
    inAYear.setUTCFullYear(inAYear.getUTCFullYear() + 1)
    expect(Math.abs(token.expiresAt!.getTime() - inAYear.getTime())).toBeLessThan(60_000)
    expect(stderr).toContain(
      'It has the scopes documents:write, documents:read, pdf, and works until ' +
        `${token.expiresAt!.toISOString()}.`,
    )
  })

  it('gives what is named, and for ever where that is said', async () => {
    const named = ['--scope', 'admin', 'metrics', '--expires', 'never']
    const { token, stderr } = await create('Vierhoek', ...named)
    expect(token.scopes).toEqual(['admin', 'metrics'])
    expect(token).not.toHaveProperty('expiresAt')
    expect(stderr).toContain('admin, metrics, and works for ever.')
    const until = await create('Vierhoek', '--expires', '2099-12-31T00:00:00Z')
    expect(until.token.expiresAt).toEqual(new Date('2099-12-31T00:00:00Z'))
  })

  it('makes no operator of a tenant that it would have to make', async () => {
    const error = await create('Virhoek', '--scope', 'operator').catch((one: Problem) => one)
    expect(error).toMatchObject({ code: 'tenant.not-found' })
    expect((error as Problem).detail).toContain("There is no tenant 'Virhoek'.")
    expect(await tenantNames()).not.toContain('Virhoek')
    const { rows } = await pool.query("select from tokens where 'operator' = any (scopes)")
    expect(rows).toEqual([])
  })

  it('makes an operator of a tenant that is there, when it is named', async () => {
    await run(tenantCommand(), 'add', 'Operators')
    const { token } = await create('Operators', '--scope', 'operator', 'admin')
    expect(token.scopes).toEqual(['operator', 'admin'])
  })
})
