// A lookup step by step, as a delivery does it, with times.
import type { X509Certificate } from 'node:crypto'
import { commonName } from '../../crypto/index.ts'
import {
  checkAccessPoint,
  documentTypeName,
  findOffer,
  findServiceGroup,
  findSmp,
  formatIdentifier,
  type Identifier,
  IdentifierError,
  type LookupNeeds,
  NetworkError,
  type NetworkFailureCode,
  type Offer,
  parseDocumentType,
  parseParticipant,
  seatOf,
  smlName,
  usualDocumentType,
} from '../../peppol/index.ts'
import { failureCodes } from '../failure-codes.ts'

/** In their order. */
export const lookupSteps = [
  ...(['identifier', 'SML name', 'DNS', 'SMP', 'document type', 'metadata'] as const),
  ...(['signature', 'redirect', 'endpoint', 'certificate', 'revocation'] as const),
] as const
type StepName = (typeof lookupSteps)[number]

export type LookupStep = {
  step: StepName
  outcome: 'ok' | 'failed'
  detail: string
  millis?: number
  /** Code of a failure, with what to do about it. */
  code?: NetworkFailureCode | 'identifier.invalid'
  remedy?: string
}

export type LookupTrace = { documentTypes: Identifier[]; steps: LookupStep[] }

type TraceLookupNeeds = LookupNeeds & {
  /** Milliseconds on a clock that only runs forward. */
  clock(): number
}

/** Ends with the first step that fails. Throws only for failures of our own. */
export async function traceLookup(
  needs: TraceLookupNeeds,
  asked: { participant: string; documentType?: string | undefined },
): Promise<LookupTrace> {
  const trace: LookupTrace = { documentTypes: [], steps: [] }
  try {
    await look(needs, asked, trace)
  } catch (error) {
    const { step, code, message } = failureOf(error, nextAfter(trace.steps))
    const remedy = code === 'identifier.invalid' ? undefined : failureCodes[code].advice
    trace.steps.push({
      step,
      outcome: 'failed',
      detail: message,
      code,
      ...(remedy ? { remedy } : {}),
    })
  }
  return trace
}

async function look(
  { clock, ...network }: TraceLookupNeeds,
  asked: { participant: string; documentType?: string | undefined },
  trace: LookupTrace,
): Promise<void> {
  const [gets, revocations] = [stopwatch(clock), stopwatch(clock)]
  const needs = {
    ...network,
    get: gets.watch(network.get),
    revocationOf: revocations.watch(network.revocationOf),
  }
  const say = (step: StepName, detail: string, millis?: number) =>
    trace.steps.push({
      step,
      outcome: 'ok',
      detail,
      ...(millis === undefined ? {} : { millis: Math.round(millis * 10) / 10 }),
    })

  const participant = parseParticipant(asked.participant)
  const stated =
    asked.documentType === undefined ? undefined : parseDocumentType(asked.documentType)
  say('identifier', formatIdentifier(participant))
  say('SML name', smlName(participant, network.network.smlZone))
  let begun = clock()
  const smp = await findSmp(needs, participant)
  say('DNS', `the SMP is ${smp}`, clock() - begun)
  begun = clock()
  const group = await findServiceGroup(needs, smp, participant)
  trace.documentTypes = group.documentTypes
  say('SMP', `lists ${count(group.documentTypes.length, 'document type')}`, clock() - begun)
  const documentType = stated ?? usualDocumentType(group.documentTypes)
  if (!documentType) throw new NetworkError('receiver.document-type-unsupported', 'It lists none.')
  say('document type', `${documentTypeName(documentType)}: ${formatIdentifier(documentType)}`)
  const before = gets.totalMs()
  begun = clock()
  const offer = await findOffer(needs, smp, { participant, documentType })
  const getsMs = gets.totalMs() - before
  const verifyingMs = clock() - begun - getsMs - revocations.totalMs()
  sayOffer(offer, { asked: documentType, say, getsMs, verifyingMs })
  const judging = { ...needs, trust: network.network.trust, now: network.now() }
  const seatId = seatOf(offer.unverifiedCertificate, judging.trust, judging.now)
  say('certificate', `${seatId}, valid until ${endOf(offer.unverifiedCertificate)}`)
  await checkAccessPoint(offer.unverifiedCertificate, judging)
  say('revocation', 'neither the SMP nor the access point was revoked', revocations.totalMs())
}

function sayOffer(
  offer: Offer,
  o: {
    asked: Identifier
    say(step: StepName, detail: string, millis?: number): void
    getsMs: number
    verifyingMs: number
  },
): void {
  const registered = formatIdentifier(offer.documentType)
  const name = registered === formatIdentifier(o.asked) ? '' : `, registered as ${registered}`
  o.say('metadata', `${count(offer.processes.length, 'process')}${name}`, o.getsMs)
  o.say('signature', `by ${offer.signers.map(nameOf).join(', then ')}`, o.verifyingMs)
  o.say('redirect', offer.redirectedTo ?? 'none')
  o.say('endpoint', offer.url)
}

/** Measures how long calls take; of calls at the same time, the time is counted once. */
function stopwatch(clock: () => number) {
  let open = 0
  let begun = 0
  let totalMs = 0
  return {
    totalMs: () => totalMs,
    watch:
      <Asked extends unknown[], Answer>(ask: (...asked: Asked) => Promise<Answer>) =>
      async (...asked: Asked): Promise<Answer> => {
        if (open++ === 0) begun = clock()
        try {
          return await ask(...asked)
        } finally {
          if (--open === 0) totalMs += clock() - begun
        }
      },
  }
}

function count(number: number, what: string): string {
  const many = what.endsWith('s') ? `${what}es` : `${what}s`
  return `${number} ${number === 1 ? what : many}`
}

function nameOf(certificate: X509Certificate): string {
  return commonName(certificate) ?? certificate.subject.replaceAll('\n', ', ')
}

function endOf({ validTo }: X509Certificate): string {
  return new Date(validTo).toISOString()
}

/** Where a failure shows that the steps after it are not to be named. */
const failingSteps: Partial<Record<NetworkFailureCode, StepName>> = {
  'lookup.smp-signature-invalid': 'signature',
  'certificate.revoked': 'revocation',
  'certificate.revocation-unavailable': 'revocation',
}

function nextAfter(steps: LookupStep[]): StepName {
  const last = steps.at(-1)?.step
  return lookupSteps[last === undefined ? 0 : lookupSteps.indexOf(last) + 1] ?? 'revocation'
}

function failureOf(
  error: unknown,
  next: StepName,
): { step: StepName; code: NonNullable<LookupStep['code']>; message: string } {
  if (error instanceof IdentifierError)
    return { step: 'identifier', code: 'identifier.invalid', message: error.message }
  if (!(error instanceof NetworkError)) throw error
  const { code, message } = error
  return { step: failingSteps[code] ?? next, code, message }
}
