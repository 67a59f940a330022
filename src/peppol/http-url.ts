// URLs from others, in DNS and in metadata.

/** Undefined for anything but an absolute http or https URL without credentials. */
export function parseHttpUrl(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  return isHttp && !url.username && !url.password ? url : undefined
}
