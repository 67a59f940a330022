// The settings with which a gateway joins the sandbox of another process, by what is in its folder.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const smlZone = 'participant.sml.sandbox.test'

/** `dataDir`: of the process that the sandbox runs in. */
export function settingsToJoin(dataDir: string): Record<string, string> {
  const file = (name: string) => join(dataDir, 'sandbox', 'pki', name)
  const [keystore, password] = [join(dataDir, 'keystore.p12'), join(dataDir, 'password')]
  writeFileSync(password, 'a secret of the tests\n')
  const keys = ['-inkey', file('gateway.key'), '-in', file('gateway.pem'), '-out', keystore]
  execFileSync('openssl', ['pkcs12', '-export', ...keys, '-passout', `file:${password}`])
  return {
    PEPPOL_NETWORK: 'custom',
    SML_ZONE: smlZone,
    DNS_SERVERS: readFileSync(join(dataDir, 'sandbox', 'dns-server'), 'utf8').trim(),
    TRUST_ROOTS_FILE: file('root.pem'),
    ACCESS_POINT_CA_FILE: file('access-point-ca.pem'),
    SMP_CA_FILE: file('smp-ca.pem'),
    AS4_KEYSTORE_FILE: keystore,
    AS4_KEYSTORE_PASSWORD_FILE: password,
    OUTBOUND_ALLOW_INSECURE: 'true',
  }
}
