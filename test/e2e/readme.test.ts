// The README's first screen, typed as it stands there.
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
  const block = [...screen.matchAll(/```(?:sh|bash|console)?\n([\s\S]*?)```/g)].map((found) => found[1] ?? '')
  const lines = block.find((text) => text.includes('curl')) ?? ''

  it('work as printed after npm start: the token is known, the document accepted, its status told', () => {
    expect(lines.match(/curl/g)?.length).toBe(3)
    const script = lines.replaceAll('data/api-token', `${gateway.dataDir}/api-token`)
    const { stdout, stderr } = spawnSync('bash', ['-eu', '-c', script], {
      encoding: 'utf8',
      cwd: dirname(gateway.dataDir),
    })
    expect(stderr).toBe('')
    expect(stdout).toContain('"valid":true')
    expect(stdout).toContain('"status":"accepted"')
    expect(stdout).toMatch(/"status":"(accepted|sending|delivered)"/)
  })
})
