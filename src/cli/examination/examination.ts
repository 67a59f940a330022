// What one check of `fourcorner doctor` gets and says.
import type { X509Certificate } from 'node:crypto'
import type { OtherCertificates } from '../../core/runtime/own-keys.ts'
import type { GetOutcome } from '../../net/index.ts'
import type { Network, ResolveNaptr, RevocationOf } from '../../peppol/index.ts'

type CheckName =
  | 'database'
  | 'clock'
  | 'keystore'
  | 'chain'
  | 'revocation'
  | 'DNS'
  | 'own SMP entry'
  | 'SMP by https'
  | 'outgoing TLS'
  | 'disk'
  | 'rules'
  | 'sending'
  | 'nodes'
  | 'statuses'
  | 'tax reports'
  | 'retention'
  | 'secrets key'
  | 'identification'

export type Finding = {
  check: CheckName
  outcome: 'ok' | 'warning' | 'failed'
  detail: string
  /** What to do; with every outcome but `ok`. */
  remedy?: string
}

/** Our place in a network, as far as the settings describe one. */
export type Joined = {
  network: Network
  /** In use. */
  certificate: X509Certificate
  others: OtherCertificates
  resolveNaptr: ResolveNaptr
  get(url: string): Promise<GetOutcome>
  getSigned(url: string): Promise<GetOutcome>
  revocationOf: RevocationOf
}

export type Here = Joined & { now(): Date }

export function moment(text: string): string {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

export function nameOf({ subject }: X509Certificate): string {
  return subject.replaceAll('\n', ', ')
}
