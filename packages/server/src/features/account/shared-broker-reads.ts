// Shares brokerage reads between simultaneous calls of this process.
import type { BrokerQuote } from '../../adapters/broker/market-answers.ts'
import type { BrokerAccess, BrokerAccount, BrokerPort } from '../../adapters/broker/port.ts'

/** Reads an account as it is now: the read starts after this call, and other calls at the same moment share it. */
export function readAccountShared(broker: BrokerPort, access: BrokerAccess, hashValue: string): Promise<BrokerAccount> {
  return broker.shared.accounts(JSON.stringify([access.key, hashValue]), () => broker.readAccount(access, hashValue))
}

/**
 * Reads the quotes of symbols in the same way, with one request. Those that the brokerage does not know are left out.
 */
export const readQuotesShared = (
  broker: BrokerPort,
  access: BrokerAccess,
  symbols: readonly string[],
): Promise<readonly BrokerQuote[]> =>
  broker.shared.quotes(JSON.stringify([access.key, ...symbols]), () => broker.quotes(access, symbols))
