// What `fourcorner doctor` looks at, one line each: what is right, what is wrong, what to do.
import { toIdentificationEntry } from '../../core/network/identification.ts'
import { type SecretsKeyFault, secretsKeyFaults } from '../../core/secrets-key-fault.ts'
import { revocationAddresses } from '../../crypto/index.ts'
import type { GetOutcome } from '../../net/index.ts'
import { parseParticipant, smlName } from '../../peppol/index.ts'
import type { Identification, Orphans, SeenNode, UnresolvedStatuses } from '../../store/index.ts'
import type { Finding, Here, Joined } from './examination.ts'
import { entriesFinding, ownEntries } from './examine-entries.ts'
import { chainFinding, keystoreFinding, revocationFinding } from './examine-keys.ts'
import { nodesFinding } from './examine-nodes.ts'
import { authoritiesFinding, type ReportingEntry, retentionFinding } from './examine-tax-reports.ts'

export type { Finding, Joined } from './examination.ts'

type Database = {
  name: string
  participants: string[]
  orphans?: readonly Orphans[]
  /** What is paused, a sentence each. */
  paused?: readonly string[]
  /** The processes that work on it now. */
  nodes?: readonly SeenNode[]
  /** Statuses of ours that wait because the network does not know where to. */
  unresolved?: readonly UnresolvedStatuses[]
  /** How customers were identified. */
  identifications?: readonly Identification[]
  /** What tenants report to tax authorities. */
  reporting?: readonly ReportingEntry[]
  /** What is wrong with the key of the secrets of webhooks. */
  secretsKeyFault?: SecretsKeyFault | undefined
}

export type Patient = {
  /**
   * Rejects, or resolves with what the database is, whom its tenants may send for, and what belongs
   * to tenants that do not exist.
   */
  askDatabase(): Promise<Database>
  /** Rejects when the files that the settings name cannot be used. */
  join(): Promise<Joined>
  /** Free bytes, and the least that is enough. */
  disk(): Promise<{ folder: string; freeBytes: number; leastBytes: number }>
  /** What is wrong with the scripts of validation rules. Throws when a manifest is broken. */
  alteredRules(): string[]
  now(): Date
}

/** In the order in which things depend on each other. */
export async function* examine(patient: Patient): AsyncGenerator<Finding> {
  const database = await settled(patient.askDatabase())
  yield databaseFinding(database)
  if (database.value?.nodes?.length) yield nodesFinding(database.value.nodes)
  if (database.value && 'secretsKeyFault' in database.value)
    yield secretsKeyFinding(database.value.secretsKeyFault)
  if (database.value?.paused?.length) yield pausedFinding(database.value.paused)
  if (database.value?.unresolved?.length) yield unresolvedFinding(database.value.unresolved)
  const identification = identificationFinding(database.value?.identifications ?? [], patient.now())
  if (identification) yield identification
  const reporting = database.value?.reporting ?? []
  const retention = retentionFinding(reporting)
  if (retention) yield retention
  const joined = await settled(patient.join())
  if (joined.failed === undefined) {
    const here = { ...joined.value, now: patient.now }
    yield* examineNetwork(here, database.value?.participants ?? [])
    if (reporting.length > 0) yield await authoritiesFinding(here, reporting)
  } else yield keystoreFailed(joined.failed)
  yield await diskFinding(patient)
  yield await rulesFinding(patient)
}

type Settled<T> = { value: T; failed?: undefined } | { value?: undefined; failed: string }

async function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await promise }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

function databaseFinding({ value, failed }: Settled<Database>): Finding {
  const check = 'database'
  if (value?.orphans?.length) return orphansFinding(value.name, value.orphans)
  if (value) return { check, outcome: 'ok', detail: value.name }
  const remedy = 'Start the database, and check DATABASE_URL or DATA_DIR.'
  return { check, outcome: 'failed', detail: failed ?? '', remedy }
}

function secretsKeyFinding(fault: SecretsKeyFault | undefined): Finding {
  const check = 'secrets key'
  if (!fault) return { check, outcome: 'ok', detail: 'webhooks can be made and called' }
  return { check, outcome: 'warning', ...secretsKeyFaults[fault] }
}

