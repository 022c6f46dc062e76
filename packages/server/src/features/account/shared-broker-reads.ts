// Shares brokerage reads between simultaneous calls. The brokerage allows a login 120 requests a minute; sixty orders
// that each read the account and the quote separately would exhaust that, and the last of them would wait a minute.
import type { BrokerAccess, BrokerAccount, BrokerPort, BrokerQuote } from '../../adapters/broker/port.ts'
import { createSharedWork, type SharedWork } from '../../kernel/shared-lookup.ts'

interface Shares {
  readonly accounts: SharedWork<BrokerAccount>
  readonly quotes: SharedWork<readonly BrokerQuote[]>
}

const sharesOf = new WeakMap<BrokerPort, Shares>()

function shares(broker: BrokerPort): Shares {
  const found = sharesOf.get(broker) ?? { accounts: createSharedWork(), quotes: createSharedWork() }
  sharesOf.set(broker, found)
  return found
}

/** Reads an account as it is now: the read starts after this call, and other calls at the same moment share it. */
export function readAccountShared(broker: BrokerPort, access: BrokerAccess, hashValue: string): Promise<BrokerAccount> {
  return shares(broker).accounts(JSON.stringify([access.key, hashValue]), () => broker.readAccount(access, hashValue))
}

/** Reads a symbol's quote in the same way. */
export function readQuoteShared(
  broker: BrokerPort,
  access: BrokerAccess,
  symbol: string,
): Promise<BrokerQuote | undefined> {
  const quotes = shares(broker).quotes(JSON.stringify([access.key, symbol]), () => broker.quotes(access, [symbol]))
  return quotes.then((all) => all.find((quote) => quote.symbol === symbol))
}
