// Points in time in XML: xs:dateTime (XML Schema 1.0, 3.2.7).

const form = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(Z|[+-]\d\d:\d\d)?$/

/**
 * Undefined when the string is not an xs:dateTime. Without a time zone it is taken as UTC;
 * fractions beyond milliseconds are cut off.
 */
export function parseDateTime(text: string): Date | undefined {
  const [, local = '', zone = 'Z'] = form.exec(text) ?? []
  const moment = new Date(local + zone)
  return Number.isNaN(moment.getTime()) || !isDay(local.slice(0, 10)) ? undefined : moment
}

// Date turns 30 February into 2 March.
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
