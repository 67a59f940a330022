import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

const program = resolve('dist/cli/index.js')

describe('a second process on one embedded data folder', () => {
  let gateway: GatewayProcess
  beforeAll(async () => {
    gateway = await startGateway({ DATABASE_URL: '' })
  })
  afterAll(() => gateway.stop())

  const run = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], {
      env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', PORT: '0', DATA_DIR: gateway.dataDir },
      encoding: 'utf8',
      timeout: 60_000,
    })

  it('is refused with a message that names the first', () => {
    const second = run('start')
    expect(second.status).toBe(1)
    expect(second.stderr).toContain(String(gateway.child.pid))
    expect(second.stderr).toContain(gateway.dataDir)
  })

  it('leaves the first one running, and its files alone', async () => {
    const sandbox = () =>
      ['dns-server', 'pki/gateway.pem'].map((name) =>
        readFileSync(join(gateway.dataDir, 'sandbox', name), 'utf8'),
      )
    const before = sandbox()
    expect(run('start').status).toBe(1)
    expect(sandbox()).toEqual(before)
    const answer = await gateway.call('/api/identity/check')
    expect(answer.status).toBe(200)
  })

  it(
    'may be a command: a token created beside the running gateway works at once, and no ' +
      'longer once revoked',
    async () => {
      const made = run('token', 'create', '--name', 'beside')
      expect(made.stderr).toMatch(/^It has the scopes .* until .*\.\n$/)
      const token = made.stdout.trim()
      const check = () => gateway.call('/api/identity/check', { headers: { 'X-API-Token': token } })
      expect((await check()).status).toBe(200)
      expect(run('token', 'revoke', token.split('_')[2]!).status).toBe(0)
      expect((await check()).status).toBe(401)
    },
  )

  it('makes tenants and replaces tokens beside the running gateway', async () => {
    const added = run('tenant', 'add', 'Vierhoek', '--participant', '0208:0123456749')
    const tenant = { name: 'Vierhoek', participants: ['0208:0123456749'], duplicates: 'refuse' }
    expect(JSON.parse(added.stdout)).toMatchObject(tenant)
    expect(run('tenant', 'add', 'Vierhoek').status).toBe(1)
    const changed = run('tenant', 'set', 'Vierhoek', '--duplicates', 'warn')
    expect(JSON.parse(changed.stdout)).toMatchObject({ ...tenant, duplicates: 'warn' })
    expect(run('tenant', 'set', 'nobody', '--duplicates', 'warn').status).toBe(1)
    const names = run('tenant', 'list').stdout.trim().split('\n')
    expect(names.map((line) => JSON.parse(line).name)).toEqual([
      ...['Vierhoek', 'default', 'service-provider'],
    ])

    const status = async (token: string) =>
      (await gateway.call('/api/identity/check', { headers: { 'X-API-Token': token } })).status
    const made = run('token', 'create', '--name', 'old', '--tenant', 'Vierhoek')
    expect(made.stderr).not.toContain('no tenant')
    const old = made.stdout.trim()
    const typing = run('token', 'create', '--name', 'one', '--tenant', 'Virhoek')
    expect(typing.stderr).toContain("There was no tenant 'Virhoek'")
    const rotate = () => run('token', 'rotate', old.split('_')[2]!, '--overlap', '0')
    const next = rotate().stdout.trim()
    expect([await status(old), await status(next)]).toEqual([401, 200])
    expect(rotate().status).toBe(1)
  })

  it('says whom the running gateway receives for, and the network knows at once', async () => {
    const participant = '0208:0685660237'
    const registered = async () => {
      const answer = await gateway.call(`/api/v1/registrations/${participant}`)
      return answer.status === 200
    }
    const added = run('participant', 'add', participant, '--types', 'invoice', '--country', 'BE')
    expect(JSON.parse(added.stdout)).toMatchObject({ participant, country: 'BE' })
    expect(await registered()).toBe(true)
    const found = await gateway.call(`/api/v1/participants/${participant}`)
    expect(await found.json()).toMatchObject({
      registered: true,
      endpoint: { url: `${gateway.url}/as4` },
    })
    const again = run('participant', 'add', participant, '--tenant', 'Vierhoek')
    expect([again.status, again.stderr]).toEqual([1, expect.stringContaining('one tenant')])
    expect(run('participant', 'list').stdout).toContain(participant)
    expect(run('participant', 'list', '--tenant', 'Vierhoek').stdout).toBe('')
    expect(run('participant', 'remove', participant).status).toBe(0)
    expect(await registered()).toBe(false)
    expect(run('participant', 'remove', participant).status).toBe(1)
  })

  it('shows neither the first token again nor any secret', async () => {
    const secret = gateway.token.split('_')[3]!
    expect(run('token', 'list').stdout).not.toContain(secret)
    expect(run('config').stdout).not.toContain(secret)
  })
})

describe('the command', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [program, ...words], { encoding: 'utf8' })

  it('exits with 2 on wrong use and with 0 on help', () => {
    expect(run('no-such-command').status).toBe(2)
    expect(run('token', 'create').status).toBe(2)
    expect(run('--help').status).toBe(0)
  })
})
