// Which IP addresses a request for a user may reach: public ones, and the networks that the configuration allows.
// Source: docs/security.md, "Requests to addresses that users enter".
import ipaddr from 'ipaddr.js'

/** Public by its range, but only reached inside a cloud: the host agent of Azure. */
const innerAddresses = new Set(['168.63.129.16'])
/** All public IPv6 addresses are in this block; anything else is special or not assigned yet. */
const publicIpv6 = ipaddr.IPv6.parseCIDR('2000::/3')

export type AddressClass = 'public' | 'allowed' | 'forbidden'

export interface AddressPolicy {
  /** Whether the configuration allows any network. */
  readonly hasAllowed: boolean
  /** `classOf('10.0.0.1')` is forbidden, unless a network of the list contains it. */
  classOf(address: string): AddressClass
}

/**
 * `createAddressPolicy(['10.1.0.0/16', 'fd00::/8'])`. An IPv6 address that contains an IPv4 address (mapped,
 * translated, 6to4, Teredo) is never public, because what it reaches depends on a gateway.
 */
export function createAddressPolicy(allowedNetworks: readonly string[]): AddressPolicy {
  const allowed = allowedNetworks.map((network) => ipaddr.parseCIDR(network))
  const isAllowed = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
    allowed.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
  return {
    hasAllowed: allowed.length > 0,
    classOf(text) {
      // Strict forms only: a URL has already turned 0x7f.1 and 2130706433 into 127.0.0.1.
      if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return 'forbidden'
      const address = ipaddr.parse(text)
      if (isAllowed(address)) return 'allowed'
      return isPublic(address) ? 'public' : 'forbidden'
    },
  }
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast' || innerAddresses.has(address.toString())) return false
  return !(address instanceof ipaddr.IPv6) || (address.zoneId === undefined && address.match(publicIpv6))
}
