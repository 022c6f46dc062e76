// Official closing prices, by session, for the symbols an account holds or held.
import type { ClosingPrice, MarketDay } from '@clubfolio/domain'
import { addCalendarDays } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerDailyBar } from '../../adapters/broker/market-answers.ts'

/** How many days before the first session a last price is searched for, when a symbol did not trade that day. */
const lookBackDays = 14
const atOnce = 4

export interface ClosingPrices {
  /** Returns the price of that day, or the latest one before it. */
  readonly closeOf: ClosingPrice
  hasPriceOf(symbol: string, day: MarketDay): boolean
}

/**
 * Returns a symbol's closes between two days, oldest first, adjusted to today's shares; empty for an unknown symbol.
 */
export type ReadCloses = (symbol: string, from: MarketDay, to: MarketDay) => Promise<readonly BrokerDailyBar[]>

export async function readClosingPrices(
  readCloses: ReadCloses,
  symbols: readonly string[],
  from: MarketDay,
  to: MarketDay,
): Promise<ClosingPrices> {
  const bySymbol = new Map<string, { days: MarketDay[]; closes: string[] }>()
  const waiting = [...new Set(symbols)]
  const work = async (): Promise<void> => {
    for (let symbol = waiting.pop(); symbol !== undefined; symbol = waiting.pop()) {
      const bars = await readCloses(symbol, addCalendarDays(from, -lookBackDays), to)
      bySymbol.set(symbol, { days: bars.map((bar) => bar.day), closes: bars.map((bar) => bar.close) })
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, work))
  const indexOf = (symbol: string, day: MarketDay): number => lastOnOrBefore(bySymbol.get(symbol)?.days ?? [], day)
  return {
    closeOf(symbol, day) {
      const close = bySymbol.get(symbol)?.closes[indexOf(symbol, day)]
      return close === undefined ? undefined : toTick(new Decimal(close))
    },
    hasPriceOf: (symbol, day) => bySymbol.get(symbol)?.days[indexOf(symbol, day)] === day,
  }
}

/** Rounds to the market's tick: cents from one dollar up, hundredths of a cent below. */
const toTick = (price: Decimal): Decimal => price.toDecimalPlaces(price.abs().gte(1) ? 2 : 4, Decimal.ROUND_HALF_UP)

/** Returns the index of the last day on or before `day` in an ordered list, or -1 when there is none. */
function lastOnOrBefore(days: readonly MarketDay[], day: MarketDay): number {
  let low = 0
  let high = days.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (days[middle]! <= day) low = middle + 1
    else high = middle
  }
  return low - 1
}
