// Maps an account and its positions to our terms. Tolerant: fields that we do not need may be absent or new; the ones
// that decisions depend on must be plausible numbers.
import { contractShares, toCents } from '@clubfolio/domain'
import { z } from 'zod'
import type { BrokerAccount, BrokerPosition } from '../port.ts'
import { decimalText, wireCents, wireNumber } from '../wire-amount.ts'
import { readSymbol } from './wire-symbol.ts'

export const AlpacaAccountAnswer = z.looseObject({
  id: z.string().min(1).max(64),
  account_number: z.string().min(1).max(64),
  status: z.string().optional(),
  cash: wireCents,
  equity: wireCents,
  buying_power: wireCents,
  options_buying_power: wireCents.optional(),
  /** How many times its equity the account may buy; 1 for an account without margin. */
  multiplier: z.union([z.string(), z.number()]).transform(String).optional(),
  shorting_enabled: z.boolean().optional(),
  trading_blocked: z.boolean().optional(),
  account_blocked: z.boolean().optional(),
  trade_suspended_by_user: z.boolean().optional(),
})
export type AlpacaAccountAnswer = z.output<typeof AlpacaAccountAnswer>

/** Asset classes in our words. Funds are not told from shares. */
const assetTypes: ReadonlyMap<string, string> = new Map([
  ['us_equity', 'EQUITY'],
  ['us_option', 'OPTION'],
  ['crypto', 'CRYPTO'],
])

export const alpacaAssetType = (assetClass: string | null | undefined, symbol: string): string =>
  assetTypes.get(assetClass ?? '') ?? (readSymbol(symbol).length === 21 ? 'OPTION' : 'EQUITY')

const WirePosition = z
  .looseObject({
    symbol: z.string().min(1).max(64),
    asset_class: z.string().optional(),
    qty: wireNumber,
    side: z.string().optional(),
    avg_entry_price: wireNumber,
    market_value: wireCents,
    unrealized_pl: wireCents,
  })
  .transform((wire): BrokerPosition => {
    const assetType = alpacaAssetType(wire.asset_class, wire.symbol)
    // The sign of a short position is in its side, in its quantity, or in both.
    const isShort = wire.side === 'short' || wire.qty.isNegative()
    const value = wire.market_value < 0n ? -wire.market_value : wire.market_value
    return {
      symbol: readSymbol(wire.symbol),
      assetType,
      description: null,
      multiplier: assetType === 'OPTION' ? contractShares : 1,
      quantity: decimalText(isShort ? wire.qty.abs().negated() : wire.qty),
      averagePrice: decimalText(wire.avg_entry_price),
      marketValueCents: toCents(isShort ? -value : value),
      openProfitCents: wire.unrealized_pl,
    }
  })
export const PositionsAnswer = z
  .array(WirePosition)
  .transform((positions) => positions.filter(({ quantity }) => Number(quantity) !== 0))

/** Returns the account with its positions, which come from a call of their own. */
export function toAccount(wire: AlpacaAccountAnswer, positions: readonly BrokerPosition[]): BrokerAccount {
  const held = positions.reduce((sum, position) => sum + position.marketValueCents, 0n)
  return {
    number: wire.account_number,
    type: wire.multiplier === '1' ? 'CASH' : 'MARGIN',
    valueCents: wire.equity,
    buyingPowerCents: wire.buying_power,
    cashCents: toCents(wire.equity - held),
    reportedCashCents: wire.cash,
    openProfitCents: toCents(positions.reduce((sum, position) => sum + position.openProfitCents, 0n)),
    positions,
  }
}

/** Returns why the account takes no orders at present; null when it does. */
export function blockOf(wire: AlpacaAccountAnswer): string | null {
  if (wire.trade_suspended_by_user === true)
    return 'Trading is suspended in the settings of the account at Alpaca. Allow it there.'
  if (wire.account_blocked === true || wire.trading_blocked === true)
    return 'Alpaca has blocked this account for trading. Ask its support.'
  if (wire.status !== undefined && wire.status !== 'ACTIVE' && wire.status !== 'ACCOUNT_UPDATED')
    return 'The account is not open for trading at Alpaca yet.'
  return null
}
