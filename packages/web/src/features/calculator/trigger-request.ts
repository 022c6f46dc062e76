// The order ticket request for a sized position: the entry, its protecting stop, and the price at which the entry is
// cancelled.
// Source: docs/rules/trading.md, "Trigger orders".
import type { TradeDirection } from '@clubfolio/domain'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'

export interface SizedTrade {
  readonly code: string
  /** Whole shares, and prices as decimal text. */
  readonly quantity: string
  readonly buyPrice: string
  readonly sellPrice: string
  readonly resistance: string
  readonly support: string
}

/**
 * Long: BUY STOP at the buy price with a SELL STOP at the sell price, cancelled at the support. Short: SELL_SHORT STOP
 * at the sell price with a BUY STOP at the buy price, cancelled at the resistance.
 */
export function triggerRequest(
  direction: TradeDirection,
  { code, quantity, buyPrice, sellPrice, resistance, support }: SizedTrade,
): OrderTicketRequest {
  return direction === 'long'
    ? {
        code,
        directionality: 'BUY',
        orderType: 'STOP',
        quantity,
        price: buyPrice,
        stopPrice: sellPrice,
        cancelPrice: support,
      }
    : {
        code,
        directionality: 'SELL_SHORT',
        orderType: 'STOP',
        quantity,
        price: sellPrice,
        stopPrice: buyPrice,
        cancelPrice: resistance,
      }
}
