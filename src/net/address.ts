// Which IP addresses are public: DNS and metadata of strangers must not lead us into our own
// network (IANA special-purpose address registries, RFC 6890).
import { BlockList, isIP, isIPv4 } from 'node:net'

/** False for anything but a globally reachable unicast address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  if (version === 4) return !reserved.check(address, 'ipv4')
  const embedded = embeddedIPv4(address)
  if (embedded !== undefined) return isPublicAddress(embedded)
  return globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
}

const reserved = blockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Protocol assignments (including Teredo), documentation.
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
])

// Everything else in IPv6 is loopback, local, multicast or unassigned.
const globalUnicast = blockList(['2000::/3'])

function blockList(ranges: string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/')
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6')
  }
  return list
}

// An IPv4 address embedded in an IPv6 one is reached just the same: mapped, translated (NAT64) and
// 6to4 addresses.
function embeddedIPv4(address: string): string | undefined {
  const bytes = bytesOf(address)
  const hex = bytes.toString('hex')
  if (hex.startsWith('00000000000000000000ffff') || hex.startsWith('0064ff9b0000000000000000'))
    return [...bytes.subarray(12)].join('.')
  return hex.startsWith('2002') ? [...bytes.subarray(2, 6)].join('.') : undefined
}

// The 16 bytes of an IPv6 address. The URL parser turns a dotted IPv4 part into hexadecimal.
function bytesOf(address: string): Buffer {
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const front = head.split(':').filter(Boolean)
  const back = (tail ?? '').split(':').filter(Boolean)
  const zeros = new Array<string>(8 - front.length - back.length).fill('0')
  const groups = [...front, ...zeros, ...back].map((group) => group.padStart(4, '0'))
  return Buffer.from(groups.join(''), 'hex')
}
