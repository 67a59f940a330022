// The settings of a gateway that joins the sandbox of a folder as any other network.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../src/sandbox/index.ts'

/** As the access point `identity` of the sandbox's keys, its key in a PKCS#12 file in `dataDir`. */
export function accessPointSettings(
  { laboratory, sandbox }: { laboratory: string; sandbox: Sandbox },
  dataDir: string,
  identity: 'gateway' | 'access-point' = 'gateway',
): Record<string, string> {
  const pki = (name: string) => join(laboratory, 'sandbox', 'pki', name)
  const keystore = join(dataDir, 'keystore.p12')
  const password = join(dataDir, 'keystore-password')
  writeFileSync(password, 'a secret of the laboratory\n')
  const files = ['-inkey', pki(`${identity}.key`), '-in', pki(`${identity}.pem`), '-out', keystore]
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `file:${password}`])
  return {
    PEPPOL_NETWORK: 'custom',
    PORT: '0',
    DATA_DIR: dataDir,
    SML_ZONE: sandbox.settings.smlZone,
    DNS_SERVERS: sandbox.settings.dnsServers.join(','),
    TRUST_ROOTS_FILE: pki('root.pem'),
    ACCESS_POINT_CA_FILE: pki('access-point-ca.pem'),
    SMP_CA_FILE: pki('smp-ca.pem'),
    AS4_KEYSTORE_FILE: keystore,
    AS4_KEYSTORE_PASSWORD_FILE: password,
    OUTBOUND_ALLOW_INSECURE: 'true',
  }
}
