// The day that a date in another form was meant to be.

/** Longer texts are not meant as a date. */
const lengthMax = 40

/**
 * The day as YYYY-MM-DD, of `24.12.2026`, `12/24/2026`, `2026/12/24`, `20261224` or a time.
 * Undefined when it could be two days, as `03/04/2026` could, or is none of the calendar.
 */
export function dayMeant(text: string): string | undefined {
  if (text.length > lengthMax) return undefined
  const plain = text.trim()
  const yearFirst =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{2}:\d{2}.*|Z|[-+]\d{2}:\d{2})?$/.exec(plain) ??
    /^(\d{4})(\d{2})(\d{2})$/.exec(plain)
  if (yearFirst) return dayOf(yearFirst[1], yearFirst[2], yearFirst[3])
  const dotted = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(plain)
  if (dotted) return dayOf(dotted[3], dotted[2], dotted[1])
  const [, first, second, year] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})$/.exec(plain) ?? []
  // Europeans write the day first and Americans the month: beyond 12 it is a day.
  const found = [dayOf(year, second, first), dayOf(year, first, second)].filter(Boolean)
  return new Set(found).size === 1 ? found[0] : undefined
}

function dayOf(year = '', month = '', day = ''): string | undefined {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}
