// Points in time as XML carries them (XML Schema 1.0, dateTime).

const pattern = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?)(Z|[+-]\d{2}:\d{2})?$/

/** Undefined when the text is none. One without a time zone is taken as UTC; fractions beyond milliseconds are cut. */
export function parseDateTime(text: string): Date | undefined {
  const [, local, zone = 'Z'] = pattern.exec(text) ?? []
  const date = new Date(`${local}${zone}`)
  return local === undefined || Number.isNaN(date.getTime()) || !isDay(local.slice(0, 10)) ? undefined : date
}

// Date makes 2 March of 30 February.
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}
