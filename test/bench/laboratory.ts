// A network in this process, and the settings by which a gateway in another one joins it, so that
// the other access point's work is not counted as the gateway's.
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../../src/config/limits.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts'
import { accessPointSettings } from '../access-point-settings.ts'

export type Laboratory = {
  sandbox: Sandbox
  /** Of the second access point. */
  certificate: X509Certificate
  /** For the access point with one of the sandbox's keys, and a data folder of its own. */
  settingsOf(identity: 'gateway' | 'access-point'): Record<string, string>
  close(): Promise<void>
}

export async function openLaboratory(): Promise<Laboratory> {
  const laboratory = mkdtempSync(join(tmpdir(), 'fourcorner-laboratory-'))
  const sandbox = await startSandbox({
    ...{ dataDir: laboratory, receivers: [], limits: limits.reception },
  })
  const pem = join(laboratory, 'sandbox', 'pki', 'access-point.pem')
  return {
    sandbox,
    certificate: new X509Certificate(readFileSync(pem)),
    settingsOf: (identity) =>
      accessPointSettings(
        { laboratory, sandbox },
        mkdtempSync(join(laboratory, 'gateway-')),
        identity,
      ),
    // The network has received a gigabyte or two.
    async close() {
      await sandbox.close()
      rmSync(laboratory, { recursive: true, force: true })
    },
  }
}
