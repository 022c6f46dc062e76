// What an order line becomes in the account in view: its facts in words, what keeps it from its review, and the request
// that opens the ticket there. Distances are computed from the price of the order, as the ticket does with a preset.
// Source: docs/rules/trading.md, "Order line"; docs/decisions/0085-an-order-in-one-line.md.
import type { Quote } from '@clubfolio/contract'
import { formatTrail, orderTypeRules, stopAt, targetAt } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { OrderTicketRequest } from '../../kernel/order-ticket.ts'
import { formatMoney } from '../../ui/format/money.ts'
import { formatCount } from '../../ui/format/number.ts'
import { formatPrice } from '../order-text/format-price.ts'
import type { LineSide, OrderReading, TypedOrder } from './parse-order-line.ts'
import { priceAtMarket, takesPriceOfMarket } from './price-at-market.ts'
import { pricesOf, sizedForm } from './size-form.ts'
import { durationOf, isPrice, startForm, type TicketForm, ticketFaults } from './ticket-form.ts'

export interface LineBasis {
  /** Of the chart in view; undefined on other screens. */
  readonly chartCode: string | undefined
  /** Empty without an account in view. */
  readonly accountNumber: string
  /** Decimal text; null without an account. */
  readonly accountValue: string | null
  /** Why the account takes no order. */
  readonly accountFault: string | undefined
  /** Null if the brokerage has none, undefined until it has answered. */
  readonly quote: Pick<Quote, 'last' | 'bid' | 'ask'> | null | undefined
  /** Signed shares of the code; undefined while they are being read, null if they could not be. */
  readonly held: number | null | undefined
}

export interface OrderLineFact {
  readonly name: string
  readonly value: string
}

export interface OrderLinePlan {
  /** "Buy 100 AAPL"; a part that is missing is a question mark. */
  readonly title: string
  readonly facts: readonly OrderLineFact[]
  /** Sentences that keep it from its review. */
  readonly faults: readonly string[]
  /** What is still being read, and needed. */
  readonly waitsFor: string | undefined
  /** Opens the ticket at its review; undefined with faults, or while it waits. */
  readonly request: OrderTicketRequest | undefined
}

export const codeOfLine = ({ order }: OrderReading, chartCode: string | undefined): string | undefined =>
  order.code ?? chartCode

const isClosing = (side: LineSide): boolean => side === 'sell' || side === 'cover'
const sideWords: Readonly<Record<LineSide, string>> = {
  buy: 'Buy',
  sell: 'Sell',
  short: 'Sell short',
  cover: 'Buy to cover',
}

/** Returns the request without what depends on the market. */
function typedRequest(order: TypedOrder, code: string): OrderTicketRequest {
  const { side, size, isMarket, limit, trigger, stop, target, duration } = order
  const orderType = isMarket ? 'MARKET' : trigger === null ? 'LIMIT' : limit === null ? 'STOP' : 'STOP_LIMIT'
  const price = trigger === null ? limit : trigger.price
  return {
    code,
    directionality: side === 'sell' ? 'SELL' : side === 'short' ? 'SELL_SHORT' : 'BUY',
    orderType,
    ...(price === null ? {} : { price }),
    ...(trigger === null || limit === null ? {} : { limitPrice: limit }),
    ...(size === null
      ? {}
      : size.mode === 'SHARES'
        ? { quantity: size.amount }
        : { sizeMode: size.mode, amount: size.amount }),
    ...(duration === null ? {} : { duration }),
    ...(stop?.kind === 'price' ? { stopPrice: stop.value } : {}),
    ...(stop?.kind === 'trail' ? { stopType: 'TRAILING_STOP', stopTrail: stop.value, stopTrailUnit: stop.unit } : {}),
    ...(target?.kind === 'price' ? { targetPrice: target.value } : {}),
  }
}

const needsEntry = ({ stop, target }: TypedOrder): boolean =>
  stop?.kind === 'percent' || target?.kind === 'percent' || target?.kind === 'times'

interface PricedLine {
  readonly request: OrderTicketRequest
  readonly form: TicketForm
  readonly faults: readonly string[]
}

/**
 * Returns the request with the exits that are typed as distances. An order at the ask then names it, so that the exits
 * are at their distances from the price that is sent.
 */
function pricedLine(order: TypedOrder, typed: OrderTicketRequest, { quote, accountNumber }: LineBasis): PricedLine {
  const isLong = typed.directionality === 'BUY'
  const started = startForm(typed, accountNumber)
  const price = priceAtMarket(started, quote)
  const form = price === undefined ? started : { ...started, price }
  const entry = pricesOf(form, quote).price
  if (!needsEntry(order) || entry === null) return { request: typed, form, faults: [] }
  const faults: string[] = []
  const exit = (name: string, at: string | null): string => {
    if (at === null) faults.push(`No price is that far from ${formatPrice(entry.toFixed())}: change the ${name}.`)
    return at ?? ''
  }
  const { stop, target } = order
  const stops = stop?.kind === 'percent' ? { stopPrice: exit('stop', stopAt(entry, stop.value, isLong)) } : {}
  const stopAtEntry = pricesOf({ ...form, ...stops }, quote).stop
  const targets =
    target?.kind === 'percent'
      ? // On the winning side, which is where the stop of the other direction is.
        { targetPrice: exit('target', stopAt(entry, target.value, !isLong)) }
      : target?.kind === 'times' && stopAtEntry !== null
        ? { targetPrice: exit('target', targetAt(entry, stopAtEntry, target.value)) }
        : {}
  const found = { ...(price === undefined ? {} : { price }), ...stops, ...targets }
  return { request: { ...typed, ...found }, form: { ...form, ...found }, faults }
}

