// Points in time as XML carries them: xs:dateTime (XML Schema 1.0, 3.2.7).

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/

/**
 * Undefined when the text is none. One without a time zone is taken as UTC; fractions beyond
 * milliseconds are cut.
 */
export function parseDateTime(text: string): Date | undefined {
  const [, local = '', zone = 'Z'] = form.exec(text) ?? []
  const moment = new Date(local + zone)
  return Number.isNaN(moment.getTime()) || !isDay(local.slice(0, 10)) ? undefined : moment
}

// Date makes 2 March of 30 February.
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
