// What a tenant reports to tax authorities, as an operator sets it.
import { formatParticipant } from '../../peppol/index.ts'
import { Problem } from '../../problem.ts'
import {
  isDay,
  isIdentifier,
  isServiceProviderId,
  type TaxRegimeName,
  taxRegimes,
} from '../../reporting/index.ts'
import type { TaxReporting, Tenant } from '../../store/index.ts'
import { givenParticipant, refuseFault } from '../given-participant.ts'

/** What an operator writes; what is absent has its default. */
export type TaxReportingWish = Omit<TaxReporting, 'regime' | 'holdOutcome' | 'overdueMinutes'> &
  Partial<Pick<TaxReporting, 'holdOutcome' | 'overdueMinutes'>> & { regime: TaxRegimeName }

/** Including those that cannot be switched on: why is said. */
export const taxRegimeNames = Object.keys(taxRegimes) as TaxRegimeName[]

/** The time limit of a status in the network is 20 minutes. */
const overdueMinutes = 25

/**
 * Throws Problem `request.invalid-field`, `participant.id-invalid`, `participant.checksum-failed`.
 */
export function taxReportingOf(given: readonly TaxReportingWish[]): TaxReporting[] {
  const entries = given.map(entryOf)
  entries.forEach(({ participants }, at) => {
    participants.forEach((participant, position) => {
      const isTaken = entries.slice(0, at).some((entry) => entry.participants.includes(participant))
      const isRepeated = participants.indexOf(participant) < position
      if (isTaken || isRepeated)
        throw invalid(`${at}/participants/${position}`, 'is in one entry only, once', participant)
    })
  })
  return entries
}

/**
 * A tenant reports for those that it may send and receive for. Throws Problem
 * `request.invalid-field`.
 */
export function refuseUnlisted({
  participants,
  taxReporting = [],
}: Pick<Tenant, 'participants' | 'taxReporting'>): void {
  if (participants.includes('*')) return
  taxReporting.forEach(({ participants: reported }, at) => {
    const position = reported.findIndex((participant) => !participants.includes(participant))
    if (position >= 0)
      throw invalid(
        `${at}/participants/${position}`,
        'must be among the participants of the tenant',
        reported[position] ?? '',
      )
  })
}

function entryOf({ regime, ...wish }: TaxReportingWish, at: number): TaxReporting {
  const row = taxRegimes[regime]
  if ('off' in row) throw invalid(`${at}/regime`, `cannot be switched on: ${row.off}`, regime)
  if (wish.participants.length === 0)
    throw invalid(`${at}/participants`, 'must name a participant', '')
  const participants = wish.participants.map((text, position) =>
    participantOf(text, `${at}/participants/${position}`),
  )
  const receiver = participantOf(wish.receiver, `${at}/receiver`)
  const provider = /^0242:(.+)$/.exec(receiver)?.[1]
  if (provider === undefined || !isServiceProviderId(provider))
    throw invalid(
      `${at}/receiver`,
      'must be the service provider identifier of the authority, such as 0242:000306-UNIT1',
      wish.receiver,
    )
  if (!isDay(wish.from)) throw invalid(`${at}/from`, 'must be a day, as YYYY-MM-DD', wish.from)
  refuseAuthority(row.namesAuthority, wish.authority, at)
  return {
    ...{ regime: regime as TaxReporting['regime'], participants, receiver },
    ...(wish.authority ? { authority: wish.authority } : {}),
    from: wish.from,
    holdOutcome: wish.holdOutcome ?? false,
    overdueMinutes: wish.overdueMinutes ?? overdueMinutes,
  }
}

function refuseAuthority(isNamed: boolean, authority: TaxReporting['authority'], at: number): void {
  if (!isNamed && authority)
    throw invalid(`${at}/authority`, 'is for regimes whose reports name it', authority.id)
  if (isNamed && !authority)
    throw invalid(`${at}/authority`, 'must name the authority: its reports say it', '')
  if (authority && !isIdentifier(authority.id))
    throw invalid(`${at}/authority/id`, 'must identify the authority', authority.id)
}

function participantOf(text: string, path: string): string {
  const where = { name: nameOf(path), pointer: `/taxReporting/${path}` }
  const participant = givenParticipant(text, where)
  refuseFault(participant, { pointer: where.pointer }, { name: where.name, written: text })
  return formatParticipant(participant)
}

function invalid(path: string, fault: string, value: string): Problem {
  const code = 'request.invalid-field'
  const message = `${nameOf(path)} ${fault}`
  const pointer = `/taxReporting/${path}`
  return new Problem(code, { detail: message, errors: [{ pointer, code, message, value }] })
}

/** `taxReporting[0].participants[1]`. */
function nameOf(path: string): string {
  return `taxReporting/${path}`.replace(/\/(\d+)/g, '[$1]').replaceAll('/', '.')
}
