// Prices as the brokerage of an account has them, for its order ticket: bid, ask and last of shares and contracts. They
// are those of the socket where the account trades on the ticking market, and otherwise of the brokerage itself.
import type { Quote } from '@clubfolio/contract'
import { isSameCode } from '@clubfolio/domain'
import { BrokerFailure } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { loginAccess } from '../account/broker-access.ts'
import { activeMarketTime } from '../account/market-time.ts'
import type { OwnAccount } from '../account/own-account.ts'
import { readQuotesShared } from '../account/shared-broker-reads.ts'
import { findQuotes } from './find-quotes.ts'

/**
 * Returns quotes in the order of the codes. A code is left out if the brokerage does not know it, or cannot be asked
 * now; the preview of an order says why.
 */
export async function findAccountQuotes(
  services: Services,
  account: OwnAccount,
  codes: readonly string[],
): Promise<Quote[]> {
  if (codes.length === 0 || !account.is_active) return []
  if (await hasLiveQuotes(services, account))
    return (await findQuotes(services, codes)).map((quote) => ({ ...quote, isLive: true }))
  try {
    const access = loginAccess(services, account.broker_login_id)
    const told = await readQuotesShared(services.brokers.brokerOf(account), access, codes)
    return codes.flatMap((code) => {
      const quote = told.find(({ symbol }) => isSameCode(symbol, code))
      return quote === undefined
        ? []
        : [
            {
              code,
              last: Number(quote.last),
              ...some('bid', quote.bid),
              ...some('ask', quote.ask),
              atMs: quote.quotedMs,
            },
          ]
    })
  } catch (error) {
    if (error instanceof BrokerFailure) return []
    throw error
  }
}

/**
 * Returns whether live quotes are prices of the account's own market: the simulated one, while it is active. They are
 * in dollars, so they price no account in another currency.
 */
export async function hasLiveQuotes({ db, clock, brokers }: Services, account: OwnAccount): Promise<boolean> {
  if (account.currency !== 'USD') return false
  const livesByWallClock = brokers.find(account.broker)?.livesByWallClock ?? true
  const market = await activeMarketTime(db, clock, livesByWallClock)
  return market.source === 'simulated' && account.market_source === 'simulated'
}

/** A brokerage reports 0 where nobody bids or asks. */
const some = (side: 'bid' | 'ask', price: string | null): Pick<Quote, 'bid' | 'ask'> =>
  price === null || !(Number(price) > 0) ? {} : { [side]: Number(price) }
