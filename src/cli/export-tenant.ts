// `fourcorner tenant export`: what the gateway has of a tenant's documents, as ZIPs in a new
// folder. Works with and without a running gateway.
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import type { EvidenceNeeds } from '../core/evidence/evidence.ts'
import { exportTenant } from '../core/evidence/export-tenant.ts'
import { openSimulation } from '../sandbox/index.ts'
import { once } from '../setup/once.ts'
import type { Store, Tenant } from '../store/index.ts'
import { indentedJson } from './foreign-text.ts'
import { membershipOf } from './trust-of.ts'
import { tenantNamed, withStore } from './with-store.ts'

type Written = { file: string; documents: number; bytes: number; sha256: string }

/** Its presence says that an export is complete. */
const indexName = 'index.json'

export async function writeExport(name: string, { out }: { out: string }): Promise<void> {
  const config = readConfig()
  await withStore(async (store) => {
    const tenant = await tenantNamed(store, name)
    const needs = needsOf(store, config)
    await makeEmpty(out)
    const parts: Written[] = []
    for await (const { documents, zip } of exportTenant(needs, tenant)) {
      const file = `part-${String(parts.length + 1).padStart(4, '0')}.zip`
      const written = { file, documents, ...(await write(join(out, file), zip)) }
      parts.push(written)
      process.stdout.write(`${join(out, file)}: ${documents} documents\n`)
    }
    await write(join(out, indexName), indexOf(tenant, parts))
    const count = parts.reduce((sum, { documents }) => sum + documents, 0)
    process.stdout.write(`${count} documents of ${tenant.name} are in ${out}.\n`)
  })
}

function needsOf(store: Store, config: Config): EvidenceNeeds {
  return {
    ...{ store, peppolAccess: membershipOf(config), now: () => new Date() },
    simulation: once(() => openSimulation(config.limits.reception)),
    log: { info() {}, warn() {}, error() {} },
  }
}

function* indexOf(tenant: Tenant, parts: readonly Written[]): Generator<Uint8Array> {
  yield Buffer.from(`${indentedJson({ tenant, exportedAt: new Date(), parts })}\n`)
}

/** Throws an Error for a folder that is there and holds something. */
async function makeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const found = await readdir(folder)
  if (found.length === 0) return
  const hint = found.includes(indexName)
    ? 'an export that is complete'
    : 'something, perhaps an export that was interrupted: remove that, and begin again'
  throw new Error(`${folder} holds ${hint}. Name a new folder. Nothing was written.`)
}

/** A new file that only its owner can read; nothing of it stays when it cannot be completed. */
async function write(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Pick<Written, 'bytes' | 'sha256'>> {
  const digest = createHash('sha256')
  let bytes = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const piece of pieces) {
      digest.update(piece)
      bytes += piece.length
      await file.writeFile(piece)
    }
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return { bytes, sha256: digest.digest('hex') }
}
