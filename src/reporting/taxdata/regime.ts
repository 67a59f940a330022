// What a tax authority wants to be told, and what is told to each of them.
import type { XmlDocument } from '../../xml/index.ts'
import type { Part } from '../write-xml.ts'

export type TaxDataFacts = {
  type: 'submit' | 'resubmit' | 'withdraw' | 'failed'
  /** Whose provider reports: the sender's or the receiver's of the document. */
  role: 'sender' | 'receiver'
  /** Identifies the report, where its regime wants that. */
  uuid: string
  issuedAt: Date
  /** The participant for whom it is reported, such as `0235:1234567890`. */
  reporter: string
  /** The participant of the authority, `0242:…`. */
  receiver: string
  /** Our service provider identifier, without its scheme. */
  representative: string
  /** The authority by name, where the regime wants that. */
  authority?: { id: string; name?: string | undefined } | undefined
  /** The SBDH instance identifier of the document. */
  transportHeaderId?: string | undefined
  /** False when it is only reported, because its buyer is not on the network. */
  isSentOverPeppol: boolean
}

/** One row for each regime; what it copies is beside it. */
export type Regime = {
  namespace: string
  customizationId: string
  clock(moment: Date): [date: string, time: string]
  hasUuid: boolean
  typeElement: string
  types: Partial<Record<TaxDataFacts['type'], string>>
  roles: Record<TaxDataFacts['role'], string>
  scopeOf(countries: readonly [ofSeller: string, ofBuyer: string], facts: TaxDataFacts): string
  /** What a fault of a fact would break. */
  rules: Record<'source' | 'time' | 'reporter' | 'receiver' | 'representative', string> & {
    /** Where the authority is named. */
    authority?: string
  }
  /** Throws RuleBroken when the source lacks what a rule demands. */
  transaction(source: XmlDocument, facts: TaxDataFacts): (Part | undefined)[]
}

/** Tells date and time of a moment there, with the offset: `2026-11-29`, `21:05:06+04:00`. */
export function clockIn(timeZone: string): (moment: Date) => [date: string, time: string] {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hourCycle: 'h23', timeZoneName: 'longOffset' },
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  return (moment) => {
    const parts = format.formatToParts(moment).map(({ type, value }) => [type, value])
    const { year, month, day, hour, minute, second, timeZoneName } = Object.fromEntries(parts)
    const offset = timeZoneName.slice('GMT'.length) || '+00:00'
    return [`${year.padStart(4, '0')}-${month}-${day}`, `${hour}:${minute}:${second}${offset}`]
  }
}
