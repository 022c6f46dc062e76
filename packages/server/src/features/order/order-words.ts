// Describes an order in plain words for messages: "buy 1,200 ACME at a stop of $51.00, with a stop loss of $48.50".
import { formatCode, formatOrderPrice, formatQuantity, type OrderDraft, type OrderTerms } from '@clubfolio/domain'

const verbs: Readonly<Record<OrderTerms['instruction'], string>> = {
  BUY: 'buy', SELL: 'sell', SELL_SHORT: 'sell short', BUY_TO_COVER: 'buy to cover',
  BUY_TO_OPEN: 'buy to open', SELL_TO_CLOSE: 'sell to close', SELL_TO_OPEN: 'sell to open', BUY_TO_CLOSE: 'buy to close',
}

export function describeOrder({ terms, child }: OrderDraft): string {
  const quantity = formatQuantity(terms.quantity)
  const own = `${verbs[terms.instruction]} ${quantity} ${formatCode(terms.symbol)} ${termWords(terms)}`
  return child === null ? own : `${own}, with a stop loss of ${wordsOf(child.price)}`
}

function termWords({ orderType, price, limitPrice }: OrderTerms): string {
  if (orderType === 'STOP_LIMIT') return `at a stop of ${wordsOf(price)} (limit ${wordsOf(limitPrice)})`
  if (orderType === 'MARKET') return 'at the market'
  return orderType === 'STOP' ? `at a stop of ${wordsOf(price)}` : `at ${wordsOf(price)} or better`
}

const wordsOf = (price: string | null | undefined): string => (price === null || price === undefined ? '' : formatOrderPrice(price))
