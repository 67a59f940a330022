// `fourcorner evidence verify` and `fourcorner audit verify`, as an operator uses them.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { invoiceJson } from './invoice.ts'

let gateway: GatewayProcess
let file: string
beforeAll(async () => {
  // One document: without the answer of the sandbox.
  gateway = await startGateway({ MLS_REQUEST: 'FAILURE_ONLY' })
  const { id, status } = await gateway.submitAndWait(invoiceJson('EVIDENCE'))
  expect(status).toBe('delivered')
  file = join(gateway.dataDir, 'evidence.zip')
  const answer = await gateway.call(`/api/v1/documents/${id}/evidence`)
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
})
afterAll(() => gateway.stop())

function fourcorner(...words: string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, [resolve('dist/cli/index.js'), ...words], {
    env: { ...process.env, NODE_ENV: '', DATABASE_URL: '', DATA_DIR: gateway.dataDir },
    encoding: 'utf8',
  })
}

it('an evidence file proves nothing by the authorities that it brings itself', () => {
  const { status, stdout } = fourcorner('evidence', 'verify', file)
  expect(stdout).not.toMatch(/ wrong /)
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^Nothing is proven .* --authorities FOLDER/)
  expect(status).toBe(1)
})

it('with the authorities of the verifier the delivery is proven', () => {
  for (const [name, bytes] of Object.entries(unzipSync(readFileSync(file))))
    if (name.startsWith('authorities/'))
      writeFileSync(join(gateway.dataDir, name.slice('authorities/'.length)), bytes)
  for (const folder of [gateway.dataDir, join(gateway.dataDir, 'sandbox', 'pki')]) {
    const { status, stdout } = fourcorner('evidence', 'verify', file, '--authorities', folder)
    expect(stdout).toContain('The delivery is proven. ')
    expect(stdout).toMatch(/^rest +not covered +authorities\/roots\.pem/m)
    expect(status).toBe(0)
  }
})

it('a whole file that a stranger made under authorities of their own proves nothing', () => {
  const stranger = mkdtempSync(join(tmpdir(), 'fourcorner-strangers-'))
  for (const [name, path] of [
    ['roots.pem', 'root.pem'],
    ['access-points.pem', 'smp-ca.pem'],
    ['smps.pem', 'access-point-ca.pem'],
  ] as const)
    copyFileSync(join(gateway.dataDir, 'sandbox', 'pki', path), join(stranger, name))
  const { status, stdout } = fourcorner('evidence', 'verify', file, '--authorities', stranger)
  expect(stdout).toContain('This file is not to be relied upon')
  expect(status).toBe(1)
})

it('an evidence file with one flipped bit is not to be relied upon', () => {
  const bytes = readFileSync(file)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  const forged = join(gateway.dataDir, 'forged.zip')
  writeFileSync(forged, bytes)
  const { status, stdout } = fourcorner('evidence', 'verify', forged)
  expect(stdout).toContain('This file is not to be relied upon')
  expect(status).toBe(1)
})

it('the log of the installation is printed beside the running gateway', () => {
  const lines = (...args: string[]) => {
    const { status, stdout } = fourcorner('audit', 'log', ...args)
    expect(status).toBe(0)
    return stdout.trimEnd().split('\n')
  }
  const all = lines('--json').map((line) => JSON.parse(line))
  const tenant = lines('--json', '--tenant', 'default').map((line) => JSON.parse(line))
  expect(tenant.at(-1)).toMatchObject({ event: 'tenant.created', actor: 'first start' })
  expect(tenant.at(-2)).toMatchObject({ event: 'token.created', actor: 'first start' })
  expect(all).toEqual(expect.arrayContaining(tenant))
  expect(all.map(({ tenantId }) => tenantId)).toContain(null)
  const [{ tenantId }] = tenant
  const first = lines('--tenant', tenantId).at(-1)
  expect(first).toMatch(/^\S+Z {2}tenant\.created +\S+ {2}by first start, in the log of tenant \S+/)
  expect(first).toContain('  {"name":"default"')
  expect(fourcorner('token', 'create', '--name', 'made by command').status).toBe(0)
  expect(lines('--tenant', 'default')[0]).toMatch(
    /token\.created .* by command, .*"made by command"/,
  )
  expect(fourcorner('audit', 'log', '--tenant', 'no such').status).toBe(1)
})

it('the audit log is verified beside the running gateway, against a head of the evidence', () => {
  const head = JSON.parse(
    Buffer.from(unzipSync(readFileSync(file))['audit-head.json']!).toString(),
  ) as { number: number; hash: string }
  const honest = fourcorner('audit', 'verify', '--head', `${head.number}:${head.hash}`)
  expect(honest.stdout).toMatch(/^Read \d+ lines of 1 documents, and \d+ signed heads\./)
  expect(honest.status).toBe(0)
  const missing = fourcorner('audit', 'verify', '--head', `${head.number + 9}:${head.hash}`)
  expect(missing.stdout).toContain('it is known from elsewhere, and missing here')
  expect(missing.status).toBe(1)
})

it('an evidence file of a document that failed proves no delivery', async () => {
  const failed = join(gateway.dataDir, 'failed.zip')
  for (const scenario of ['receiver-unknown', 'ebms-error']) {
    const answer = await gateway.call('/api/v1/invoices/submit', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-TestOnly': `scenario=${scenario}`,
        Prefer: 'wait=30',
      },
      body: invoiceJson(scenario),
    })
    const { id, status: state } = (await answer.json()) as { id: string; status: string }
    expect(state).toBe('failed')
    const zip = await gateway.call(`/api/v1/documents/${id}/evidence`)
    writeFileSync(failed, Buffer.from(await zip.arrayBuffer()))
    const { status, stdout } = fourcorner('evidence', 'verify', failed)
    expect(stdout).toMatch(/^A delivery is not proven/m)
    expect(status).toBe(1)
  }
})
