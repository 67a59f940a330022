// The first API token of a fresh installation, so that a first call needs no other command.
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createToken, newTokenText, scopes } from '../core/access/token.ts'
import type { Gateway } from '../core/gateway.ts'

/** Who makes it, in the log of the installation. */
const actor = 'first start'

/**
 * Creates a token when there is none yet, and returns it. On a sandbox or custom network it may
 * send for everyone, and is written to DATA_DIR/api-token before it becomes valid, so that a script
 * that sees the service ready can read it.
 */
export async function makeFirstToken(
  { store, peppolAccess, now, newId }: Pick<Gateway, 'store' | 'peppolAccess' | 'now' | 'newId'>,
  dataDir: string,
): Promise<string | undefined> {
  if ((await store.countTokens()) > 0) return undefined
  const isLaboratory = keepsFirstToken(peppolAccess.network.name)
  const tenant = await store.ensureTenant(
    {
      id: newId(),
      name: 'default',
      participants: isLaboratory ? ['*'] : [],
      // People who try things out send the same document again and again.
      duplicates: isLaboratory ? 'warn' : 'refuse',
    },
    { actor, at: now() },
  )
  const environment = isLaboratory ? 'test' : 'live'
  const text = newTokenText(environment)
  if (isLaboratory) await writeSecret(dataDir, text)
  await createToken(
    { store, now, newId },
    { name: 'first token', tenantId: tenant.id, environment, scopes, actor },
    text,
  )
  return text
}

/** Whether DATA_DIR/api-token has the first token of a gateway on this network. */
export function keepsFirstToken(network: string): boolean {
  return network === 'sandbox' || network === 'custom'
}

async function writeSecret(dataDir: string, text: string): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'api-token')
  await rm(path, { force: true })
  const file = await open(path, 'wx', 0o600)
  await file.writeFile(`${text}\n`)
  await file.sync()
  await file.close()
}
