// An option contract of the Alpaca wire.

import { previousSession } from '@clubfolio/domain'
import { OPTION_MULTIPLIER } from '@clubfolio/simulated-market'
import type { OptionQuote } from '@clubfolio/simulated-market'
import type { MarketState } from '../../market/market-state.ts'
import { parseRounded } from '../../money/decimal.ts'
import { PRICE_SCALE } from '../../money/money.ts'
import { assetId } from '../kernel/alpaca-id.ts'
import { priceText } from '../kernel/amount-text.ts'
import { wireSymbol } from '../kernel/alpaca-symbol.ts'

const floatText = (value: number): string => priceText(parseRounded(String(value), PRICE_SCALE))

/** Returns one element of the contracts response. */
export function contractWire(option: OptionQuote, state: MarketState): object {
  const symbol = wireSymbol(option.code)
  const right = option.right === 'CALL' ? 'Call' : 'Put'
  return {
    id: assetId(symbol),
    symbol,
    name: `${option.underlying} ${option.expiration} ${floatText(option.strike)} ${right}`,
    status: 'active',
    tradable: true,
    expiration_date: option.expiration,
    root_symbol: option.underlying,
    underlying_symbol: option.underlying,
    underlying_asset_id: assetId(option.underlying),
    type: right.toLowerCase(),
    style: 'american',
    strike_price: floatText(option.strike),
    multiplier: String(OPTION_MULTIPLIER),
    size: String(OPTION_MULTIPLIER),
    open_interest: String(Math.round(option.openInterest)),
    open_interest_date: previousSession(state.marketDay),
    close_price: floatText(option.previousClose),
    close_price_date: previousSession(state.marketDay),
  }
}
