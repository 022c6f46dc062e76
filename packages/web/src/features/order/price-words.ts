// The price of a previewed order in the words of its plan: "at stop $51.00, limit $51.50".
import type { OrderPreview } from '@clubfolio/contract'
import type { TicketOrderType } from '@clubfolio/domain'
import { describeTrail } from '../order-text/fill-words.ts'
import { formatPrice } from '../order-text/format-price.ts'

type Previewed = Pick<OrderPreview, 'price' | 'limitPrice' | 'trail'>

export const priceWords: { readonly [T in TicketOrderType]: (preview: Previewed) => string } = {
  STOP: ({ price }) => `at stop ${formatPrice(price)}`,
  LIMIT: ({ price }) => `at limit ${formatPrice(price)}`,
  MARKET: () => 'at the market',
  STOP_LIMIT: ({ price, limitPrice }) => `at stop ${formatPrice(price)}, limit ${formatPrice(limitPrice)}`,
  EXERCISE: () => 'by exercise at the close',
  TRAILING_STOP: ({ price, trail }) =>
    trail === null
      ? 'at a trailing stop'
      : `at a stop that ${describeTrail(trail)}${price === null ? '' : `, ${formatPrice(price)} now`}`,
}
