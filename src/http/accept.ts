// Which media types a caller accepts.

/**
 * The most specific range that matches a type decides, and a weight of 0 refuses (RFC 9110,
 * 12.4.2 and 12.5.1).
 */
export function accepts(accept: string | undefined, mediaType: string): boolean {
  const ranges = (accept ?? '*/*').toLowerCase().split(',')
  const wanted = new Map(
    ranges.map((text) => {
      const [range = '', ...parameters] = text.split(';').map((part) => part.trim())
      return [range, !parameters.some((parameter) => /^q\s*=\s*0(\.0*)?$/.test(parameter))]
    }),
  )
  const [type] = mediaType.split('/')
  const nearest = [mediaType, `${type}/*`, '*/*'].find((range) => wanted.has(range))
  return nearest !== undefined && wanted.get(nearest) === true
}
