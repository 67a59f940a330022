// What a process does on the clock beside its deliveries: it signs the audit log, removes what has
// expired, prepares the next month's tables, announces the end of our certificate and what the next
// rules would refuse, and looks for documents that should have been reported to a tax authority.

import { workForgettings } from './evidence/forget-all.ts'
import { removeOldBytes, removeUnnamed } from './evidence/retention.ts'
import { signAudit } from './evidence/sign-audit.ts'
import type { Gateway } from './gateway.ts'
import { announceCertificate } from './identity/announce-certificate.ts'
import { dropLeft } from './network/leaving-types.ts'
import { forecastFailed, workForecasts } from './operations/forecast.ts'
import {
  addReleaseForecasts,
  forgetForecasts,
  tellForecasts,
} from './operations/release-forecasts.ts'
import { removeWithdrawn } from './published-registrations.ts'
import { findUnreported } from './reporting/find-unreported.ts'

const reconciledMs = 24 * 3_600_000

export type Housekeeping = { stop(): void }

export function startHousekeeping(gateway: Gateway): Housekeeping {
  const { delivery, log } = gateway
  const announce = () =>
    announceCertificate(gateway).catch((error: unknown) =>
      log.warn({ err: error }, 'the end of our certificate could not be announced'),
    )
  const sign = () =>
    signAudit(gateway).catch((error: unknown) =>
      log.warn({ err: error }, 'the audit log could not be signed'),
    )
  // What a process that died was about to forget; then the objects of what was forgotten.
  const forget = () =>
    workForgettings(gateway)
      .then(() => removeUnnamed(gateway))
      .catch((error: unknown) => log.warn({ err: error }, 'documents could not be forgotten'))
  // What a process that died was about to judge, and what is made unasked.
  const forecast = () =>
    workForecasts(gateway)
      .then(() => tellForecasts(gateway))
      .catch((error: unknown) => log.warn({ err: error }, forecastFailed))
  const announceRules = () =>
    addReleaseForecasts(gateway).catch((error: unknown) =>
      log.warn({ err: error }, 'forecasts of the next rules could not be made'),
    )
  const reconcile = () =>
    findUnreported(gateway).catch((error: unknown) =>
      log.warn({ err: error }, 'it cannot be looked for documents without their report'),
    )
  void announce()
  void announceRules()
  void reconcile()
  // What a process that died left unsigned is not left so for another minute.
  void sign()
  const timers = [
    setInterval(() => void announce(), delivery.sweepMs),
    setInterval(() => void announceRules(), delivery.sweepMs),
    setInterval(() => sweep(gateway), delivery.sweepMs),
    setInterval(() => void reconcile(), reconciledMs),
    setInterval(() => void sign(), delivery.auditHeadMs),
    setInterval(() => void forget(), delivery.auditHeadMs),
    setInterval(() => void forecast(), delivery.auditHeadMs),
  ]
  return {
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function sweep(gateway: Gateway): void {
  const { store, events, log, now } = gateway
  Promise.all([
    store.forgetAnswers(now()),
    store.forgetStoredBytes(now()),
    store.forgetRevocations(now()),
    events.forget(now()),
    forgetForecasts(gateway),
    removeWithdrawn(gateway),
    dropLeft(gateway),
    removeOldBytes(gateway).then(() => removeUnnamed(gateway)),
  ]).catch((error: unknown) => log.warn({ err: error }, 'expired rows could not be removed'))
  store
    .makeMonths(now())
    .catch((error: unknown) => log.warn({ err: error }, 'the next month could not be prepared'))
}
