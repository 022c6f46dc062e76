// Questions to confirm before sending an order that looks like a slip: a limit far through the market, a large share of
// the buying power, a quantity far from the usual one, or an order equal to one just placed.
import { pricesNow } from './order-type.ts'
import { isEqualPrice, pricePartsOf } from './order-price.ts'
import { formatTrail, trailDistance } from './trail.ts'
import { formatOrderPrice } from './format-order-price.ts'
import { Decimal } from 'decimal.js'
import { isSameCode } from '../market/instrument-key.ts'
import { formatMoney } from '../text/format-money.ts'
import { formatQuantity } from '../text/format-quantity.ts'
import { formatCode, isOptionCode } from './option-code.ts'
import { isOpening, type OrderDraft, type OrderTerms, sideOf } from './order-draft.ts'
import type { OrderMarket } from './order-fault.ts'

/** Thresholds of the questions; null disables a question. */
export interface QuestionLimits {
  /** Percent that a limit may lie through the market. */
  readonly limitThrough: Decimal | null
  /** Percent of the buying power that one order may reserve. */
  readonly buyingPower: Decimal | null
  /** Multiple of the usual quantity from which on an order is questioned. */
  readonly usualQuantity: Decimal | null
}

/** Defaults of a new user. */
export const standardQuestionLimits = { limitThrough: '5', buyingPower: '25', usualQuantity: '10' } as const

/** A recently sent order. */
export interface EarlierOrder {
  readonly id: string
  readonly terms: OrderTerms
  /** Its outcome and time: `Order 1001 was placed at 10:01:05 ET`. */
  readonly words: string
}

export interface OrderHistory {
  /** Quantities of the user's last orders, shares or contracts like this one, in any order. */
  readonly quantities: readonly Decimal[]
  /** Orders of this account within the last `equalOrderMs`. */
  readonly earlier: readonly EarlierOrder[]
}

export const equalOrderMs = 5 * 60_000
/** The usual quantity is the median of this many last orders. */
export const usualOrders = 20
/** A trail from this share of the price on is asked about. */
const wideTrailPercent = 25
/** With fewer orders there is no usual quantity yet. */
const fewestOrders = 5

export const orderQuestionKinds = [
  'limitThrough',
  'trailDistance',
  'buyingPower',
  'usualQuantity',
  'equalOrder',
] as const
export type OrderQuestionKind = (typeof orderQuestionKinds)[number]

export interface OrderQuestion {
  /**
   * Referenced by the answer. For an equal order it contains the earlier order's id, so that a third equal order asks
   * again.
   */
  readonly id: string
  readonly kind: OrderQuestionKind
  readonly text: string
}

export interface AskedOrder {
  readonly draft: OrderDraft
  readonly market: OrderMarket
  /** Signed shares of the symbol. */
  readonly held: Decimal
  readonly buyingPower: Decimal
  /** Buying power that the order reserves. */
  readonly reserved: Decimal
  /** The remainder of the order that this one replaces; `buyingPower` then includes what that order releases. */
  readonly replaces?: ReplacedOrder
}

export interface ReplacedOrder {
  readonly quantity: Decimal
  readonly reserved: Decimal
}

const money = (value: Decimal): string => formatMoney(value.toFixed(2))
const count = (value: Decimal): string => formatQuantity(value.toFixed())

/**
 * Returns the questions to ask before an order is sent. Size questions apply only to new size: for a replacement no
 * larger than the order it replaces, they were asked with that order.
 */
export function findOrderQuestions(
  { draft: { terms }, market, held, buyingPower, reserved, replaces }: AskedOrder,
  limits: QuestionLimits,
  { quantities, earlier }: OrderHistory,
): OrderQuestion[] {
  const takesMore = replaces === undefined || reserved.greaterThan(replaces.reserved)
  const isForMore = replaces === undefined || new Decimal(terms.quantity).greaterThan(replaces.quantity)
  return [
    ...askForLimit(terms, market, limits.limitThrough),
    ...askForTrail(terms, market),
    ...(takesMore ? askForPower(terms, reserved, buyingPower, limits.buyingPower) : []),
    ...(isForMore ? askForQuantity(terms, held, quantities, limits.usualQuantity) : []),
    ...askForEqual(terms, earlier),
  ]
}

/** Returns one question for each equal earlier order. */
export const askForEqual = (terms: OrderTerms, earlier: readonly EarlierOrder[]): OrderQuestion[] =>
  earlier
    .filter((one) => isEqualOrder(one.terms, terms))
    .map((one) => ({
      id: `equalOrder:${one.id}`,
      kind: 'equalOrder',
      text: `${one.words}. It is equal to this order. Is this another one?`,
    }))

