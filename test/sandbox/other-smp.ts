// One more SMP of the sandbox's kind, in the SML of a sandbox.
import { join } from 'node:path'
import { localKeys } from '../../src/crypto/index.ts'
import { listenForHttp } from '../../src/sandbox/http-listener.ts'
import type { Sandbox } from '../../src/sandbox/index.ts'
import { openKeptMap } from '../../src/sandbox/kept-map.ts'
import { readPki } from '../../src/sandbox/pki-folder.ts'
import { openSmpEntries } from '../../src/sandbox/smp-entries.ts'
import { usualState } from '../../src/sandbox/smp-request.ts'
import { openSmpRest } from '../../src/sandbox/smp-rest.ts'
import type { SmpUser } from '../../src/sandbox/smp-users.ts'

/** `dataDir` is that of the sandbox, whose SMP key it uses, too. */
export async function startOtherSmp(
  { sml }: Pick<Sandbox, 'sml'>,
  { dataDir, users, id = 'OTHER-SMP' }: { dataDir: string; users: SmpUser[]; id?: string },
): Promise<{ url: string; close(): Promise<void> }> {
  const folder = join(dataDir, id)
  const rest = openSmpRest({
    ...{ id, users, sml, state: usualState },
    keys: localKeys(readPki(join(dataDir, 'sandbox', 'pki')).smp),
    entries: openSmpEntries(join(folder, 'smp')),
    migrationKeys: openKeptMap(join(folder, 'smp-migrations.json')),
    published: { find: async () => undefined, participantsOf: async () => [] },
  })
  const listener = await listenForHttp(
    { host: '127.0.0.1', port: 0, bodyBytesMax: 100_000 },
    rest,
    () => {},
  )
  sml.smps.set(id, listener.url)
  return listener
}
