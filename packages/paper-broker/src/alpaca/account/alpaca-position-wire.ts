// A position of the Alpaca wire. Shorts have negative quantities, values and costs.

import type { ReadPosition } from '../../account/read-account.ts'
import { absolute, divideHalfUp, rescale } from '../../money/decimal.ts'
import { COST_SCALE } from '../../money/money.ts'
import { isShort } from '../../valuation/position-change.ts'
import { valuePosition } from '../../valuation/position-value.ts'
import { assetId } from '../kernel/alpaca-id.ts'
import { centsText, costText, priceText, trimmedText } from '../kernel/amount-text.ts'
import { wireSymbol } from '../kernel/alpaca-symbol.ts'
import { assetClass, assetExchange } from '../market/asset-wire.ts'

/** Returns a share of one: 0.0125 for 1.25 percent; zero where there is nothing to compare with. */
function fractionText(part: bigint, whole: bigint): string {
  return whole === 0n ? '0' : trimmedText(divideHalfUp(part * 10n ** BigInt(COST_SCALE), absolute(whole)), COST_SCALE)
}

export interface PositionFacts {
  readonly position: ReadPosition
  readonly exchange: string
  /** Shares or contracts that no open order claims, without sign. */
  readonly available: bigint
}

/** Returns one element of the positions response. */
export function alpacaPositionWire({ position, exchange, available }: PositionFacts): object {
  const value = valuePosition(position)
  const sign = isShort(position) ? -1n : 1n
  const costCents = rescale(position.cost, COST_SCALE, 2)
  const previousValue = position.previousClose * position.previousQuantity
  const dayBasis = previousValue === 0n ? position.paidToday : rescale(previousValue * position.multiplier, 4, 2)
  return {
    asset_id: assetId(wireSymbol(position.symbol)),
    symbol: wireSymbol(position.symbol),
    exchange: position.isOption ? '' : assetExchange(exchange),
    asset_class: assetClass(position.assetType),
    asset_marginable: !position.isOption,
    qty: String(position.quantity),
    qty_available: String(sign * available),
    avg_entry_price: costText(value.averagePrice),
    side: isShort(position) ? 'short' : 'long',
    market_value: centsText(value.marketValue),
    cost_basis: costText(sign * position.cost),
    unrealized_pl: centsText(value.openProfit),
    unrealized_plpc: fractionText(value.openProfit, costCents),
    unrealized_intraday_pl: centsText(value.dayProfit),
    unrealized_intraday_plpc: fractionText(value.dayProfit, dayBasis),
    current_price: priceText(position.last),
    lastday_price: priceText(position.previousClose),
    change_today: fractionText(position.last - position.previousClose, position.previousClose),
  }
}
