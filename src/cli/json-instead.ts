// JSON where a command takes XML.

/** What to do about it; undefined for a file that is not JSON. */
export function jsonInstead(file: string, bytes: Buffer): string | undefined {
  // \s includes the byte order mark.
  if (!/^\s*[{[]/.test(bytes.toString('utf8', 0, 100))) return undefined
  return `this is JSON, not XML: make UBL of it first, fourcorner convert ${file} -o document.xml`
}
