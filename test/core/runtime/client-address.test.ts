// The key of an address: what one network owns counts as one.
import { expect, it } from 'vitest'
import { addressKey } from '../../../src/core/runtime/client-address.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:0201', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['nonsense', 'nonsense'],
  ['a:nonsense', 'a:nonsense'],
])('of %s is %s', (address, key) => expect(addressKey(address)).toBe(key))

it('differs between two IPv4-mapped addresses', () => {
  expect(addressKey('::ffff:192.0.2.1')).not.toBe(addressKey('::ffff:192.0.2.2'))
})
