// Describes an order in plain words for messages: "buy 1,200 ACME at a stop of $51.00, with a stop loss of $48.50".
import {
  formatCode,
  formatOrderPrice,
  formatQuantity,
  type OrderDraft,
  type OrderTerms,
  orderTypeRules,
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

export function describeOrder({ terms, child }: OrderDraft): string {
  const quantity = formatQuantity(terms.quantity)
  const own = `${verbs[terms.instruction]} ${quantity} ${formatCode(terms.symbol)} ${termWords(terms)}`
  return child === null ? own : `${own}, with a stop loss of ${wordsOf(child.price)}`
}

const termWords = ({ orderType, price, limitPrice }: OrderTerms): string =>
  orderTypeRules[orderType].describe(wordsOf(price), wordsOf(limitPrice))

const wordsOf = (price: string | null | undefined): string =>
  price === null || price === undefined ? '' : formatOrderPrice(price)
