// The sandbox of a node with several processes: in the first of them, for all.
import { type Config, storeOptions } from '../config/config.ts'
import { servicesOf } from '../core/network/registrations.ts'
import { startSandbox } from '../sandbox/index.ts'
import { openTaxReportJudge } from '../setup/judge-tax-report.ts'
import { type ShownSandbox, sandboxOptions, shownOf } from '../setup/membership.ts'
import { beginConfiguredStore } from '../setup/open-store.ts'

export type CommonSandbox = {
  shown: ShownSandbox
  /** From now on it finds whom the gateway receives for, there. */
  publish(as4Url: string): Promise<void>
  close(): Promise<void>
}

/** Beside its own participants it knows those of the gateway, which are in the database. */
export async function openCommonSandbox(
  config: Config,
  report: (line: string) => void,
): Promise<CommonSandbox> {
  const taxReports = openTaxReportJudge(config)
  const sandbox = await startSandbox(sandboxOptions(config, report, taxReports.judge))
  const { store, opened } = await beginConfiguredStore(
    { ...storeOptions(config), connections: 2 },
    report,
  )
  return {
    shown: shownOf(sandbox),
    async publish(url) {
      // A worker has already reported a database that cannot be opened.
      await opened
      // Nothing has to be withdrawn there by hand, also where it once was written so.
      await store.forgetPublications()
      sandbox.publish({
        url,
        certificate: () => sandbox.settings.keys.certificate,
        participants: store.registeredParticipants,
        servicesOf: (participant) => servicesOf({ store }, participant),
      })
    },
    async close() {
      await sandbox.close()
      await taxReports.close()
      await store.close()
    },
  }
}
