// Base64 as XML carries it (XML Schema base64Binary): strict, but white space may stand anywhere.

/** The bytes; throws when the text is empty or not the one correct encoding of them. */
export function decodeBase64(text: string): Buffer {
  const compact = text.replace(/[ \t\r\n]+/g, '')
  const bytes = Buffer.from(compact, 'base64')
  // Buffer.from skips what it does not know; only a correct text comes back the same.
  if (compact === '' || bytes.toString('base64') !== compact)
    throw new Error('The text is not base64')
  return bytes
}
