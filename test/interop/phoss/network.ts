// A Peppol network with a real phoss SMP, or two of them: keys of the sandbox, an SML and its DNS,
// and the settings with which the gateway uses the first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits } from '../../../src/config/limits.ts'
import { startSandbox } from '../../../src/sandbox/index.ts'
import { readPki } from '../../../src/sandbox/pki-folder.ts'
import { runParticipant, type Said } from '../../cli/run-participant.ts'
import { keystoreOf, password } from '../as4/laboratory.ts'
import { buildPeer, type Phoss, startPhoss } from './peer.ts'
import { startSml, type TestSml } from './sml.ts'

const as4Url = 'https://ap.example/as4'
const zone = 'participant.sml.phoss.test'

export type PhossNetwork = {
  folder: string
  sml: TestSml
  /** In the order of `ids`. */
  smps: Phoss[]
  environment: Record<string, string>
  file(name: string, content: string | Buffer): string
  /** Runs `fourcorner participant …` with the settings above and these. */
  run(words: string, change?: Record<string, string>): Promise<Said>
  close(): Promise<void>
}

/** `ids`: one phoss SMP for each, as the SML knows it. */
export async function startNetwork(ids: readonly string[]): Promise<PhossNetwork> {
  buildPeer()
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-phoss-'))
  // Its authorities publish their lists while it runs.
  const sandbox = await startSandbox({ dataDir: folder, receivers: [], limits: limits.reception })
  const pki = readPki(join(folder, 'sandbox', 'pki'))
  const file = (name: string, content: string | Buffer) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const chain = (issuer: 'smp-ca' | 'access-point-ca') => [pki[issuer], pki.root]
  const keystore = file('smp.p12', keystoreOf(pki.smp, chain('smp-ca')))
  const sml = await startSml(zone)
  const smps = await Promise.all(
    ids.map((id) => startPhoss(join(folder, id), keystore, { id, sml: { url: sml.url, zone } })),
  )
  for (const [at, id] of ids.entries()) sml.smps.set(id, smps[at]!.url)
  const environment = {
    ...{ PEPPOL_NETWORK: 'custom', SML_ZONE: zone, DNS_SERVERS: sml.dns },
    ...{ DATA_DIR: join(folder, 'data'), AS4_URL: as4Url, OUTBOUND_ALLOW_INSECURE: 'true' },
    TRUST_ROOTS_FILE: file('root.pem', String(pki.root.certificate)),
    ACCESS_POINT_CA_FILE: file('ap-ca.pem', String(pki['access-point-ca'].certificate)),
    SMP_CA_FILE: file('smp-ca.pem', String(pki['smp-ca'].certificate)),
    AS4_KEYSTORE_FILE: file('ap.p12', keystoreOf(pki.gateway, chain('access-point-ca'))),
    AS4_KEYSTORE_PASSWORD_FILE: file('password', password),
    ...{ SMP_URL: smps[0]!.url, SMP_USER: 'owner', SMP_CONTACT_URL: 'https://example.com' },
    SMP_PASSWORD_FILE: file('smp-password', 'secret-1\n'),
    SMP_TOKEN_FILE: '',
  }
  return {
    ...{ folder, sml, smps, environment, file },
    run: (words, change = {}) => runParticipant(words, { ...environment, ...change }),
    async close() {
      await Promise.all(smps.map((smp) => smp.stop()))
      await sml.close()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