/** The account is in the top bar, and a price that is not typed is that of the market. */
const ownFaults = (form: TicketForm): string[] => {
  const { accountNumber: _account, price, ...rest } = ticketFaults(form)
  return [...(form.price === '' || price === undefined ? [] : [price]), ...Object.values(rest)]
}

function heldFault(order: TypedOrder, code: string, held: number | null | undefined): string | undefined {
  const { side, size } = order
  if (!isClosing(side) || held === undefined) return undefined
  if (held === null)
    return side === 'cover'
      ? 'The positions of the account could not be read. Try again, or use the ticket.'
      : undefined
  const most = side === 'sell' ? held : -held
  if (most <= 0)
    return side === 'sell'
      ? `The account holds no ${code} to sell. To open a short position write short.`
      : `The account has no short position in ${code} to cover. To open a position write buy.`
  if (size?.mode !== 'SHARES' || new Decimal(size.amount).lessThanOrEqualTo(most)) return undefined
  return side === 'sell'
    ? `The account holds ${formatCount(most)} ${code}.`
    : `The account is short ${formatCount(most)} ${code}.`
}

/** Returns what Enter does with a line, and how it is read. */
export function planOrderLine(reading: OrderReading, basis: LineBasis): OrderLinePlan {
  const { order } = reading
  const { quote, held, accountValue, accountFault } = basis
  const code = codeOfLine(reading, basis.chartCode)
  const typed = typedRequest(order, code ?? '')
  const { request, form: priced, faults: distances } = pricedLine(order, typed, basis)
  const form = sizedForm(priced, { quote, accountValue })
  const missing = [
    ...reading.faults,
    ...(code === undefined ? ['Which symbol? Add it, for example AAPL.'] : []),
    ...distances,
    ...(accountFault === undefined ? [] : [accountFault]),
  ]
  const closing = code === undefined ? undefined : heldFault(order, code, held)
  const isAtMarket = orderTypeRules[form.orderType].waitsFor === null
  const isUnpriced = quote === null && (takesPriceOfMarket(form) || (isAtMarket && needsQuote(order)))
  const faults =
    missing.length > 0
      ? missing
      : isUnpriced
        ? [`The brokerage has no price for ${code}. Check the symbol, or write the price: limit 195.`]
        : closing !== undefined
          ? [closing]
          : ownFaults(form)
  const waitsFor =
    faults.length > 0
      ? undefined
      : isClosing(order.side) && held === undefined
        ? 'Reading what the account holds'
        : needsEntry(order) && pricesOf(form, quote).price === null
          ? `Waiting for the price of ${code}`
          : undefined
  return {
    title: `${sideWords[order.side]} ${sizeWords(order, form)} ${code ?? '?'}`,
    facts: factsOf(order, form, code),
    faults,
    waitsFor,
    request: faults.length > 0 || waitsFor !== undefined ? undefined : { ...request, isReview: true },
  }
}

/** An order at the market is sent without a price, unless its exits or its size depend on one. */
const needsQuote = (order: TypedOrder): boolean =>
  needsEntry(order) || (order.size !== null && order.size.mode !== 'SHARES')

function sizeWords({ size }: TypedOrder, { quantity }: TicketForm): string {
  if (size === null) return '?'
  return isPrice(quantity) ? formatCount(quantity) : size.mode === 'SHARES' ? size.amount : '?'
}

function factsOf(order: TypedOrder, form: TicketForm, code: string | undefined): OrderLineFact[] {
  const size = sizeFact(order)
  const isEntry = !isClosing(order.side)
  return [
    { name: 'Price', value: priceFact(order, form) },
    ...(size === undefined ? [] : [{ name: 'Size', value: size }]),
    ...(isEntry ? [{ name: 'Stop Loss', value: stopFact(order, form) }] : []),
    ...(isEntry ? [{ name: 'Target', value: targetFact(order, form) }] : []),
    { name: 'Duration', value: durationOf(form) === 'DAY' ? 'For the day' : 'Good till cancelled' },
    ...(order.code === null && code !== undefined ? [{ name: 'Symbol', value: `${code}, from the chart` }] : []),
  ]
}

/** What the quantity in the title is computed from. */
function sizeFact({ size }: TypedOrder): string | undefined {
  if (size === null || size.mode === 'SHARES') return undefined
  return {
    DOLLARS: formatMoney(size.amount),
    PERCENT: `${size.amount}% of the capital`,
    RISK: `${size.amount}% at risk to the stop`,
  }[size.mode]
}

function priceFact({ isMarket, limit, trigger }: TypedOrder, { price, directionality }: TicketForm): string {
  if (isMarket) return 'At the market'
  if (trigger !== null)
    return `Stop ${formatPrice(trigger.price)}${limit === null ? '' : `, then limit ${formatPrice(limit)}`}`
  if (limit !== null) return `Limit ${formatPrice(limit)}`
  const side = directionality === 'BUY' ? 'ask' : 'bid'
  return `Limit at the ${side}${price === '' ? '' : `, ${formatPrice(price)} now`}`
}

function stopFact({ stop }: TypedOrder, { stopPrice }: TicketForm): string {
  if (stop === null) return 'None'
  if (stop.kind === 'price') return formatPrice(stop.value)
  if (stop.kind === 'trail') return `Trails by ${formatTrail({ offset: stop.value, unit: stop.unit })}`
  return `${stop.value}% from the price${stopPrice === '' ? '' : `: ${formatPrice(stopPrice)}`}`
}

function targetFact({ target }: TypedOrder, { targetPrice }: TicketForm): string {
  if (target === null) return 'None'
  if (target.kind === 'price') return formatPrice(target.value)
  const distance = target.kind === 'percent' ? `${target.value}% from the price` : `${target.value} × the risk`
  return `${distance}${targetPrice === '' ? '' : `: ${formatPrice(targetPrice)}`}`
}
