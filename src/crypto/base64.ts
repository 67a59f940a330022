// Base64 as in XML (XML Schema base64Binary): strict, but with white space anywhere.

/** The decoded bytes. Throws when the string is empty or not their one correct encoding. */
export function decodeBase64(text: string): Buffer {
  const compact = text.replace(/[ \t\r\n]+/g, '')
  const bytes = Buffer.from(compact, 'base64')
  // Buffer.from skips unknown characters; only a correct string survives the round trip.
  if (compact === '' || bytes.toString('base64') !== compact)
    throw new Error('The string is not base64')
  return bytes
}
