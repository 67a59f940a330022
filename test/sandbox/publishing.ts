// A sandbox whose SMP is that of a test gateway. Call it at the top of a test file.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach } from 'vitest'
import { openMembership } from '../../src/cli/join-network.ts'
import { readConfig } from '../../src/config/config.ts'
import { usualState } from '../../src/sandbox/smp-request.ts'
import { joinSandbox } from '../../src/setup/membership.ts'
import { openPublishing } from '../../src/setup/publishing.ts'
import { startSandboxIn } from './shared.ts'
import { ask, groupPath } from './smp-client.ts'

export async function openSandboxPublishing() {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-publishing-'))
  const { sandbox } = await startSandboxIn(folder)
  const config = readConfig({ DATA_DIR: folder, AS4_URL: 'http://127.0.0.1:8089/as4' })
  const membership = joinSandbox(sandbox.settings)
  const joined = openMembership(membership, config)
  const { network, keys, net, revocationOf } = joined
  const publishing = openPublishing(config, {
    ...{ network, get: net.get, revocationOf, dnsServers: membership.dnsServers },
    certificate: () => keys.certificate,
  })
  afterEach(() => sandbox.setSmp(usualState))
  afterAll(async () => {
    await joined.close()
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })
  async function isInSmp(participant: string): Promise<boolean> {
    const { status } = await ask(sandbox.settings.smp!.url + groupPath(participant), 'GET', {})
    return status === 200
  }
  return { sandbox, network, publishing, isInSmp }
}
