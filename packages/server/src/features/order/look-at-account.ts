// Reads everything about an account and its market that an order is judged by: positions and buying power at the
// broker, market prices, the guard rails, the remaining days of access.
import {
  type Cents,
  dayMs,
  isInSession,
  isSameCode,
  type LegMarket,
  newYorkDateAt,
  type OrderSituation,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerAccount } from '../../adapters/broker/port.ts'
import type { Services } from '../../services.ts'
import { accountMarketTime, type MarketTime } from '../account/market-time.ts'
import { readAccountShared, readQuotesShared } from '../account/shared-broker-reads.ts'
import { findAccount } from '../account/store.ts'
import { findLimits } from '../order-limit/guard-rails.ts'
import { accessOf, type TradedAccount } from './traded-account.ts'

export interface AccountLook extends OrderSituation {
  readonly buyingPowerCents: Cents
}

/**
 * Returns the account's current state, and the market of a code and of the legs that follow it. `read` is the account
 * as the caller has just read it. Throws BrokerFailure when the brokerage cannot be reached.
 */
export async function lookAtAccount(
  services: Services,
  account: TradedAccount,
  [symbol, ...legs]: readonly [string, ...string[]],
  read?: BrokerAccount,
): Promise<AccountLook> {
  const { db, clock, brokers } = services
  const broker = brokers.brokerOf(account)
  const access = accessOf(services, account)
  const [values, quotes, stored, limits, market] = await Promise.all([
    read ?? readAccountShared(broker, access, account.hash_value),
    readQuotesShared(broker, access, [symbol, ...legs]),
    findAccount(db, account.owner_id, account.id),
    findLimits(db, account.id),
    accountMarketTime(db, clock, account.market_source),
  ])
  const price = (text: string | null | undefined) =>
    text === null || text === undefined || !(Number(text) > 0) ? null : new Decimal(text)
  const marketOf = (code: string) => {
    const quote = quotes.find((one) => isSameCode(one.symbol, code))
    return { last: price(quote?.last), bid: price(quote?.bid), ask: price(quote?.ask) }
  }
  const heldOf = (code: string): Decimal =>
    new Decimal(values.positions.find((position) => isSameCode(position.symbol, code))?.quantity ?? 0)
  return {
    accountType: values.type,
    accountValue: dollarsOf(values.valueCents),
    buyingPower: dollarsOf(values.buyingPowerCents),
    buyingPowerCents: values.buyingPowerCents,
    held: heldOf(symbol),
    ...marketOf(symbol),
    today: newYorkDateAt(market.nowMs),
    legs: legs.map((code): LegMarket => ({
      symbol: code,
      held: heldOf(code),
      ...marketOf(code),
    })),
    isMarketOpen: isOpenNow(services, market),
    accessDaysLeft:
      stored.accessExpirationDate === null ? null : Math.floor((stored.accessExpirationDate - clock.nowMs()) / dayMs),
    guard: limits,
  }
}

const dollarsOf = (cents: bigint): Decimal => new Decimal(cents.toString()).div(100)

function isOpenNow({ simulated }: Services, market: MarketTime): boolean {
  if (market.source === 'simulated') return simulated.isOpenAt(market.nowMs)
  return market.isActive && market.source !== 'import' && isInSession(market.nowMs)
}
