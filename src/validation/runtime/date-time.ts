// The moment of an evaluation and its time zone (XPath Functions, 10.7 and 16.3), for rules that
// compare a date with today's.
import { fail } from './error.ts'

/** xs:dateTime: a moment, and the time zone in which it is shown. */
export class DateTimeValue {
  readonly milliseconds: number
  readonly zoneMinutes: number

  constructor(milliseconds: number, zoneMinutes: number) {
    this.milliseconds = milliseconds
    this.zoneMinutes = zoneMinutes
  }
}

/** xs:dayTimeDuration. */
export class DurationValue {
  readonly milliseconds: number

  constructor(milliseconds: number) {
    this.milliseconds = milliseconds
  }
}

const timePart = '(?:T(?:(\\d+)H)?(?:(\\d+)M)?(?:(\\d+(?:\\.\\d+)?)S)?)?'
const durationForm = new RegExp(`^\\s*(-?)P(?=\\d|T\\d)(?:(\\d+)D)?${timePart}\\s*$`)

/** The duration that the string represents; undefined if it is none. */
export function parseDuration(text: string): DurationValue | undefined {
  const [, sign, ...parts] = durationForm.exec(text) ?? []
  if (sign === undefined) return undefined
  const [days, hours, minutes, seconds] = parts.map((part) => Number(part ?? 0))
  const sum = ((days! * 24 + hours!) * 60 + minutes!) * 60 + seconds!
  return new DurationValue((sign === '-' ? -sum : sum) * 1000)
}

export function currentDateTime(): DateTimeValue {
  return new DateTimeValue(Date.now(), 0)
}

/** The same moment in another time zone: at most 14 hours away. */
export function adjustDateTime(value: unknown, zone: unknown): DateTimeValue | undefined {
  if (value === undefined) return undefined
  const areFit = value instanceof DateTimeValue && zone instanceof DurationValue
  if (!areFit) return fail('XPTY0004', 'a dateTime and a dayTimeDuration are expected')
  const minutes = zone.milliseconds / 60_000
  if (!Number.isInteger(minutes) || Math.abs(minutes) > 14 * 60)
    return fail('FODT0003', `${minutes} minutes are not a time zone`)
  return new DateTimeValue(value.milliseconds, minutes)
}

/** YYYY-MM-DD in its time zone, and the time zone. */
export function dateTextOf({ milliseconds, zoneMinutes }: DateTimeValue): string {
  const day = new Date(milliseconds + zoneMinutes * 60_000).toISOString().slice(0, 10)
  return `${day}${zoneTextOf(zoneMinutes)}`
}

export function dateTimeTextOf({ milliseconds, zoneMinutes }: DateTimeValue): string {
  const local = new Date(milliseconds + zoneMinutes * 60_000).toISOString().slice(0, -1)
  return `${local}${zoneTextOf(zoneMinutes)}`
}

function zoneTextOf(minutes: number): string {
  if (minutes === 0) return 'Z'
  const two = (number: number) => String(number).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
