import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { limits } from '../../src/config/limits.ts'
import { openNet } from '../../src/net/index.ts'
import { type Listening, listen } from './listen.ts'
import { tlsCertificate, tlsKey } from './tls-certificate.ts'

const folder = mkdtempSync(join(tmpdir(), 'https-'))
const open: Listening[] = []
afterAll(async () => {
  for (const server of open) await server.close()
  rmSync(folder, { recursive: true })
})

const ours = tlsCertificate({ ip: '127.0.0.1' })
const anothers = tlsCertificate({ dns: 'another.example' })

async function serve(options: ServerOptions): Promise<string> {
  const server = await listen(
    createServer({ key: tlsKey, cert: ours, ...options }, (_, response) => response.end('hello')),
    'https',
  )
  open.push(server)
  return server.url
}

test('takes TLS 1.2 and 1.3 from a trusted server, neither older nor another name', async () => {
  const urls = await Promise.all([
    serve({ minVersion: 'TLSv1.3' }),
    serve({ maxVersion: 'TLSv1.2' }),
    serve({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' }),
    serve({ cert: anothers }),
  ])
  const trusted = join(folder, 'trusted.pem')
  writeFileSync(trusted, ours + anothers)
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', join(import.meta.dirname, 'https-client.ts'), ...urls],
    { env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted } },
  )
  expect(stdout.trimEnd().split('\n')).toEqual([
    '200 hello',
    '200 hello',
    expect.stringMatching(/^tls-failed: .*(protocol|version)/),
    expect.stringMatching(/^tls-failed: .*altnames/),
  ])
})

test('refuses a server that it does not trust, with nothing sent', async () => {
  const net = openNet({ dnsServers: [], plainHttpAllowed: true, limits: limits.sending })
  const message = { contentType: 'text/plain', body: Buffer.from('secret') }
  const outcome = await net.post(await serve({}), message)
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'tls-failed', bodySent: false })
  await net.close()
})
