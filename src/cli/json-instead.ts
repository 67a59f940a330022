// JSON or XML, by the first character; and JSON where a command takes XML.

/** What to do about it; undefined for a file that is not JSON. */
export function jsonInstead(file: string, bytes: Buffer): string | undefined {
  if (!startsAsJson(bytes)) return undefined
  return `this is JSON, not XML: make UBL of it first, fourcorner convert ${file} -o document.xml`
}

export function startsAsJson(bytes: Buffer): boolean {
  // \s includes the byte order mark.
  return /^\s*[{[]/.test(bytes.toString('utf8', 0, 100))
}
