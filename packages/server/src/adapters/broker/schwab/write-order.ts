// Maps our orders to wire format, strictly: exactly the fields that each type of order requires.
import { isOptionCode, type OrderDraft, type OrderTerms, orderTypeRules } from '@clubfolio/domain'

/**
 * Returns the body of a POST, PUT or preview. Prices are sent as decimal text, which the wire accepts and floats cannot
 * distort.
 */
export function writeOrder({ terms, child }: OrderDraft): object {
  if (child === null) return { ...writeTerms(terms), orderStrategyType: 'SINGLE' }
  return {
    ...writeTerms(terms),
    orderStrategyType: 'TRIGGER',
    childOrderStrategies: [{ ...writeTerms(child), orderStrategyType: 'SINGLE' }],
  }
}

function writeTerms({ symbol, instruction, quantity, orderType, price, limitPrice, duration }: OrderTerms): object {
  const rule = orderTypeRules[orderType]
  return {
    orderType,
    session: 'NORMAL',
    duration,
    ...(rule.price === 'limit' ? { price } : {}),
    ...(rule.hasLimitPrice ? { price: limitPrice } : {}),
    ...(rule.price === 'stop' ? { stopPrice: price } : {}),
    orderLegCollection: [
      {
        instruction,
        quantity: Number(quantity),
        instrument: { symbol, assetType: isOptionCode(symbol) ? 'OPTION' : 'EQUITY' },
      },
    ],
  }
}
