// Official closing prices, by session, for the symbols an account holds or held.
import type { ClosingPrice, MarketDay } from '@clubfolio/domain'
import { addCalendarDays } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import type { BrokerDailyBar } from '../../adapters/broker/market-answers.ts'
import { lastOnOrBefore } from '../../kernel/last-on-or-before.ts'
import { toTick } from '../file-account/official-prices.ts'

/** How many days before the first session a last price is searched for, when a symbol did not trade that day. */
const lookBackDays = 14
const atOnce = 4

export interface ClosingPrices {
  /** Returns the price of that day, or the latest one before it. */
  readonly closeOf: ClosingPrice
  hasPriceOf(symbol: string, day: MarketDay): boolean
  /** Returns the newest session on or before a day that has a price of the symbol; undefined without any. */
  lastDayOf(symbol: string, until: MarketDay): MarketDay | undefined
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
    lastDayOf: (symbol, until) => bySymbol.get(symbol)?.days[indexOf(symbol, until)],
  }
}
