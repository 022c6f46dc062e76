// An account's trading in one instrument, as chart markers and in words.
import type { OwnTrades, TradeLine } from '@clubfolio/charts'
import type { BarTiming, InstrumentTrading } from '@clubfolio/contract'
import { describeTrail } from '../order-text/fill-words.ts'
import { formatCount } from '../../ui/format/number.ts'
import { isIntradayTiming } from './chart-timing.ts'

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

/**
 * Fills at the start of their trade date, or on intraday bars at their instant; lines for the position, the open orders
 * and their cancel prices.
 */
export function ownTrades(trading: InstrumentTrading, timing: BarTiming): OwnTrades {
  const { position, fills, orders } = trading
  const isIntraday = isIntradayTiming(timing)
  const held: TradeLine[] =
    position === null || position.quantity === 0
      ? []
      : [
          {
            id: 'average',
            kind: 'average',
            price: position.averagePrice,
            title: `${describePosition(position)} at average`,
          },
        ]
  return {
    fills: fills.map(({ time, day, side, quantity, price }) => ({
      timeMs: isIntraday ? time : Date.parse(`${day}T00:00:00Z`),
      side: side === 'BUY' ? 'buy' : 'sell',
      quantity,
      price,
    })),
    lines: [...held, ...orders.flatMap(orderLines)],
  }
}

function orderLines(order: OpenOrder): TradeLine[] {
  const kind = order.side === 'BUY' ? 'buy' : 'sell'
  const own: TradeLine[] =
    order.price === null
      ? []
      : [
          {
            id: order.orderId,
            kind,
            price: order.price,
            title: describeOpenOrder(order),
            isWaiting: order.status === 'AWAITING_PARENT_ORDER',
          },
        ]
  const end: TradeLine[] =
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
