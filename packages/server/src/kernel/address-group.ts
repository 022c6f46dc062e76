// Groups client addresses for rate limiting. A client with one IPv6 address usually controls all 2^64 addresses of its
// network.
import { isIPv6 } from 'node:net'

/**
 * Returns an IPv4 address itself, or the 64-bit network of an IPv6 address: `2001:db8:1:2:3:4:5:6` is
 * `2001:db8:1:2::/64`.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped) return mapped[1]!
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return `${[...first, ...middle, ...last]
    .slice(0, 4)
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}::/64`
}
