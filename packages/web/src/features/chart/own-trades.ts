// An account's trading in one instrument, as chart markers and in words.
import type { OwnTrades, PriceLine } from '@clubfolio/charts'
import type { BarTiming, InstrumentTrading } from '@clubfolio/contract'
import { describeTrail } from '../order-text/fill-words.ts'
import { formatCount } from '../../ui/format/number.ts'
import { isIntradayTiming } from './chart-timing.ts'
import { formatOrderResult, isCancellable, orderMove, resultAt, orderResultTone } from './order-line.ts'

type OpenOrder = InstrumentTrading['orders'][number]

/** `Long 150` or `Short 40`; without a position, `No position`. */
export function describePosition(position: InstrumentTrading['position']): string {
  if (position === null || position.quantity === 0) return 'No position'
  return `${position.quantity > 0 ? 'Long' : 'Short'} ${formatCount(Math.abs(position.quantity))}`
}

const entryWords: Readonly<Record<string, string>> = { STOP: 'trigger', LIMIT: 'limit', MARKET: 'at the market' }

/** `Sell 150 stop`, `Sell 150 target`, `Buy 20 trigger`; a child of an unfilled entry is marked as waiting. */
export function describeOpenOrder({ side, quantity, role, orderType, status, trail }: OpenOrder): string {
  const what =
    role === 'STOP'
      ? 'stop'
      : role === 'TARGET'
        ? 'target'
        : (entryWords[orderType] ?? orderType.toLowerCase().replaceAll('_', ' '))
  const waiting = status === 'AWAITING_PARENT_ORDER' ? ', waits for its entry' : ''
  const trailing = trail === null ? '' : `, ${describeTrail(trail)}`
  return `${side === 'BUY' ? 'Buy' : 'Sell'} ${formatCount(quantity)} ${what}${waiting}${trailing}`
}

/** What the reader may do with the lines, and how they stand now. */
export interface TradeDesk {
  /** Orders can be sent from the account. */
  readonly canTrade: boolean
  /** Open profit of the position in words, and its sign. */
  readonly profit?: { readonly words: string; readonly tone: 'up' | 'down' } | undefined
  /** A line that waits for the confirmation of its new price. */
  readonly moved?: { readonly lineId: string; readonly price: number } | undefined
}

/**
 * Fills at the start of their trade date, or on intraday bars at their instant; lines for the position, the open orders
 * and their cancel prices.
 */
export function ownTrades(
  trading: InstrumentTrading,
  timing: BarTiming,
  desk: TradeDesk = { canTrade: false },
): OwnTrades {
  return { fills: ownFills(trading, timing), lines: ownLines(trading, desk) }
}

function ownFills({ fills }: InstrumentTrading, timing: BarTiming): OwnTrades['fills'] {
  const isIntraday = isIntradayTiming(timing)
  return fills.map(({ time, day, side, quantity, price }) => ({
    timeMs: isIntraday ? time : Date.parse(`${day}T00:00:00Z`),
    side: side === 'BUY' ? 'buy' : 'sell',
    quantity,
    price,
  }))
}

function ownLines(trading: InstrumentTrading, desk: TradeDesk): PriceLine[] {
  const { position, orders } = trading
  const held: PriceLine[] =
    position === null || position.quantity === 0
      ? []
      : [
          {
            id: 'average',
            kind: 'average',
            price: position.averagePrice,
            title: `${describePosition(position)} at average`,
            ...(desk.profit === undefined ? {} : { note: desk.profit.words, tone: desk.profit.tone }),
          },
        ]
  return [...held, ...orders.flatMap((order) => orderLines(order, trading, desk))]
}

function orderLines(order: OpenOrder, trading: InstrumentTrading, { canTrade, moved }: TradeDesk): PriceLine[] {
  const price = moved?.lineId === order.orderId ? moved.price : order.price
  const kind = order.side === 'BUY' ? 'buy' : 'sell'
  const title = describeOpenOrder(order)
  const result = price === null ? undefined : resultAt(order, trading, price)
  const own: PriceLine[] =
    price === null
      ? []
      : [
          {
            id: order.orderId,
            kind,
            price,
            title,
            ...(result === undefined ? {} : { note: formatOrderResult(result), tone: orderResultTone(result) }),
            isWaiting: order.status === 'AWAITING_PARENT_ORDER',
            isMovable: canTrade && orderMove(order) !== undefined,
            ...(canTrade && order.fixed !== null ? { whyFixed: order.fixed } : {}),
            ...(canTrade && isCancellable(order) ? { removal: `Cancel ${title}` } : {}),
          },
        ]
  const end: PriceLine[] =
    order.cancelPrice === null
      ? []
      : [
          {
            id: `${order.orderId}-cancel`,
            kind,
            price: order.cancelPrice,
            title: `Gives up ${order.side === 'BUY' ? 'buy' : 'sell'} ${formatCount(order.quantity)}`,
            isWaiting: true,
          },
        ]
  return [...own, ...end]
}
