// `fourcorner participant plan [ID…]`: what differs between the registrations here and what their
// SMP and DNS say. It only reads. Exit codes: 0 no difference, 1 a difference, 2 something could
// not be read.
import { Command } from 'commander'
import { type Config, readConfig } from '../../config/config.ts'
import {
  examineSmp,
  type ParticipantPlan,
  type PlanWish,
  planPublications,
} from '../../core/network/plan-publication.ts'
import { openFreshDns } from '../../net/index.ts'
import type { WantedEndpoint } from '../../peppol/index.ts'
import { openPublishingSmp } from '../../setup/publishing-smp.ts'
import type { Store } from '../../store/index.ts'
import { asJson, isForPeople } from '../beside-gateway.ts'
import { foreignText, jsonLine } from '../foreign-text.ts'
import { openMembership, ownKeysNow } from '../join-network.ts'
import { membershipOf } from '../trust-of.ts'
import { withStore } from '../with-store.ts'
import { describePlan, planInJson } from './describe-plan.ts'

export function planCommand(): Command {
  return new Command('plan')
    .description(
      'Compare what is registered here with what the SMP of SMP_URL and DNS say, and print what ' +
        'would have to be done. Changes nothing.',
    )
    .argument('[ids...]', 'participants; all by default')
    .option('--replace <ids...>', 'participants that may take the place of another access point')
    .addOption(asJson())
    .action(plan)
}

async function plan(
  participants: string[],
  { replace = [], json }: { replace?: string[]; json?: true },
): Promise<void> {
  const asText = isForPeople(json ? { json } : {})
  let exitCode = 0
  try {
    await withStore(async (store) => {
      const wish = { participants, replace }
      for await (const one of plansOf(readConfig(), store, wish)) {
        process.stdout.write(`${asText ? describePlan(one) : jsonLine(planInJson(one))}\n`)
        exitCode = Math.max(exitCode, exitCodeOf(one))
      }
    })
  } catch (error) {
    // 1 would say that there is a difference.
    report(error instanceof Error ? error.message : String(error))
    exitCode = 2
  }
  process.exitCode = exitCode
}

/** 0 no difference, 1 a difference, 2 something could not be read. */
export function exitCodeOf({ steps, refusals, failure }: ParticipantPlan): 0 | 1 | 2 {
  if (failure) return 2
  return steps.length > 0 || refusals.length > 0 ? 1 : 0
}

async function* plansOf(
  config: Config,
  store: Store,
  wish: PlanWish,
): AsyncGenerator<ParticipantPlan> {
  const membership = membershipOf(config)
  const joined = openMembership(membership, config)
  const dns = openFreshDns(membership.dnsServers, config.limits.sending)
  const { smp, url: smpUrl, close } = openPublishingSmp(config, joined)
  try {
    const endpoint = {
      ...endpointOf(config),
      certificate: ownKeysNow(config, joined).current().certificate,
    }
    const { network, revocationOf, net } = joined
    const { get } = net
    const now = () => new Date()
    const asking = { network, get, revocationOf, now, ...dns }
    const needs = { ...asking, ...{ store, smp, smpUrl, endpoint } }
    const facts = await examineSmp(needs)
    for (const warning of facts.warnings) report(warning)
    yield* planPublications(needs, facts, wish)
    if (!dns.wasFresh()) report('DNS was asked through a resolver, whose answers may be hours old.')
  } finally {
    dns.close()
    await Promise.all([close(), joined.close()])
  }
}

function report(sentence: string): void {
  process.stderr.write(`${foreignText(sentence)}\n`)
}

function endpointOf(config: Config): Omit<WantedEndpoint, 'certificate'> {
  const { AS4_URL: given, HOST, PORT, AS4_PORT, PEPPOL_NETWORK: network } = config
  const listens = AS4_PORT ?? PORT
  const isKnown = network === 'sandbox' && listens > 0
  const url = given ?? (isKnown ? `http://${HOST}:${listens}/as4` : undefined)
  if (url === undefined)
    throw new Error('Set AS4_URL first: the address where others reach POST /as4.')
  return {
    url,
    formerUrls: config.AS4_FORMER_URLS,
    description: config.SMP_DESCRIPTION,
    contactUrl: config.SMP_CONTACT_URL ?? 'https://sandbox.invalid/',
  }
}
