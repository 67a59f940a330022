// A line of CSV (RFC 4180), for a spreadsheet.

export function csvLine(cells: readonly (string | undefined)[]): string {
  return `${cells.map((cell) => cellOf(cell ?? '')).join(',')}\r\n`
}

/** What a spreadsheet would run begins with an apostrophe, which makes it text. */
function cellOf(text: string): string {
  const inert = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert
}