/** A stop-limit trades at its stop or beyond, so its limit is measured from there. */
function askForLimit(terms: OrderTerms, { last, bid, ask }: OrderMarket, allowed: Decimal | null): OrderQuestion[] {
  const isBuy = sideOf(terms.instruction) === 'BUY'
  const { stop, limit } = pricesNow(terms.price, { isBuy, last })
  const trades = (isBuy ? ask : bid) ?? last
  if (allowed === null || limit === null || trades === null) return []
  const from = isBuy ? Decimal.max(trades, stop ?? trades) : Decimal.min(trades, stop ?? trades)
  const through = (isBuy ? limit.minus(from) : from.minus(limit)).div(from).times(100)
  if (!through.greaterThan(allowed)) return []
  const place = from.equals(trades) ? `the market at ${money(from)}` : `its stop of ${money(from)}`
  return [
    {
      id: 'limitThrough',
      kind: 'limitThrough',
      text:
        `The limit of ${money(limit)} is ${through.toFixed(2)}% ${isBuy ? 'above' : 'below'} ${place}. Is that the ` +
        'price you mean?',
    },
  ]
}

/**
 * A trail that is not wider than the spread is set off by the next change of the quote; one of a quarter of the price
 * or more is rather a distance in the wrong unit. Example: at 50.00, bid 49.99 and ask 50.01, a trail of 0.02 and one
 * of 12.50 are asked about.
 */
function askForTrail({ price }: OrderTerms, { last, bid, ask }: OrderMarket): OrderQuestion[] {
  const { trail } = pricePartsOf(price)
  if (trail === null || last === null) return []
  const question = (why: string): OrderQuestion[] => [
    { id: 'trailDistance', kind: 'trailDistance', text: `${why} Is that the distance you mean?` },
  ]
  const distance = trailDistance(trail, last)
  const percent = distance.div(last).times(100)
  if (percent.greaterThanOrEqualTo(wideTrailPercent))
    return question(
      `The trail of ${formatTrail(trail)} puts the stop ${percent.toFixed(2)}% away from the last price of ` +
        `${money(last)}.`,
    )
  if (bid === null || ask === null || distance.greaterThan(ask.minus(bid))) return []
  return question(
    `The trail of ${formatTrail(trail)} is not wider than the spread of ${formatOrderPrice(ask.minus(bid))}, so ` +
      'the next change of the quote can set it off.',
  )
}

function askForPower(
  { instruction }: OrderTerms,
  reserved: Decimal,
  power: Decimal,
  allowed: Decimal | null,
): OrderQuestion[] {
  if (allowed === null || !isOpening(instruction) || !power.greaterThan(0)) return []
  const percent = reserved.div(power).times(100)
  if (!percent.greaterThan(allowed)) return []
  return [
    {
      id: 'buyingPower',
      kind: 'buyingPower',
      text:
        `This one order takes ${money(reserved)}, ${percent.toFixed(2)}% of the buying power of ${money(power)}. ` +
        'Is that what you mean?',
    },
  ]
}

/** Closing a position in full is never unusual. */
function askForQuantity(
  terms: OrderTerms,
  held: Decimal,
  quantities: readonly Decimal[],
  allowed: Decimal | null,
): OrderQuestion[] {
  const quantity = new Decimal(terms.quantity)
  const usual = medianOf(quantities)
  if (allowed === null || usual === null || (!isOpening(terms.instruction) && quantity.equals(held.abs()))) return []
  if (quantity.lessThan(usual.times(allowed))) return []
  const units = isOptionCode(terms.symbol) ? 'contracts' : 'shares'
  return [
    {
      id: 'usualQuantity',
      kind: 'usualQuantity',
      text:
        `${count(quantity)} ${units} of ${formatCode(terms.symbol)} is ` +
        `${quantity.div(usual).toDecimalPlaces(1).toFixed()} times your usual ${count(usual)} (the median of your ` +
        `last ${quantities.length} orders). Is that the quantity you mean?`,
    },
  ]
}

function medianOf(values: readonly Decimal[]): Decimal | null {
  if (values.length < fewestOrders) return null
  const sorted = values.toSorted((a, b) => a.comparedTo(b))
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : sorted[middle - 1]!.plus(sorted[middle]!).div(2)
}

/**
 * Compares side, code, quantity, type and prices. Ignores whether a buy opens or covers, because the first order may
 * have changed that.
 */
export const isEqualOrder = (a: OrderTerms, b: OrderTerms): boolean =>
  isSameCode(a.symbol, b.symbol) &&
  sideOf(a.instruction) === sideOf(b.instruction) &&
  new Decimal(a.quantity).equals(b.quantity) &&
  isEqualPrice(a.price, b.price)
