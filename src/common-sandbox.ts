// The sandbox of a node with several processes: in the first of them, for all.
import { type Config, storeOptions } from './config.ts'
import { servicesOf } from './core/registrations.ts'
import { type ShownSandbox, sandboxOptions, shownOf } from './membership.ts'
import { beginConfiguredStore } from './open-store.ts'
import { startSandbox } from './sandbox/index.ts'

export type CommonSandbox = {
  shown: ShownSandbox
  /** From now on it finds whom the gateway receives for, there. */
  publish(as4Url: string): void
  close(): Promise<void>
}

/** Beside its own participants it knows those of the gateway, which are in the database. */
export async function openCommonSandbox(
  config: Config,
  say: (line: string) => void,
): Promise<CommonSandbox> {
  const sandbox = await startSandbox(sandboxOptions(config, say))
  // If it cannot be opened, a worker says so.
  const { store } = await beginConfiguredStore({ ...storeOptions(config), connections: 2 }, say)
  return {
    shown: shownOf(sandbox),
    publish: (url) =>
      sandbox.publish({
        url,
        certificate: () => sandbox.settings.keys.certificate,
        participants: store.registeredParticipants,
        servicesOf: (participant) => servicesOf({ store }, participant),
      }),
    async close() {
      await sandbox.close()
      await store.close()
    },
  }
}
