// `fourcorner tenant`, `token` and `participant`: one verb for the same thing, the ones of before,
// a table on a terminal and JSON lines elsewhere.
import type { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { participantCommand } from '../../src/cli/participant.ts'
import { tenantCommand } from '../../src/cli/tenant.ts'
import { tokenCommand } from '../../src/cli/token.ts'
import { testDatabase } from '../store/database.ts'

const { store, url } = await testDatabase()

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

const commands: Record<string, () => Command> = {
  tenant: tenantCommand,
  token: tokenCommand,
  participant: participantCommand,
}

/** Runs a command on the database of this file, and returns what it printed. */
async function run(words: string, { terminal = false } = {}): Promise<string> {
  vi.stubEnv('DATABASE_URL', url)
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  out.mockClear()
  const { isTTY } = process.stdout
  process.stdout.isTTY = terminal
  const [name, ...args] = words.split(' ')
  try {
    await commands[name!]!().parseAsync(args, { from: 'user' })
  } finally {
    process.stdout.isTTY = isTTY
  }
  return out.mock.calls.join('')
}

const jsonOf = async (words: string) =>
  (await run(words)).split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))

describe('the verbs', () => {
  it('are the same for all, and those of before stay', () => {
    const verbs = Object.entries(commands).map(([name, make]) => [
      name,
      make().commands.map((one) => [one.name(), ...one.aliases()].join('|')),
    ])
    expect(Object.fromEntries(verbs)).toEqual({
      tenant: ['create|add', 'list', 'show', 'change|set', 'export', 'remove'],
      token: ['create', 'list', 'show', 'rotate', 'remove|revoke'],
      participant: [
        ...['create|add', 'list', 'show', 'change', 'remove', 'export'],
        ...['plan', 'apply', 'status', 'migrate-in', 'migrate-out'],
        ...['identify', 'identifications'],
      ],
    })
  })

  it('create, show, change and remove a tenant', async () => {
    const [made] = await jsonOf('tenant create Hoekhuis --participant 0208:0123456749')
    expect(made).toMatchObject({ name: 'Hoekhuis', participants: ['0208:0123456749'] })
    expect(await jsonOf('tenant show Hoekhuis')).toEqual([made])
    const [changed] = await jsonOf('tenant set Hoekhuis --name Hoek --duplicates warn')
    expect(changed).toEqual({ ...made, name: 'Hoek', duplicates: 'warn' })
    const [kept] = await jsonOf(
      'tenant change Hoek --retention-days 90 --mls-wait 10 --mls-type FAILURE_ONLY',
    )
    expect(kept).toEqual({ ...changed, retentionDays: 90, mlsWait: 10, mlsType: 'FAILURE_ONLY' })
    const none = 'tenant change Hoek --retention-days default --mls-wait default --mls-type default'
    expect(await jsonOf(none)).toEqual([changed])
    const allowed = { ...changed, mayPublish: true }
    expect(await jsonOf('tenant change Hoek --may-publish')).toEqual([allowed])
    expect(await jsonOf('tenant change Hoek --duplicates warn')).toEqual([allowed])
    expect(await jsonOf('tenant change Hoek --no-may-publish')).toEqual([changed])
    expect(await run('tenant remove Hoek')).toBe('')
    await expect(run('tenant show Hoek')).rejects.toMatchObject({ code: 'tenant.not-found' })
    await expect(run('tenant remove Hoek')).rejects.toMatchObject({ code: 'tenant.not-found' })
    await expect(run('tenant change Hoek')).rejects.toMatchObject({ code: 'tenant.not-found' })
  })

  it('show and remove a token', async () => {
    const secret = (await run('token create --name made')).trim()
    const publicId = secret.split('_')[2]!
    const [shown] = await jsonOf(`token show ${publicId}`)
    expect(shown).toMatchObject({ publicId, name: 'made', tenant: 'default' })
    expect(Object.keys(shown)).not.toContain('secretSha256')
    expect(JSON.stringify(shown)).not.toContain(secret.split('_').at(-1))
    expect(await jsonOf('token list')).toContainEqual(shown)
    await run(`token remove ${publicId}`)
    expect((await store.tokenByPublicId(publicId))!.revokedAt).toBeInstanceOf(Date)
    for (const words of ['token show abcdefgh', 'token remove abcdefgh', 'token revoke abcdefgh']) {
      process.exitCode = undefined
      expect(await run(words)).toBe('')
      expect(process.exitCode, words).toBe(1)
    }
  })

  it('create, show, change and remove a participant; what is not stated stays', async () => {
    const id = '0208:0987654394'
    const [made] = await jsonOf(`participant add ${id} --types invoice,pint-ae --country BE`)
    expect(made).toMatchObject({ participant: id, country: 'BE' })
    expect(JSON.stringify(made.documentTypes)).toContain('pint:billing-1@ae-1')
    const [changed] = await jsonOf(`participant change ${id} --end-user shop-7`)
    expect(changed).toEqual({ ...made, endUser: 'shop-7' })
    const [all] = await jsonOf(`participant change ${id} --types all`)
    expect(all).toMatchObject({ documentTypes: 'all', country: 'BE', endUser: 'shop-7' })
    expect(await jsonOf(`participant show ${id}`)).toEqual([all])
    const checks = '--checked Extract --by An --reference KYC-1 --on 2026-01-10'
    const [identified] = await jsonOf(`participant identify ${id} ${checks} --due 2026-03-10`)
    expect(identified).toMatchObject({ participant: id, checked: 'Extract', state: 'overdue' })
    expect(await jsonOf('participant identifications')).toEqual([identified])
    expect(await run('participant identifications --csv')).toMatch(
      new RegExp(`^participant,state,due,[^\n]*\r\n${id},overdue,2026-03-10,`),
    )
    await expect(
      run(`participant identify ${id} ${checks} --due 2026-01-10`),
    ).rejects.toMatchObject({ code: 'request.invalid-field' })
    expect(await jsonOf(`participant remove ${id}`)).toEqual([{ removed: id }])
    for (const verb of ['show', 'change', 'remove'])
      await expect(run(`participant ${verb} ${id}`)).rejects.toMatchObject({
        code: 'registration.not-found',
      })
  })
})

