// Lists, requests and answers of openssl: made by others, read by us, and the reverse.
import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  buildCrl,
  buildOcspRequest,
  parseCertificate,
  readCrl,
  readOcspResponse,
  revocationIn,
} from '../../src/crypto/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'openssl-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string) => join(folder, name)
const openssl = (...options: string[]) =>
  execFileSync('openssl', options, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })

writeFileSync(
  file('ca.cnf'),
  `[ca]
default_ca = own
[own]
database = index.txt
serial = serial
crlnumber = crlnumber
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
default_crl_days = 7
default_days = 30
policy = any
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
`,
)
writeFileSync(file('index.txt'), '')
// The first octet has its first bit set, so that DER puts a zero in front of it.
writeFileSync(file('serial'), 'F000000000000001\n')
writeFileSync(file('crlnumber'), '01\n')
const newKey = (name: string) => ['-newkey', 'rsa:2048', '-nodes', '-keyout', `${name}.key`]
openssl(
  ...['req', '-x509', '-config', 'ca.cnf', '-extensions', 'authority', '-subj', '/CN=CA'],
  ...[...newKey('ca'), '-out', 'ca.pem'],
)
const options = ['-config', 'ca.cnf', '-batch']
for (const name of ['good', 'revoked']) {
  openssl(
    'req',
    '-config',
    'ca.cnf',
    '-subj',
    `/CN=${name}`,
    ...newKey(name),
    '-out',
    `${name}.csr`,
  )
  openssl('ca', ...options, '-in', `${name}.csr`, '-out', `${name}.pem`, '-notext')
}
openssl('ca', ...options, '-revoke', 'revoked.pem', '-crl_reason', 'keyCompromise')
openssl('ca', ...options, '-gencrl', '-out', 'crl.pem')
openssl('crl', '-in', 'crl.pem', '-outform', 'DER', '-out', 'crl.der')

const certificate = (name: string) => parseCertificate(readFileSync(file(`${name}.pem`)))
const issuer = certificate('ca')
const now = new Date()

describe('openssl', () => {
  it('makes lists that we read', () => {
    const crl = readCrl(readFileSync(file('crl.der')), issuer, now)
    expect(revocationIn(crl, certificate('revoked'))).toBe('revoked')
    expect(revocationIn(crl, certificate('good'))).toBe('good')
    expect(crl.nextUpdate.getTime() - crl.thisUpdate.getTime()).toBe(7 * 86_400_000)
  })

  it('reads and verifies the lists that we make', () => {
    const privateKey = createPrivateKey(readFileSync(file('ca.key')))
    const bytes = buildCrl({
      issuer: { certificate: issuer, privateKey },
      number: 128,
      revoked: [{ certificate: certificate('good'), at: now }],
      thisUpdate: now,
      nextUpdate: new Date(now.getTime() + 60_000),
    })
    writeFileSync(file('ours.der'), bytes)
    const text = openssl(
      ...['crl', '-in', 'ours.der', '-inform', 'DER', '-CAfile', 'ca.pem', '-text', '-noout'],
    ).toString()
    expect(text).toContain('Version 2')
    expect(text).toContain(`Serial Number: ${certificate('good').serialNumber}`)
    expect(text).toMatch(/CRL Number:\s*128/)
  })

  it.each(['good', 'revoked'])('answers our request about a %s certificate', (name) => {
    const subject = certificate(name)
    writeFileSync(file('request.der'), buildOcspRequest(subject, issuer))
    openssl(
      ...['ocsp', '-index', 'index.txt', '-CA', 'ca.pem', '-rsigner', 'ca.pem', '-rkey', 'ca.key'],
      ...['-reqin', 'request.der', '-respout', 'response.der', '-ndays', '1'],
    )
    const response = readFileSync(file('response.der'))
    const answer = readOcspResponse(response, { certificate: subject, issuer, now: new Date() })
    expect(answer.status).toBe(name)
  })
})
