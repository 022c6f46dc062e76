// An order in plain words for messages: "buy 100 ACME at a stop of 51, then sell them at a stop of 48.5".
import type { OrderDraft, OrderTerms } from '@clubfolio/domain'

const verbs: Readonly<Record<OrderTerms['instruction'], string>> = { BUY: 'buy', SELL: 'sell', SELL_SHORT: 'sell short', BUY_TO_COVER: 'buy to cover' }

export function describeOrder({ terms, child }: OrderDraft): string {
  const own = `${verbs[terms.instruction]} ${terms.quantity} ${terms.symbol} ${priceWords(terms)}`
  return child === null ? own : `${own}, with a stop loss of ${child.price ?? ''}`
}

function priceWords({ orderType, price }: OrderTerms): string {
  if (orderType === 'MARKET') return 'at the market'
  return orderType === 'STOP' ? `at a stop of ${price ?? ''}` : `at ${price ?? ''} or better`
}