describe('on a terminal', () => {
  it('a list is a table, and one value its facts', async () => {
    await run('tenant create Tafel --participant 0208:0123456749 0208:0987654394')
    const table = (await run('tenant list', { terminal: true })).trimEnd().split('\n')
    expect(table[0]).toMatch(/^name +may send for +same number twice +id$/)
    const row = table.find((line) => line.startsWith('Tafel'))!
    expect(row.indexOf('0208:0123456749, 0208:0987654394')).toBe(table[0]!.indexOf('may send'))
    const facts = await run('tenant show Tafel', { terminal: true })
    expect(facts).toMatch(/^name +Tafel$/m)
    expect(facts).toMatch(/^participants +0208:0123456749, 0208:0987654394$/m)
  })

  it('says when there is nothing', async () => {
    const list = 'participant list --tenant Tafel'
    expect(await run(list, { terminal: true })).toBe('There is no participant.\n')
    expect(await run(list)).toBe('')
  })

  it('is JSON where that is asked for', async () => {
    const lines = await run('tenant list --json', { terminal: true })
    expect(lines).toBe(await run('tenant list'))
    const shown = await run('tenant show Tafel --json', { terminal: true })
    expect(JSON.parse(shown)).toMatchObject({ name: 'Tafel' })
  })

  it('a name cannot draw a table of its own', async () => {
    vi.stubEnv('DATABASE_URL', url)
    const by = { actor: 'test', at: new Date() }
    const id = '0193a6d0-0000-7000-8000-000000000001'
    const name = 'a\u001b[31m\nb'
    await store.ensureTenant({ id, name, participants: [], duplicates: 'refuse' }, by)
    const table = await run('tenant list', { terminal: true })
    expect(table).toContain('a[U+001B][31m[U+000A]b')
    expect(table).not.toContain('\u001b')
  })
})