function pausedFinding(paused: readonly string[]): Finding {
  return {
    check: 'sending',
    outcome: 'warning',
    detail: paused.join('\n'),
    remedy: 'Resume it on the page Queue of the console, or by POST /api/v1/queue/resume.',
  }
}

function unresolvedFinding(unresolved: readonly UnresolvedStatuses[]): Finding {
  const waiting = unresolved.map(({ receiver, statuses }) => `${statuses} for ${receiver}`)
  return {
    check: 'statuses',
    outcome: 'warning',
    detail: `statuses wait, for whom the network does not know: ${waiting.join(', ')}`,
    remedy: 'Ask these service providers to register for them. They are tried again for a day.',
  }
}

/** Absent while none is due in the next 60 days. */
function identificationFinding(all: readonly Identification[], at: Date): Finding | undefined {
  const due = all
    .map((one) => toIdentificationEntry(one, at))
    .filter(({ state }) => state !== 'valid')
  if (due.length === 0) return undefined
  const named = due.slice(0, namedMax).map(({ participant, dueOn }) => `${participant} on ${dueOn}`)
  const more = due.length > namedMax ? `, and ${due.length - namedMax} more` : ''
  return {
    check: 'identification',
    outcome: 'warning',
    detail: `customers have to be identified anew: ${named.join(', ')}${more}`,
    remedy: 'Identify them, and record it: fourcorner participant identify. They stay published.',
  }
}

const namedMax = 5

/** Left by a removal of an earlier version, which did not exclude what its tenant was sending. */
function orphansFinding(name: string, orphans: readonly Orphans[]): Finding {
  const counts = orphans.map(
    ({ tenantId, documents, webhooks }) =>
      `${documents} documents and ${webhooks} webhooks of ${tenantId}`,
  )
  return {
    check: 'database',
    outcome: 'warning',
    detail: `${name}; it holds what belongs to tenants that do not exist: ${counts.join(', ')}`,
    remedy: 'Nothing shows or sends it. Back the database up before you delete it there.',
  }
}

function keystoreFailed(detail: string): Finding {
  const remedy = 'Check the files that the settings name; the network is not examined without them.'
  return { check: 'keystore', outcome: 'failed', detail, remedy }
}

async function diskFinding({ disk }: Patient): Promise<Finding> {
  const check = 'disk'
  const { value, failed } = await settled(disk())
  if (!value)
    return { check, outcome: 'failed', detail: failed ?? '', remedy: 'Check that DATA_DIR exists.' }
  const { folder, freeBytes, leastBytes } = value
  const detail = `${Math.floor(freeBytes / 1_000_000)} MB free for ${folder}`
  if (freeBytes >= 10 * leastBytes) return { check, outcome: 'ok', detail }
  const outcome = freeBytes < leastBytes ? 'failed' : 'warning'
  return { check, outcome, detail, remedy: 'Free space on this disk, or move DATA_DIR.' }
}

async function rulesFinding({ alteredRules }: Patient): Promise<Finding> {
  const check = 'rules'
  const { value, failed } = await settled(Promise.resolve().then(alteredRules))
  const faults = value ?? [failed ?? '']
  if (faults.length === 0)
    return {
      check,
      outcome: 'ok',
      detail: 'the scripts of all rules are those that were installed',
    }
  const remedy = 'Run `fourcorner rules install` again, and find out who may write to RULES_DIR.'
  return { check, outcome: 'failed', detail: faults.join('\n'), remedy }
}

async function* examineNetwork(here: Here, participants: string[]): AsyncGenerator<Finding> {
  const list = await listAnswer(here)
  const entries = await ownEntries(here, participants)
  const smps = [...new Set(entries.flatMap(({ smp }) => (smp ? [smp] : [])))]
  const smp = smps.find((url) => url.startsWith('https:')) ?? smps[0]
  const reached = smp === undefined ? undefined : await here.get(smp)
  yield clockFinding([list, reached], here.now())
  yield keystoreFinding(here)
  const chain = chainFinding(here)
  yield chain
  if (chain.outcome === 'ok') yield await revocationFinding(here)
  yield await dnsFinding(here)
  yield entriesFinding(here, entries)
  if (!here.network.plainHttpAllowed) {
    yield httpsFinding(smps)
    yield tlsFinding(smp?.startsWith('https:') ? smp : undefined, reached)
  }
}

