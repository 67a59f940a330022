// How `fourcorner as4` reads its files: which lists count, and that no others do.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readCredentials } from '../../src/cli/as4-credentials.ts'
import { checkAccessPoint } from '../../src/peppol/index.ts'
import { makeCertificate, makeKeystore } from '../crypto/authority.ts'
import { listingPoints } from '../crypto/revocation.ts'
import { day, listOf } from '../revocation/laboratory.ts'

const now = new Date()
const within = { from: new Date(now.getTime() - day).toISOString(), to: '2036-01-01T00:00:00Z' }
const authority = { isAuthority: true, usages: ['keyCertSign', 'cRLSign'], ...within }
const root = makeCertificate({ name: 'Root', ...authority })
const issuer = makeCertificate({ name: 'Access Point CA', issuer: root, ...authority })
const leaf = makeCertificate({
  name: 'POP000001',
  issuer,
  usages: ['digitalSignature', 'keyEncipherment'],
  // Nothing listens there, and nothing is asked.
  extensions: listingPoints('http://127.0.0.1:1/ca.crl'),
  ...within,
})

const folder = mkdtempSync(join(tmpdir(), 'as4-credentials-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const write = (name: string, content: string | Buffer): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}
const files = {
  keystore: write('keys.p12', makeKeystore([leaf], 'secret')),
  passwordFile: write('password', 'secret\n'),
  roots: write('root.pem', root.certificate.toString()),
  accessPointCa: write('ca.pem', issuer.certificate.toString()),
}
const pem = (list: Buffer) =>
  `-----BEGIN X509 CRL-----\n${list.toString('base64')}\n-----END X509 CRL-----\n`

function check(crl?: string[]): Promise<string> {
  const { trust, revocationOf } = readCredentials({ ...files, ...(crl ? { crl } : {}) })
  return checkAccessPoint(leaf.certificate, { trust, revocationOf, now }).catch(({ code }) => code)
}

describe('the lists of --crl', () => {
  const begun = new Date(now.getTime() - day)
  const revoking = listOf([leaf.certificate], begun, issuer)

  it('count, in DER and PEM, alone or several in one file', async () => {
    expect(await check([write('a.crl', revoking)])).toBe('certificate.revoked')
    const both = pem(listOf([], begun, root)) + pem(revoking)
    expect(await check([write('b.pem', both)])).toBe('certificate.revoked')
    expect(await check([write('c.crl', listOf([], begun, issuer))])).toBe('POP000001')
  })

  it('are the only ones, and say nothing about other issuers', async () => {
    expect(await check()).toBe('POP000001')
    expect(await check([write('d.crl', listOf([], begun, root))])).toBe('POP000001')
  })

  it('leave the status unknown if expired or not signed by the issuer', async () => {
    const ended = listOf([], new Date(now.getTime() - 8 * day), issuer)
    expect(await check([write('e.crl', ended)])).toBe('certificate.revocation-unavailable')
    const forged = listOf([], begun, { ...issuer, privateKey: root.privateKey })
    expect(await check([write('f.crl', forged)])).toBe('certificate.revocation-unavailable')
  })

  it('stop the command when they are malformed', () => {
    const file = write('g.crl', 'hello')
    expect(() => readCredentials({ ...files, crl: [file] })).toThrow(file)
  })
})
