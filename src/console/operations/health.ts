// Whether this gateway is well: one line, opened when something is not.
import type { readiness } from '../../core/identity/identify.ts'
import type { Levels } from '../../core/runtime/metrics.ts'
import { badge } from '../components/badge.ts'
import { disclosure } from '../components/disclosure.ts'
import { facts } from '../components/facts.ts'
import { duration, exactTime } from '../components/time.ts'
import { foreign } from '../foreign.ts'
import { type Html, html } from '../html.ts'
import { bytes, code, section } from '../show.ts'

type Health = {
  state: Awaited<ReturnType<typeof readiness>>
  /** What /metrics tells those who may read it. */
  levels: Levels | undefined
  network: string
  version: string
  now: Date
}

export function healthSection({ state, levels, network, version, now }: Health): Html {
  const { ready, faults, concerns, certificate } = state
  const leftSeconds = (Date.parse(certificate.expiresAt) - now.getTime()) / 1000
  const isWell = ready && concerns.length === 0
  return section(
    'health',
    'Health',
    disclosure(
      html`${badge(
        ready
          ? { word: isWell ? 'Well' : 'Look at this', tone: isWell ? 'good' : 'care' }
          : { word: 'Not ready', tone: 'bad' },
      )} ${ready ? 'Documents are accepted.' : 'No document can be accepted.'}`,
      html`${[...faults, ...concerns].map((one) => html`<p><strong>${foreign(one)}</strong></p>`)}
${facts([
  ['Own certificate', html`ends in ${duration(leftSeconds)}, ${exactTime(certificate.expiresAt)}`],
  ['Fingerprint', code(certificate.fingerprint)],
  ['Network', network],
  ['Version', version],
  ['Time', exactTime(now.toISOString())],
  ...levelFacts(levels),
])}`,
      !isWell,
    ),
  )
}

function levelFacts(levels: Levels | undefined): Parameters<typeof facts>[0] {
  if (!levels) return []
  const { queue, diskFreeBytes, revocationsStale } = levels
  return [
    ['Waiting, of all tenants', queue ? String(queue.documents) : 'the database does not respond'],
    [
      'Oldest waiting, of all tenants',
      queue && queue.documents > 0 && duration(queue.oldestSeconds),
    ],
    ['Providers that do not respond', queue && String(queue.circuitsOpen)],
    ['Free on the disk', diskFreeBytes !== undefined && bytes(diskFreeBytes)],
    ['Revocation lists without an answer', String(revocationsStale)],
  ]
}
