// xs:dateTime (XML Schema 1.0, 3.2.7), as headers carry it.

const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,12})?(Z|[+-]\d\d:\d\d)?$/

/** The moment; without a time zone UTC is meant. Undefined for what is no date and time. */
export function parseDateTime(text: string): Date | undefined {
  if (!form.test(text)) return undefined
  const moment = new Date(/(Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`)
  return Number.isNaN(moment.getTime()) || !isDay(text.slice(0, 10)) ? undefined : moment
}

// Date makes 2 March of 30 February.
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
