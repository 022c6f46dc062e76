import { expect, test } from 'vitest'
import { createAddressPolicy } from './address-policy.ts'

const closed = createAddressPolicy([])

test.each([
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'this network'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.1', 'shared by a provider'],
  ['100.100.100.200', 'metadata of a cloud'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['168.63.129.16', 'host agent of a cloud'],
  ['169.254.169.254', 'metadata of a cloud'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.192', 'metadata of a cloud'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'relay of 6to4'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::7f00:1', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:8.8.8.8', 'IPv4-mapped'],
  ['::ffff:7f00:1', 'IPv4-mapped'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b::8.8.8.8', 'NAT64'],
  ['64:ff9b:1::1', 'local NAT64'],
  ['100::1', 'discard'],
  ['2001::1', 'Teredo'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4'],
  ['3fff::1', 'documentation'],
  ['5f00::1', 'segment routing'],
  ['4000::1', 'not assigned'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'metadata of a cloud'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['2606:4700::1111%eth0', 'public with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['127.1', 'short form'],
  ['0177.0.0.1', 'octal'],
  ['0x7f.0.0.1', 'hexadecimal'],
  ['2130706433', 'one number'],
  ['010.0.0.1', 'leading zero'],
  ['', 'nothing'],
  ['localhost', 'a name'],
  ['8.8.8.8 ', 'a space'],
])('%s is never reached: %s', (address) => {
  expect(closed.classOf(address)).toBe('forbidden')
})

test.each(['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => expect(closed.classOf(address)).toBe('public'),
)

test('a network of the list is allowed, in its own family only, and nothing beside it', () => {
  const policy = createAddressPolicy(['10.1.0.0/16', 'fd12::/32'])
  expect(['10.1.0.1', '10.2.0.1', 'fd12::1', 'fd13::1', '::ffff:10.1.0.1', '8.8.8.8'].map(policy.classOf)).toEqual([
    'allowed',
    'forbidden',
    'allowed',
    'forbidden',
    'forbidden',
    'public',
  ])
  expect(createAddressPolicy(['127.0.0.0/8']).classOf('::ffff:127.0.0.1')).toBe('forbidden')
})
