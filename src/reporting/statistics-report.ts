// What the two monthly reports to OpenPeppol have in common (Peppol Reporting): the header, and
// counts by keys.
import type { Identifier } from '../peppol/index.ts'
import { checkRule } from './checks.ts'
import { isCountry } from './reported-country.ts'
import type { Part } from './write-xml.ts'

export type ReportedMonth = {
  /** YYYY-MM, in UTC. */
  month: string
  /** The seat id of the access point that reports. */
  reporter: string
}

/** `metaSchemeID` and `schemeID` of a key, and its value. */
export type Key = readonly [kind: string, scheme: string, value: string]

export const seatScheme = 'CertSubjectCN'

/** The elements that precede the counts. */
export function headerParts(
  customizationId: string,
  profileId: string,
  { month, reporter }: ReportedMonth,
): Part[] {
  return [
    ['CustomizationID', customizationId],
    ['ProfileID', profileId],
    [
      'Header',
      [
        [
          'ReportPeriod',
          [
            ['StartDate', `${month}-01`],
            ['EndDate', lastDayOf(month)],
          ],
        ],
        ['ReporterID', reporter, { schemeID: seatScheme }],
      ],
    ],
  ]
}

function lastDayOf(month: string): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10)
}

/** `rules` are those of the report. */
export function checkReported(
  { month, reporter }: ReportedMonth,
  rules: { month: string; reporter: string },
): void {
  checkRule(rules.month, /^2\d{3}-(0[1-9]|1[0-2])$/.test(month), `'${month}' is not a month`)
  checkRule(rules.reporter, isSeatId(reporter), `'${reporter}' is not a seat id`)
}

export function isSeatId(text: string): boolean {
  return /^P[A-Z]{2}[0-9]{6}$/.test(text)
}

export function checkCountry(rule: string, code: string): void {
  checkRule(rule, isCountry(code), `'${code}' is not a country`)
}

export function checkCount(count: number): void {
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${count} is not a count`)
}

export function documentTypeKey({ scheme, value }: Identifier): Key {
  return ['DT', scheme, value]
}

export function processKey({ scheme, value }: Identifier): Key {
  return ['PR', scheme, value]
}

export function keyParts(keys: readonly Key[]): Part[] {
  return keys.map(([kind, scheme, value]) => [
    'Key',
    value,
    { metaSchemeID: kind, schemeID: scheme },
  ])
}

/** One string for the same keys; as a sort key, the same order for the same facts. */
export function nameOf(keys: readonly Key[]): string {
  return JSON.stringify(keys)
}
