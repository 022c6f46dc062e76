// What the chart of a trade shows: which days, its entries and exits, and its prices as lines.
import type { OwnTrades, PriceLine } from '@clubfolio/charts'
import type { BarTiming, TradeDetail } from '@clubfolio/contract'
import dayjs from 'dayjs'
import { formatTradePrice } from './journal-words.ts'

export type TradeTiming = Extract<BarTiming, '_D' | '_5M'>

export interface TradeChartSpan {
  readonly start: string
  readonly end: string
  /** Bars that begin later are left out. */
  readonly untilMs?: number
}

const dayText = (date: dayjs.Dayjs): string => date.format('YYYY-MM-DD')
const longestAround = 250

/**
 * Returns the days around a trade, or with `isAtEntry` those that were over when it was entered: daily bars end on the
 * day before, bars of minutes with the last one that began before the entry.
 */
export function tradeChartSpan(
  { trade: { openedAt, openedDay, closedDay, closedAt } }: TradeDetail,
  timing: TradeTiming,
  { isAtEntry, today }: { readonly isAtEntry: boolean; readonly today: string },
): TradeChartSpan {
  const opened = dayjs(openedDay ?? closedDay ?? today)
  const closed = dayjs(closedDay ?? today)
  if (timing === '_5M') {
    const start = dayText(opened.subtract(3, 'day'))
    if (isAtEntry) return { start, end: dayText(opened), untilMs: openedAt ?? 0 }
    const end = closedAt === null ? dayjs(today) : closed.add(1, 'day')
    return { start, end: dayText(end) }
  }
  if (isAtEntry)
    return { start: dayText(opened.subtract(longestAround, 'day')), end: dayText(opened.subtract(1, 'day')) }
  const held = closed.diff(opened, 'day')
  const end = dayText(closed.add(Math.min(longestAround, Math.max(20, Math.round(held / 2))), 'day'))
  return {
    start: dayText(opened.subtract(Math.min(longestAround, Math.max(60, held)), 'day')),
    end: end < today ? end : today,
  }
}

/** Returns the marks and lines of a trade. At entry there are the prices that were planned then, and no fills. */
export function tradeMarks(detail: TradeDetail, timing: TradeTiming, isAtEntry: boolean): OwnTrades {
  const { fills, stop, trade } = detail
  const entries = fills.flatMap(({ role, chartPrice, chartQuantity }) =>
    role === 'ENTRY' && chartPrice !== null ? [{ price: chartPrice, quantity: Math.abs(chartQuantity) }] : [],
  )
  const quantity = entries.reduce((sum, entry) => sum + entry.quantity, 0)
  const average = entries.reduce((sum, entry) => sum + entry.price * entry.quantity, 0) / quantity
  const first = fills.find(({ role }) => role === 'ENTRY')
  const factor = first && first.quantity !== 0 ? first.chartQuantity / first.quantity : 1
  const lines: PriceLine[] = [
    ...(isAtEntry && quantity > 0
      ? [{ id: 'entry', kind: 'average' as const, price: average, title: `Entry ${formatTradePrice(average)}` }]
      : []),
    ...(stop
      ? [
          {
            id: 'stop',
            kind: trade.side === 'LONG' ? ('sell' as const) : ('buy' as const),
            price: stop.price / factor,
            title: `First stop ${formatTradePrice(stop.price / factor)}`,
          },
        ]
      : []),
  ]
  if (isAtEntry) return { fills: [], lines }
  return {
    fills: fills.flatMap(({ at, day, chartPrice, chartQuantity }) =>
      chartPrice === null
        ? []
        : [
            {
              timeMs: timing === '_5M' ? at : Date.parse(`${day}T00:00:00Z`),
              side: chartQuantity > 0 ? ('buy' as const) : ('sell' as const),
              quantity: Math.abs(chartQuantity),
              price: chartPrice,
            },
          ],
    ),
    lines,
  }
}

/** Minutes show a trade that was over within a week, where the market has them. */
export const hasMinutes = ({ excursion, trade }: TradeDetail): boolean =>
  excursion?.source === 'MINUTES' &&
  trade.openedDay !== null &&
  dayjs(trade.closedDay ?? trade.openedDay).diff(dayjs(trade.openedDay), 'day') <= 7

export const firstTiming = (detail: TradeDetail): TradeTiming =>
  hasMinutes(detail) && detail.trade.openedDay === detail.trade.closedDay ? '_5M' : '_D'
