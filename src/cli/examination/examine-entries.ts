// What the SMP says of ourselves and of whom we serve, as `fourcorner doctor` sees it.
import type { X509Certificate } from 'node:crypto'
import { fingerprint } from '../../crypto/index.ts'
import {
  findOffer,
  findServiceGroup,
  findSmp,
  formatParticipant,
  type Identifier,
  isReceiverFailure,
  NetworkError,
  parseParticipant,
  usualDocumentType,
} from '../../peppol/index.ts'
import { type Finding, type Here, moment, nameOf } from './examination.ts'

export type Entry = {
  participant: string
  smp?: string
  certificate?: X509Certificate
  failure?: NetworkError
}

/** More would be a load test of the SMP. */
const entriesMax = 20

/**
 * Our own service provider identifier, to which message level statuses are addressed (0242 and the
 * digits of the seat id), and the participants that are registered here.
 */
export async function ownEntries(here: Here, participants: string[]): Promise<Entry[]> {
  if (here.network.name === 'sandbox') return []
  const digits = /CN=P[A-Z]{2}(\d{6})(\n|$)/.exec(here.certificate.subject)?.[1]
  const wanted = new Set([...(digits ? [`0242:${digits}`] : []), ...participants])
  const entries: Entry[] = []
  for (const participant of [...wanted].slice(0, entriesMax))
    entries.push(await ownEntry(here, parseParticipant(participant)))
  return entries
}

async function ownEntry(here: Here, participant: Identifier): Promise<Entry> {
  const entry: Entry = { participant: formatParticipant(participant) }
  try {
    entry.smp = await findSmp(here, participant)
    const { documentTypes } = await findServiceGroup(here, entry.smp, participant)
    const documentType = usualDocumentType(documentTypes)
    if (!documentType) return entry
    const offer = await findOffer(here, entry.smp, { participant, documentType })
    return { ...entry, certificate: offer.unverifiedCertificate }
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error
    return { ...entry, failure: error }
  }
}

export function entriesFinding({ network, ...own }: Here, entries: Entry[]): Finding {
  const check = 'own SMP entry'
  if (network.name === 'sandbox')
    return { check, outcome: 'ok', detail: "the sandbox's other access point receives" }
  const faults = entries.flatMap((entry) => entryFaults(entry, own))
  if (faults.length === 0) {
    const names = entries.map(({ participant }) => participant).join(', ')
    return {
      check,
      outcome: 'ok',
      detail: `${names || 'no participant'}: registered with our certificate`,
    }
  }
  const remedy = 'Register them in your SMP, with this endpoint and its current certificate.'
  const isOverdue = own.now() >= statusesFrom && entries.some(takesNoStatus)
  const isLost = entries.some((entry) => isForOthers(entry, own))
  const isPublic = network.name === 'test' || network.name === 'production'
  const outcome = isPublic && (isOverdue || isLost) ? 'failed' : 'warning'
  return { check, outcome, detail: faults.join('; '), remedy }
}

type OwnCertificates = Pick<Here, 'certificate' | 'others'>

/** Whether no key of ours decrypts what is encrypted for the certificate in the entry. */
function isForOthers(
  { certificate }: Entry,
  { certificate: own, others }: OwnCertificates,
): boolean {
  if (!certificate) return false
  return ![own, others.next, others.previous].some((one) => isSame(one, certificate))
}

function isSame(one: X509Certificate | undefined, other: X509Certificate): boolean {
  return one !== undefined && fingerprint(one) === fingerprint(other)
}

/** When every service provider must receive Message Level Status in production. */
const statusesFrom = new Date('2027-02-28T00:00:00Z')

/** Whether it is a service provider that is not registered. */
function takesNoStatus({ participant, certificate, failure }: Entry): boolean {
  if (!participant.startsWith('0242:')) return false
  return failure ? isReceiverFailure(failure) : certificate === undefined
}

function entryFaults({ participant, certificate, failure }: Entry, own: OwnCertificates): string[] {
  if (failure) return [`${participant}: ${failure.message}`]
  if (!certificate) return [`${participant} is registered for no document type`]
  const { next, previous } = own.others
  const isThis = (one: X509Certificate | undefined) => isSame(one, certificate)
  if (isThis(own.certificate)) return []
  if (isThis(previous))
    return [
      `${participant} is registered with the previous certificate, which ends at ` +
        moment(certificate.validTo),
    ]
  if (isThis(next))
    return [
      `${participant} is registered with the next certificate, which is not valid before ` +
        moment(certificate.validFrom),
    ]
  return [`${participant} is registered with another certificate, ${nameOf(certificate)}`]
}
