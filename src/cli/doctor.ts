// `fourcorner doctor`: whether this installation can do its work, and what to do if not.
import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import { type Config, databaseServer, readConfig, storeOptions } from '../config/config.ts'
import { readRulesSettings } from '../config/rules-settings.ts'
import { serviceTenantId } from '../core/identity/service-provider.ts'
import { describeToOperator } from '../core/pause-warnings.ts'
import { examineSecretsKey } from '../setup/secrets-key.ts'
import { type Identification, openStore, type Store } from '../store/index.ts'
import { alteredRules } from '../validation/index.ts'
import { examine, type Finding, type Patient } from './examination/examine.ts'
import type { ReportingEntry } from './examination/examine-tax-reports.ts'
import { foreignText } from './foreign-text.ts'
import { joinNetwork, ownKeysNow } from './join-network.ts'
import { allTenants } from './with-store.ts'

export function doctorCommand(): Command {
  return new Command('doctor')
    .description(
      'Check database, secrets key, clock, keystore, certificate chain, revocation, DNS, own SMP ' +
        'entry, tax authorities, outgoing TLS, disk and validation rules. Exits with 1 if ' +
        'anything has failed.',
    )
    .action(doctor)
}

async function doctor(): Promise<void> {
  const config = readConfig()
  const closing: (() => Promise<void>)[] = []
  let failed = 0
  try {
    for await (const finding of examine(patientOf(config, closing))) {
      if (finding.outcome === 'failed') failed += 1
      process.stdout.write(`${describeFinding(finding)}\n`)
    }
  } finally {
    for (const close of closing.reverse()) await close()
  }
  if (failed > 0) process.exitCode = 1
}

export function describeFinding({ check, outcome, detail, remedy }: Finding): string {
  const lines = detail.split('\n').map((line) => foreignText(line.trim()))
  const [first, ...others] = [...lines, ...(remedy ? [`→ ${remedy}`] : [])]
  const indent = `${' '.repeat(14)} ${' '.repeat(7)} `
  return [`${check.padEnd(14)} ${outcome.padEnd(7)} ${first}`, ...others.map((one) => indent + one)]
    .join('\n')
    .trimEnd()
}

const now = () => new Date()

/**
 * First who has to be identified anew first, then the oldest. What was withdrawn from the SMP, and
 * is served for another day, is left out.
 */
async function foundHere(
  store: Store,
  identifications: readonly Identification[],
): Promise<string[]> {
  const withdrawn = (await store.publications()).filter(
    ({ documentType, state }) => documentType === '' && leaving.includes(state),
  )
  const gone = new Set(withdrawn.map(({ participant }) => participant))
  const due = identifications.map(({ participant }) => participant)
  const all = new Set([...due, ...(await store.registeredParticipants())])
  return [...all].filter((one) => !gone.has(one))
}

const leaving = ['withdrawing', 'withdrawn']

async function reportingOf(store: Store, days: number | undefined): Promise<ReportingEntry[]> {
  const found: ReportingEntry[] = []
  for await (const { taxReporting = [], retentionDays = days } of allTenants(store))
    for (const entry of taxReporting) found.push({ ...entry, retentionDays })
  return found
}

function patientOf(config: Config, closing: (() => Promise<void>)[]): Patient {
  const dataDir = resolve(config.DATA_DIR)
  return {
    async askDatabase() {
      const server = databaseServer(config)
      const store = await openStore({ ...storeOptions(config), beside: true })
      closing.push(() => store.close())
      if ((await store.payloadStore?.isReady()) === false)
        throw new Error(
          `the payload store does not work: ${store.payloadStore?.fault() ?? 'no answer in time'}`,
        )
      const identifications = await store.identifications()
      return {
        name: server
          ? 'the PostgreSQL server answers'
          : `the embedded database in ${dataDir} answers`,
        participants: await foundHere(store, identifications),
        identifications,
        orphans: await store.orphans(),
        paused: (await store.pauses()).map(describeToOperator),
        unresolved: await store.unresolvedStatuses(serviceTenantId),
        reporting: await reportingOf(store, config.RETENTION_DAYS),
        nodes: await store.liveNodes(config.limits.nodes.liveMs),
        secretsKeyFault: await examineSecretsKey(config, store),
      }
    },
    async join() {
      const { keys, net, close, ...joined } = await joinNetwork(config)
      closing.push(close)
      const own = ownKeysNow(config, { keys, network: joined.network })
      return { ...joined, ...net, certificate: own.current().certificate, others: own.others() }
    },
    async disk() {
      const { bavail, bsize } = await statfs(nearestFolder(dataDir))
      const { diskFreeBytesMin } = config.limits.submission
      return { folder: dataDir, freeBytes: bavail * bsize, leastBytes: diskFreeBytesMin }
    },
    alteredRules: () => alteredRules(readRulesSettings().rulesDir),
    now,
  }
}

/** The folder itself, or the one in which the first start makes it. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path))
}
