// Which callers share an address: the key of every limit that counts by address.

/**
 * The key of an IP address: of an IPv4-mapped address the IPv4 address, of any other IPv6 address
 * its /64, since one network owns all of them (RFC 4291, 2.5.4). What is no address is its own key.
 */
export function addressKey(address: string): string {
  const isV6 = address.includes(':')
  if (!isV6) return address
  const groups = groupsOf(address)
  if (!groups) return address
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

// The URL parser writes every form of an address in one, with a dotted part in hexadecimal.
function groupsOf(address: string): number[] | undefined {
  const url = `http://[${address.replace(/%.*$/, '')}]`
  if (!URL.canParse(url)) return undefined
  const [head = '', tail = ''] = new URL(url).hostname.slice(1, -1).split('::')
  const [front, back] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = new Array<string>(8 - front!.length - back!.length).fill('0')
  return [...front!, ...zeros, ...back!].map((group) => Number.parseInt(group, 16))
}
