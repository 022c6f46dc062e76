// The price with which a limit order starts: that of the market, at which it would be filled.
import type { Quote } from '@clubfolio/contract'
import { orderTypeRules } from '@clubfolio/domain'
import type { TicketForm } from './ticket-form.ts'

type Priced = Pick<TicketForm, 'orderType' | 'isPair' | 'price'>

/** Returns whether the order waits for a limit that nobody has typed, so that the market's price is taken. */
export const takesPriceOfMarket = ({ orderType, isPair, price }: Priced): boolean =>
  orderTypeRules[orderType].waitsFor === 'limit' && !isPair && price === ''

/**
 * Returns the ask for a buy and the bid for a sale as decimal text; undefined where the order needs no price, has one,
 * or the market has none. Example: "412.05" for a buy of a share that asks 412.05.
 */
export function priceAtMarket(
  form: TicketForm,
  quote: Pick<Quote, 'last' | 'bid' | 'ask'> | null | undefined,
): string | undefined {
  if (!takesPriceOfMarket(form) || !quote) return undefined
  const at = (form.directionality === 'BUY' ? quote.ask : quote.bid) ?? quote.last
  return at.toFixed(at < 1 ? 4 : 2)
}
