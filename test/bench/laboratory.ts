// A network in this process, and the settings by which a gateway in another one joins it, so that
// the other access point's work is not counted as the gateway's.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../../src/limits.ts'
import { startSandbox } from '../../src/sandbox/index.ts'

export type Laboratory = { settings: Record<string, string>; close(): Promise<void> }

export async function openLaboratory(): Promise<Laboratory> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fourcorner-laboratory-'))
  const sandbox = await startSandbox({ dataDir, receivers: [], limits: limits.reception })
  const pki = (name: string) => join(dataDir, 'sandbox', 'pki', name)
  const [keystore, password] = [join(dataDir, 'keystore.p12'), join(dataDir, 'keystore-password')]
  writeFileSync(password, 'a secret of the laboratory\n')
  const files = ['-inkey', pki('gateway.key'), '-in', pki('gateway.pem'), '-out', keystore]
  execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `file:${password}`])
  return {
    settings: {
      PEPPOL_NETWORK: 'custom',
      SML_ZONE: sandbox.settings.smlZone,
      DNS_SERVERS: sandbox.settings.dnsServers.join(','),
      TRUST_ROOTS_FILE: pki('root.pem'),
      ACCESS_POINT_CA_FILE: pki('access-point-ca.pem'),
      SMP_CA_FILE: pki('smp-ca.pem'),
      AS4_KEYSTORE_FILE: keystore,
      AS4_KEYSTORE_PASSWORD_FILE: password,
      OUTBOUND_ALLOW_INSECURE: 'true',
    },
    // The network has received a gigabyte or two.
    async close() {
      await sandbox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