/** The list that our own certificate names: also the nearest clock that is not ours. */
async function listAnswer({ certificate, getSigned }: Here): Promise<GetOutcome | undefined> {
  const [url] = revocationAddresses(certificate).lists
  return url === undefined ? undefined : getSigned(url)
}

const clockWarningMs = 30_000
const clockFailedMs = 5 * 60_000

// A cache on the way may answer with an old date, so the nearest one counts.
function clockFinding(outcomes: (GetOutcome | undefined)[], now: Date): Finding {
  const check = 'clock'
  const offsets = outcomes
    .flatMap((outcome) => (outcome?.kind === 'answered' && outcome.date ? [outcome.date] : []))
    .map((date) => now.getTime() - Date.parse(date))
    .filter((offset) => !Number.isNaN(offset))
    .sort((a, b) => Math.abs(a) - Math.abs(b))
  const [offset] = offsets
  if (offset === undefined)
    return {
      check,
      outcome: 'warning',
      detail: `${now.toISOString()}, which no server has confirmed`,
      remedy: 'Compare it with another clock.',
    }
  const apartMs = Math.abs(offset)
  const detail =
    `${now.toISOString()}, ${Math.round(apartMs / 1000)} s ` +
    `${offset < 0 ? 'behind' : 'ahead of'} another server`
  if (apartMs <= clockWarningMs) return { check, outcome: 'ok', detail }
  const outcome = apartMs <= clockFailedMs ? 'warning' : 'failed'
  return { check, outcome, detail, remedy: 'Set the clock of this host, best by NTP.' }
}

/** Well-formed, and of a scheme that does not exist. */
const unregistered = parseParticipant('9999:fourcorner-doctor')

async function dnsFinding({ network, resolveNaptr }: Here): Promise<Finding> {
  const check = 'DNS'
  const outcome = await resolveNaptr(smlName(unregistered, network.smlZone))
  const zone = network.smlZone
  if (outcome.kind === 'no-such-name')
    return { check, outcome: 'ok', detail: `the servers answer for ${zone}` }
  if (outcome.kind === 'records' && outcome.records.length > 0)
    return {
      check,
      outcome: 'failed',
      detail: `the servers know even a participant that does not exist in ${zone}`,
      remedy: 'Use DNS servers that do not invent answers; set DNS_SERVERS.',
    }
  const detail = outcome.kind === 'failed' ? outcome.detail : 'the answer is empty'
  const remedy = 'Check the DNS servers of this host, or set DNS_SERVERS.'
  return { check, outcome: 'failed', detail: `${zone}: ${detail}`, remedy }
}

function httpsFinding(smps: string[]): Finding {
  const check = 'SMP by https'
  const plain = smps.filter((url) => !url.startsWith('https:'))
  if (plain.length === 0) {
    const detail = smps.length > 0 ? smps.join(', ') : 'no SMP was named'
    return { check, outcome: 'ok', detail }
  }
  const detail = `${plain.join(', ')} is not https`
  const remedy = 'Tell the provider of the SMP: Peppol allows https alone since February 2026.'
  return { check, outcome: 'failed', detail, remedy }
}

function tlsFinding(url: string | undefined, outcome: GetOutcome | undefined): Finding {
  const check = 'outgoing TLS'
  if (!url || !outcome)
    return {
      check,
      outcome: 'warning',
      detail: 'not tried: no SMP of ours is known',
      remedy: "Try 'fourcorner lookup' with a participant that is registered.",
    }
  if (outcome.kind === 'answered') return { check, outcome: 'ok', detail: `${url} answers` }
  const remedy = 'Open port 443 outwards without a proxy in between, and check the CA certificates.'
  return { check, outcome: 'failed', detail: `${url}: ${outcome.detail}`, remedy }
}
