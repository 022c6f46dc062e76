// Maps our orders to wire format, strictly: exactly the fields that each kind and type of order requires.
// Source: docs/rules/brokerage.md, "Order bodies".
import {
  type DraftLeg,
  type EntryDraft,
  isOptionCode,
  type LegsDraft,
  netOf,
  newYorkInstant,
  type OrderDraft,
  type OrderPrice,
  type OrderTerms,
  type OrderTime,
  shapeOfLegs,
  type TicketOrderType,
} from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { writeWireTime } from '../wire-time.ts'

/**
 * Returns the body of a POST, PUT or preview. Prices are sent as decimal text, which the wire accepts and floats cannot
 * distort.
 */
export function writeOrder(draft: OrderDraft): object {
  switch (draft.kind) {
    case 'ENTRY':
      return writeEntry(draft)
    case 'PAIR':
      return writePair(draft.orders)
    case 'LEGS':
      return writeLegs(draft)
  }
}

const writeSingle = (terms: OrderTerms): object => ({ ...writeTerms(terms), orderStrategyType: 'SINGLE' })

const writePair = (orders: readonly [OrderTerms, OrderTerms]): object => ({
  orderStrategyType: 'OCO',
  childOrderStrategies: orders.map(writeSingle),
})

function writeEntry({ terms, exits }: EntryDraft): object {
  if (exits.length === 0) return writeSingle(terms)
  return {
    ...writeTerms(terms),
    orderStrategyType: 'TRIGGER',
    childOrderStrategies: exits.length === 1 ? exits.map(writeSingle) : [writePair(exits)],
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
  EXERCISE: () => ({}),
}

const writePriceFields = <T extends TicketOrderType>(price: OrderPrice<T>): object => priceFields[price.type](price)

const lastMinute = 24 * 60 - 1

/** An order that is good till a day is cancelled at the end of that day in New York. */
const writeTime = ({ duration, session, goodTill }: OrderTime): object => ({
  session,
  duration,
  ...(goodTill === null ? {} : { cancelTime: writeWireTime(newYorkInstant(goodTill, lastMinute)) }),
})

const writeTerms = (terms: OrderTerms): object => ({
  orderType: terms.price.type,
  ...writeTime(terms),
  ...writePriceFields(terms.price),
  orderLegCollection: [writeLeg(terms, terms.quantity)],
})

const writeLeg = ({ symbol, instruction }: Pick<DraftLeg, 'symbol' | 'instruction'>, quantity: string): object => ({
  instruction,
  quantity: Number(quantity),
  instrument: { symbol, assetType: isOptionCode(symbol) ? 'OPTION' : 'EQUITY' },
})

function writeLegs(draft: LegsDraft): object {
  const net = netOf(draft.price)
  return {
    orderType: draft.price.type,
    ...writeTime(draft),
    ...(net === null ? {} : { price: net }),
    quantity: Number(draft.quantity),
    complexOrderStrategyType: shapeOfLegs(draft.legs),
    orderStrategyType: 'SINGLE',
    orderLegCollection: draft.legs.map((leg) => writeLeg(leg, new Decimal(leg.ratio).times(draft.quantity).toFixed())),
  }
}
