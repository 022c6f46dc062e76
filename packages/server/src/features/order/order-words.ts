// An order in plain words for messages: "buy 100 ACME at a stop of 51, then sell them at a stop of 48.5".
import { codeWords, type OrderDraft, type OrderTerms } from '@clubfolio/domain'

const verbs: Readonly<Record<OrderTerms['instruction'], string>> = {
  BUY: 'buy', SELL: 'sell', SELL_SHORT: 'sell short', BUY_TO_COVER: 'buy to cover',
  BUY_TO_OPEN: 'buy to open', SELL_TO_CLOSE: 'sell to close', SELL_TO_OPEN: 'sell to open', BUY_TO_CLOSE: 'buy to close',
}

export function describeOrder({ terms, child }: OrderDraft): string {
  const own = `${verbs[terms.instruction]} ${terms.quantity} ${codeWords(terms.symbol)} ${priceWords(terms)}`
  return child === null ? own : `${own}, with a stop loss of ${child.price ?? ''}`
}

function priceWords({ orderType, price, limitPrice }: OrderTerms): string {
  if (orderType === 'STOP_LIMIT') return `at a stop of ${price ?? ''} (limit ${limitPrice ?? ''})`
  if (orderType === 'MARKET') return 'at the market'
  return orderType === 'STOP' ? `at a stop of ${price ?? ''}` : `at ${price ?? ''} or better`
}
