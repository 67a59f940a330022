// Two SMPs of the sandbox's kind in one SML, and two users of the first.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startOtherSmp } from '../sandbox/other-smp.ts'
import { startSandboxIn } from '../sandbox/shared.ts'
import type { WritingNetwork } from './smp-writing.ts'

export async function startSandboxSmps(): Promise<WritingNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'fourcorner-writer-'))
  const { sandbox } = await startSandboxIn(folder)
  const { url, user, token, other } = sandbox.settings.smp!
  const theirs = { user: 'theirs', token: 'their-password' }
  const second = await startOtherSmp(sandbox, { dataDir: folder, users: [theirs] })
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  const as = (one: { user: string; token: string }) => ({
    ...{ SMP_USER: one.user, SMP_PASSWORD_FILE: file(`password-of-${one.user}`, one.token) },
  })
  return {
    environment: {
      ...{ PEPPOL_NETWORK: 'sandbox', DATA_DIR: folder, AS4_URL: 'http://127.0.0.1:9/as4' },
      ...{ SMP_URL: url, SMP_CONTACT_URL: 'https://example.com', ...as({ user, token }) },
    },
    smps: [{ url }, second],
    atSecond: { SMP_URL: second.url, ...as(theirs) },
    asOther: as(other!),
    file,
    setSml: (sml) => sandbox.setSmp({ sml, smlTimeoutMs: 50 }),
    async close() {
      await second.close()
      await sandbox.close()
      rmSync(folder, { recursive: true })
    },
  }
}
