// Describes an order in plain words for messages: "buy 1,200 ACME at a stop of $51.00, with a stop loss of $48.50".
import { writePrice } from '@clubfolio/contract'
import {
  describeOrderPrice,
  formatCode,
  formatOrderPrice,
  formatQuantity,
  type OrderDraft,
  type OrderPrice,
  type OrderTerms,
} from '@clubfolio/domain'

const verbs: Readonly<Record<OrderTerms['instruction'], string>> = {
  BUY: 'buy',
  SELL: 'sell',
  SELL_SHORT: 'sell short',
  BUY_TO_COVER: 'buy to cover',
  BUY_TO_OPEN: 'buy to open',
  SELL_TO_CLOSE: 'sell to close',
  SELL_TO_OPEN: 'sell to open',
  BUY_TO_CLOSE: 'buy to close',
}

/** `1,200 ACME` */
export const describeTraded = ({ terms }: OrderDraft): string =>
  `${formatQuantity(terms.quantity)} ${formatCode(terms.symbol)}`

export function describeOrder({ terms, child }: OrderDraft): string {
  const own = `${verbs[terms.instruction]} ${describeTraded({ terms, child })}`
  const stopLoss = child === null ? '' : `, with a stop loss ${describeStopLoss(child.price)}`
  return `${own} ${describeOrderPrice(terms.price)}${stopLoss}`
}

function describeStopLoss(price: OrderPrice): string {
  const { price: at } = writePrice(price)
  return at === null ? describeOrderPrice(price) : `of ${formatOrderPrice(at)}`
}
