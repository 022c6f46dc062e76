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
import { contractShares, contractTerms, formatCode, isOptionCode } from './option-code.ts'
import { debitOf, describeNetPrice, netAt, type NetPrice } from './net-price.ts'
import {
  codeOfDraft,
  type DraftLeg,
  isOpening,
  type LegsDraft,
  type OrderDraft,
  type OrderTerms,
  quantityOfDraft,
  sideOf,
} from './order-draft.ts'
import type { LegMarket } from './order-judgement.ts'
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
  readonly draft: OrderDraft
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
  'exercise',
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
  /** The market of each of several legs. */
  readonly legs?: readonly LegMarket[]
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
export function findOrderQuestions(asked: AskedOrder, limits: QuestionLimits, history: OrderHistory): OrderQuestion[] {
  const { draft, reserved, replaces } = asked
  const takesMore = replaces === undefined || reserved.greaterThan(replaces.reserved)
  const isForMore = replaces === undefined || new Decimal(quantityOfDraft(draft)).greaterThan(replaces.quantity)
  return [
    ...askForTerms(asked, limits),
    ...(takesMore ? askForPower(draft, reserved, asked.buyingPower, limits.buyingPower) : []),
    ...(isForMore ? askForQuantity(draft, asked.held, history.quantities, limits.usualQuantity) : []),
    ...askForEqual(draft, history.earlier),
  ]
}

function askForTerms({ draft, market, legs = [] }: AskedOrder, limits: QuestionLimits): OrderQuestion[] {
  switch (draft.kind) {
    case 'ENTRY':
      return [
        ...askForLimit(draft.terms, market, limits.limitThrough),
        ...askForTrail(draft.terms, market),
        ...askForExercise(draft.terms),
      ]
    case 'PAIR':
      return draft.orders.flatMap((terms) => askForTrail(terms, market))
    case 'LEGS':
      return askForNet(draft, legs, limits.limitThrough)
  }
}

/** Returns one question for each equal earlier order. */
export const askForEqual = (draft: OrderDraft, earlier: readonly EarlierOrder[]): OrderQuestion[] =>
  earlier
    .filter((one) => isEqualOrder(one.draft, draft))
    .map((one) => ({
      id: `equalOrder:${one.id}`,
      kind: 'equalOrder',
      text: `${one.words}. It is equal to this order. Is this another one?`,
    }))

/**
 * A net price far worse than that of the legs, each at its own side of the market. Example: legs that cost 1.00 now,
 * for a net debit of 1.20, are asked about from 20 percent on.
 */
function askForNet(
  { legs, price }: LegsDraft,
  markets: readonly LegMarket[],
  allowed: Decimal | null,
): OrderQuestion[] {
  const most = debitOf(price)
  const natural = netAt(legs, (leg) => naturalPriceOf(leg, markets))
  if (allowed === null || most === null || natural === null || natural.isZero()) return []
  const through = most.minus(natural).div(natural.abs()).times(100)
  if (!through.greaterThan(allowed)) return []
  return [
    {
      id: 'limitThrough',
      kind: 'limitThrough',
      text:
        `The order is ${describeNetPrice(price)}, ${through.toFixed(2)}% worse than the market: its legs ` +
        `${natural.isNegative() ? 'bring in' : 'cost'} ${money(natural.abs())} now. Is that the price you mean?`,
    },
  ]
}

function naturalPriceOf({ symbol, instruction }: DraftLeg, markets: readonly LegMarket[]): Decimal | null {
  const market = markets.find((one) => isSameCode(one.symbol, symbol))
  if (market === undefined) return null
  return (sideOf(instruction) === 'BUY' ? market.ask : market.bid) ?? market.last
}

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

/** An exercise moves shares for far more money than the option is worth, so it is always asked about. */
function askForExercise({ symbol, quantity, price }: OrderTerms): OrderQuestion[] {
  const terms = contractTerms(symbol)
  if (price.type !== 'EXERCISE' || terms === null) return []
  const shares = new Decimal(quantity).times(contractShares)
  const text =
    `At the close of today the exercise ${terms.right === 'CALL' ? 'buys' : 'sells'} ${count(shares)} ` +
    `${terms.underlying} at ${money(new Decimal(terms.strike))}, ${money(shares.times(terms.strike))} in ` +
    'all. It can be ' +
    'cancelled until then. Is that what you mean?'
  return [{ id: 'exercise', kind: 'exercise', text }]
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

/** An order that only closes takes no buying power. */
function isOpeningDraft(draft: OrderDraft): boolean {
  switch (draft.kind) {
    case 'ENTRY':
      return isOpening(draft.terms.instruction)
    case 'PAIR':
      return false
    case 'LEGS':
      return draft.legs.some(({ instruction }) => isOpening(instruction))
  }
}

function askForPower(draft: OrderDraft, reserved: Decimal, power: Decimal, allowed: Decimal | null): OrderQuestion[] {
  if (allowed === null || !isOpeningDraft(draft) || !power.greaterThan(0)) return []
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
  draft: OrderDraft,
  held: Decimal,
  quantities: readonly Decimal[],
  allowed: Decimal | null,
): OrderQuestion[] {
  const quantity = new Decimal(quantityOfDraft(draft))
  const usual = medianOf(quantities)
  // Units of several legs are not comparable with single contracts.
  if (allowed === null || usual === null || draft.kind === 'LEGS') return []
  if (!isOpeningDraft(draft) && quantity.equals(held.abs())) return []
  if (quantity.lessThan(usual.times(allowed))) return []
  const code = codeOfDraft(draft)
  const units = isOptionCode(code) ? 'contracts' : 'shares'
  return [
    {
      id: 'usualQuantity',
      kind: 'usualQuantity',
      text:
        `${count(quantity)} ${units} of ${formatCode(code)} is ` +
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
 * Compares kind, sides, codes, quantities, types and prices. Ignores exits, and whether a buy opens or covers, because
 * the first order may have changed that.
 */
export function isEqualOrder(a: OrderDraft, b: OrderDraft): boolean {
  switch (a.kind) {
    case 'ENTRY':
      return b.kind === 'ENTRY' && hasEqualTerms(a.terms, b.terms)
    case 'PAIR':
      return b.kind === 'PAIR' && a.orders.every((one) => b.orders.some((other) => hasEqualTerms(one, other)))
    case 'LEGS':
      return (
        b.kind === 'LEGS' &&
        new Decimal(a.quantity).equals(b.quantity) &&
        hasEqualNet(a.price, b.price) &&
        a.legs.length === b.legs.length &&
        a.legs.every((one) => b.legs.some((other) => isEqualLeg(one, other)))
      )
  }
}

const hasEqualTerms = (a: OrderTerms, b: OrderTerms): boolean =>
  isSameCode(a.symbol, b.symbol) &&
  sideOf(a.instruction) === sideOf(b.instruction) &&
  new Decimal(a.quantity).equals(b.quantity) &&
  isEqualPrice(a.price, b.price)

const hasEqualNet = (a: NetPrice, b: NetPrice): boolean => {
  const [one, other] = [debitOf(a), debitOf(b)]
  return one === null || other === null ? one === other : one.equals(other)
}

const isEqualLeg = (a: DraftLeg, b: DraftLeg): boolean =>
  isSameCode(a.symbol, b.symbol) &&
  sideOf(a.instruction) === sideOf(b.instruction) &&
  new Decimal(a.ratio).equals(b.ratio)
