// The media type of a file, checked once, when the file is stored: it may come from a stranger, and
// goes into headers (RFC 9110, 8.3.1).

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]"
const parameter = `[ \\t]*;[ \\t]*${token}+=(?:${token}+|"[ !#-\\[\\]-~]*")`
const form = new RegExp(`^${token}{1,127}/${token}{1,127}(?:${parameter})*$`)
const charactersMax = 500

/** The media type as stated, if it is one, in visible ASCII and not too long. */
export function storedMediaType(stated: string): string {
  const isSound = stated.length <= charactersMax && form.test(stated)
  return isSound ? stated : 'application/octet-stream'
}
