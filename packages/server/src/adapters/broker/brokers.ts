// Every configured brokerage, by the name that its accounts and logins store. A use case picks by the account that it
// works on; a new account is linked at the brokerage that was asked for.
import { BrokerFailure, type BrokerFunding, type BrokerPort } from './port.ts'

export interface Brokers {
  /** The names, in the order of the configuration. */
  readonly names: readonly string[]
  /** Whether no market has a clock of its own: then "today" is the wall clock's everywhere. */
  readonly allLiveByWallClock: boolean
  find(name: string): BrokerPort | undefined
  /** Returns the brokerage of an account or a login. Throws UNCONFIGURED when this installation no longer has it. */
  brokerOf(held: { readonly broker: string }): BrokerPort
  /** Returns the brokerage at which new accounts are linked: the one asked for, otherwise the first. */
  toLink(name?: string): BrokerPort
  /** Returns the brokerage that opens accounts from here, if there is one. */
  funded(): (BrokerPort & { readonly funding: BrokerFunding }) | undefined
  close(): void
}

/** Throws when two brokerages have one name: accounts could not tell them apart. */
export function createBrokers(ports: readonly [BrokerPort, ...BrokerPort[]]): Brokers {
  const byName = new Map(ports.map((port) => [port.name, port]))
  if (byName.size < ports.length) throw new Error('Two brokerages are configured under one name.')
  const require = (name: string): BrokerPort => {
    const port = byName.get(name)
    if (port) return port
    throw new BrokerFailure('UNCONFIGURED', `This installation is not connected to the brokerage "${name}" any more.`)
  }
  return {
    names: [...byName.keys()],
    allLiveByWallClock: ports.every(({ livesByWallClock }) => livesByWallClock),
    find: (name) => byName.get(name),
    brokerOf: ({ broker }) => require(broker),
    toLink: (name) => (name === undefined ? ports[0] : require(name)),
    funded: () =>
      ports.find((port): port is BrokerPort & { readonly funding: BrokerFunding } => port.funding !== undefined),
    close: () => ports.forEach((port) => port.close()),
  }
}
