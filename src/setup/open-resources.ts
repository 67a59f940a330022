// What app.ts opens before the gateway is built: the network and our keys in it, the store, threads
// and connections.
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Config, storeOptions } from '../config/config.ts'
import { rulesFolder } from '../config/rules-settings.ts'
import type { Log } from '../core/gateway.ts'
import { ownKeys } from '../core/runtime/own-keys.ts'
import { newPrecedence } from '../core/runtime/precedence.ts'
import { openWaking } from '../core/runtime/waking.ts'
import { newUuid } from '../crypto/index.ts'
import { completeExample } from '../http/reference/complete-example.ts'
import { type Intake, openIntake } from '../intake/index.ts'
import { openNet, openPosting } from '../net/index.ts'
import { openPrinter } from '../pdf/index.ts'
import { openRevocations } from '../revocation/index.ts'
import { type Sandbox, startSandbox } from '../sandbox/index.ts'
import type { Opening, Store } from '../store/index.ts'
import { openInlineWork } from '../threads/index.ts'
import { openValidator, RulesUnusable, type Validator } from '../validation/index.ts'
import { judgeTaxReportWith } from './judge-tax-report.ts'
import {
  joinSandbox,
  type Membership,
  readNetworkFiles,
  type ShownSandbox,
  sandboxOptions,
} from './membership.ts'
import { watchNextKeystore } from './next-keystore.ts'
import { openNode } from './node.ts'
import { beginConfiguredStore } from './open-store.ts'
import { isPublisher, openPublishing } from './publishing.ts'
import { openSecretsKey, readSecretsKey } from './secrets-key.ts'

export type ResourceOptions = {
  /**
   * A sandbox that runs elsewhere, with our keys in it; the network of the settings otherwise.
   * `shown`: what our callers are told of it.
   */
  joins?: Pick<Sandbox, 'settings' | 'publish'> & { shown?: ShownSandbox }
  /** The store of these settings, when it is being opened already. */
  opening?: Opening
}

export type Resources = Awaited<ReturnType<typeof openResources>>

/** The statements of `store` fail until `opened` is resolved. `say` reports the slow steps. */
export async function openResources(
  config: Config,
  log: Log,
  report: (line: string) => void,
  { joins, opening }: ResourceOptions,
) {
  const { limits } = config
  const dataDir = resolve(config.DATA_DIR)
  // On a server nothing else makes it, and readiness measures its disk.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const given = membershipOf(config, joins)
  const namedKey = readSecretsKey(config)
  const { store, opened } = opening ?? (await beginConfiguredStore(storeOptions(config), report))
  const inlineWork = openInlineWork()
  const validator = await openValidator({
    inlineWork,
    rulesDir: rulesFolder(config),
    engine: config.VALIDATION_ENGINE,
    limits: limits.validation,
  })
  // Its files belong to the process that has the folder open: a second process ends before this.
  const judge = judgeTaxReportWith(async () => validator)
  const sandbox = given ? undefined : await startSandbox(sandboxOptions(config, report, judge))
  const peppol = openPeppol(config, log, { ...(given ?? joinSandbox(sandbox!.settings)), store })
  const posting = openPosting({
    limits: limits.webhooks.sending,
    insecureAllowed: config.WEBHOOKS_ALLOW_INSECURE,
  })
  const printer = openPrinter(limits.printing)
  const intake = openIntake(limits.intake, inlineWork)
  await prepareRules(intake, validator, log)
  const { close: closeWaking, ...waking } = openWaking(store, {
    lookAgainMs: limits.requests.lookAgainMs,
    eventsKeptMs: config.EVENTS_DAYS * 24 * 3_600_000,
    log,
  })
  const closing = [peppol, posting, printer, intake, validator, { close: closeWaking }]
  return {
    ...{ dataDir, store, opened, inlineWork, validator, sandbox, ...peppol, posting },
    ...{ precedence: newPrecedence(), printer, intake, waking },
    node: openNode(store, { ...limits.nodes, log }),
    secretsKey: openSecretsKey(config, namedKey, { dataDir, store, opened, log }),
    /** All but the store. */
    close: () => Promise.all([...closing.map(({ close }) => close()), sandbox?.close()]),
  }
}

/** Undefined for a sandbox that this process has to start. */
function membershipOf(config: Config, joins: ResourceOptions['joins']): Membership | undefined {
  if (joins) return joinSandbox(joins.settings)
  return config.PEPPOL_NETWORK === 'sandbox' ? undefined : readNetworkFiles(config)
}

function openPeppol(
  config: Config,
  log: Log,
  { network, keys: first, dnsServers, store }: Membership & { store: Store },
) {
  const now = () => new Date()
  const nextKeystore = watchNextKeystore(config, {
    everyMs: config.limits.nextKeystoreMs,
    report: (sentence) => log.warn({ sentence }, 'the next keystore has changed'),
  })
  const keys = ownKeys({ first, findNext: nextKeystore.found, trust: network.trust, now })
  const { plainHttpAllowed } = network
  const net = openNet({ dnsServers, plainHttpAllowed, limits: config.limits.sending })
  const revocations = openRevocations({
    ...{ get: net.getSigned, store, limits: config.limits.revocation },
    ...{ warn: log.warn.bind(log), now, newId: () => newUuid(now()) },
  })
  const publishing = openPublishing(config, {
    ...{ network, get: net.get, revocationOf: revocations.revocationOf, dnsServers },
    certificate: () => keys.current().certificate,
  })
  return {
    ...{ network, nextKeystore, keys, net, revocations },
    publishing: isPublisher(config) ? publishing : undefined,
    close: () => Promise.all([net.close(), revocations.close()]),
  }
}

/** The rules of the most common document are compiled before the first one comes. */
async function prepareRules(intake: Intake, validator: Validator, log: Log): Promise<void> {
  const example = Buffer.from(JSON.stringify({ number: '1', ...completeExample }))
  const { ubl } = await intake.read(
    { format: 'json', bytes: example },
    { day: '', kind: 'invoice' },
  )
  await validator.prepare(ubl).catch((error: unknown) => {
    if (!(error instanceof RulesUnusable)) throw error
    log.error({ err: error }, 'invoices cannot be validated')
  })
}
