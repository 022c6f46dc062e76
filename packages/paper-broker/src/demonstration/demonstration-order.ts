// The demonstration's orders: each way to enter a position as a real order with its protection, priced from the current
// quote.
import { divideHalfUp } from '../money/decimal.ts'
import type { PaperInstrument } from '../market/paper-market.ts'
import { price, tickOf } from '../money/money.ts'
import type { Price } from '../money/money.ts'
import type { TouchQuote } from '../order/fill-rule.ts'
import type { ReceivedOrder } from '../order/order-draft.ts'
import type { OrderTerms } from '../order/order.ts'
import type { EntryKind } from './demonstration-plan.ts'

type More = Partial<Pick<OrderTerms, 'price' | 'stopPrice' | 'trail' | 'duration'>>
type Leg = (instruction: OrderTerms['instruction'], orderType: OrderTerms['orderType'], more?: More) => ReceivedOrder

/** Returns `permille` thousandths of a price, rounded to its tick. */
function partOf(at: Price, permille: bigint): Price {
  const raw = divideHalfUp(at * permille, 1_000n)
  const tick = tickOf(raw)
  return price((raw / tick) * tick)
}

function legOf(instrument: PaperInstrument, quantity: bigint): Leg {
  return (instruction, orderType, more = {}) => ({
    strategy: 'SINGLE',
    isShortable: true,
    details: {},
    children: [],
    terms: {
      symbol: instrument.symbol,
      assetType: instrument.assetType,
      cusip: instrument.cusip,
      description: instrument.description,
      multiplier: 1n,
      instruction,
      quantity,
      orderType,
      session: 'NORMAL',
      duration: 'GOOD_TILL_CANCEL',
      price: null,
      stopPrice: null,
      trail: null,
      limitOffset: null,
      keepsPrice: false,
      legs: null,
      ...more,
    },
  })
}

function trigger(parent: ReceivedOrder, child: ReceivedOrder): ReceivedOrder {
  return { ...parent, strategy: 'TRIGGER', children: [child] }
}

function pair(one: ReceivedOrder, other: ReceivedOrder): ReceivedOrder {
  return { strategy: 'OCO', terms: null, isShortable: true, details: {}, children: [one, other] }
}

const BUILD: Readonly<Record<EntryKind, (leg: Leg, last: Price) => ReceivedOrder>> = {
  DIP_BRACKET: (leg, last) =>
    trigger(
      leg('BUY', 'LIMIT', { price: partOf(last, 992n) }),
      pair(
        leg('SELL', 'LIMIT', { price: partOf(last, 1_080n) }),
        leg('SELL', 'STOP', { stopPrice: partOf(last, 945n) }),
      ),
    ),
  BREAKOUT_STOP: (leg, last) =>
    trigger(
      leg('BUY', 'STOP', { stopPrice: partOf(last, 1_012n) }),
      leg('SELL', 'STOP', { stopPrice: partOf(last, 950n) }),
    ),
  TRAILED_LONG: (leg) =>
    trigger(
      leg('BUY', 'MARKET', { duration: 'DAY' }),
      leg('SELL', 'TRAILING_STOP', { trail: { offset: price(90_000n), isPercent: true } }),
    ),
  STOPPED_SHORT: (leg, last) =>
    trigger(
      leg('SELL_SHORT', 'MARKET', { duration: 'DAY' }),
      leg('BUY_TO_COVER', 'STOP', { stopPrice: partOf(last, 1_060n) }),
    ),
  BREAKDOWN_BRACKET: (leg, last) =>
    trigger(
      leg('SELL_SHORT', 'STOP', { stopPrice: partOf(last, 988n) }),
      pair(
        leg('BUY_TO_COVER', 'LIMIT', { price: partOf(last, 915n) }),
        leg('BUY_TO_COVER', 'STOP', { stopPrice: partOf(last, 1_040n) }),
      ),
    ),
  HELD_LONG: (leg, last) =>
    trigger(leg('BUY', 'MARKET', { duration: 'DAY' }), leg('SELL', 'STOP', { stopPrice: partOf(last, 800n) })),
  HELD_SHORT: (leg, last) =>
    trigger(
      leg('SELL_SHORT', 'MARKET', { duration: 'DAY' }),
      leg('BUY_TO_COVER', 'STOP', { stopPrice: partOf(last, 1_220n) }),
    ),
  WAITING_BREAKOUT: (leg, last) =>
    trigger(
      leg('BUY', 'STOP', { stopPrice: partOf(last, 1_180n) }),
      leg('SELL', 'STOP', { stopPrice: partOf(last, 1_080n) }),
    ),
}

/** Returns the order that enters with about `dollars`; null when one share costs more than that. */
export function entryOrder(
  entry: EntryKind,
  instrument: PaperInstrument,
  quote: TouchQuote,
  dollars: number,
): ReceivedOrder | null {
  const quantity = (BigInt(dollars) * 10_000n) / quote.last
  return quantity === 0n ? null : BUILD[entry](legOf(instrument, quantity), quote.last)
}

/** Returns the order that closes a position at the market. */
export function leavingOrder(instrument: PaperInstrument, held: bigint): ReceivedOrder {
  const leg = legOf(instrument, held > 0n ? held : -held)
  return leg(held > 0n ? 'SELL' : 'BUY_TO_COVER', 'MARKET', { duration: 'DAY' })
}
