// The README's first screen, typed as printed.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'

describe("the README's curl lines", () => {
  let gateway: GatewayProcess
  beforeAll(async () => {
    gateway = await startGateway({ PORT: '8080' })
  })
  afterAll(() => gateway.stop())

  const screen = readFileSync('README.md', 'utf8').split('\n').slice(0, 60).join('\n')
  const block = [...screen.matchAll(/```(?:sh|bash|console)?\n([\s\S]*?)```/g)].map(
    (found) => found[1] ?? '',
  )
  const lines = block.find((text) => text.includes('curl')) ?? ''

  const run = (script: string) => {
    const { status, stdout, stderr } = spawnSync('bash', ['-eu', '-c', script], {
      encoding: 'utf8',
      cwd: dirname(gateway.dataDir),
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    return JSON.parse(stdout) as Record<string, unknown>
  }

  it(
    'work as printed after npm start: the token is known, the document ' +
      'delivered, its status shown',
    () => {
      const scripts = lines
        .replaceAll('data/api-token', `${gateway.dataDir}/api-token`)
        .split(/\n\n(?=curl)/)
      expect(scripts).toHaveLength(3)
      const [check, submit, status] = scripts.map(run)
      expect(check).toMatchObject({ valid: true, service: { network: 'sandbox' } })
      expect(submit).toMatchObject({ status: 'delivered', number: '2026-1' })
      expect(status).toMatchObject({ data: [{ id: submit?.id, status: 'delivered' }] })
    },
  )
})
