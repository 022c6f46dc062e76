// Maps our orders to wire format, strictly: exactly the fields that each type of order requires.
import {
  isOptionCode,
  type OrderDraft,
  type OrderPrice,
  type OrderTerms,
  type TicketOrderType,
} from '@clubfolio/domain'

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

/** The price fields of each type. */
const priceFields: { readonly [T in TicketOrderType]: (price: OrderPrice<T>) => object } = {
  STOP: ({ stopPrice }) => ({ stopPrice }),
  LIMIT: ({ limitPrice }) => ({ price: limitPrice }),
  MARKET: () => ({}),
  STOP_LIMIT: ({ stopPrice, limitPrice }) => ({ stopPrice, price: limitPrice }),
  TRAILING_STOP: ({ trail: { offset, unit } }) => ({
    stopPriceLinkBasis: 'LAST',
    stopPriceLinkType: unit === 'PERCENT' ? 'PERCENT' : 'VALUE',
    stopPriceOffset: offset,
  }),
}

const writePriceFields = <T extends TicketOrderType>(price: OrderPrice<T>): object => priceFields[price.type](price)

const writeTerms = ({ symbol, instruction, quantity, price, duration }: OrderTerms): object => ({
  orderType: price.type,
  session: 'NORMAL',
  duration,
  ...writePriceFields(price),
  orderLegCollection: [
    {
      instruction,
      quantity: Number(quantity),
      instrument: { symbol, assetType: isOptionCode(symbol) ? 'OPTION' : 'EQUITY' },
    },
  ],
})
