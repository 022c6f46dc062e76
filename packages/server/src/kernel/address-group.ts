// What counts as one address where calls are counted. Whoever has one IPv6 address has the 2^64 beside it too.
import { isIPv6 } from 'node:net'

/** An IPv4 address stands for itself, an IPv6 address for its network of 64 bits: `2001:db8:1:2:3:4:5:6` is `2001:db8:1:2::/64`. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return `${[...first, ...middle, ...last].slice(0, 4).map((part) => Number.parseInt(part, 16).toString(16)).join(':')}::/64`
}
