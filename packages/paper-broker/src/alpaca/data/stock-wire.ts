// Quotes, trades and bars of the Alpaca data API.

import { newYorkInstant } from '@clubfolio/domain'
import type { PaperInstrument, PaperQuote } from '../../market/paper-market.ts'
import { priceNumber } from '../../money/money.ts'
import { instantText } from '../kernel/alpaca-time.ts'

/** Code of an exchange, and the tape on which its prices are reported. */
const EXCHANGES: Readonly<Record<string, { readonly code: string; readonly tape: string }>> = {
  NYSE: { code: 'N', tape: 'A' },
  'NYSE ARCA': { code: 'P', tape: 'B' },
  ARCA: { code: 'P', tape: 'B' },
  NASDAQ: { code: 'Q', tape: 'C' },
}
const ANY_EXCHANGE = { code: 'V', tape: 'B' }

/** Shares of one print; trade counts are derived from it, because the market knows volumes only. */
const LOT = 100

function exchangeOf({ exchange }: Pick<PaperInstrument, 'exchange'>): { readonly code: string; readonly tape: string } {
  return EXCHANGES[exchange.toUpperCase()] ?? ANY_EXCHANGE
}

/** Returns the latest quote of an instrument. */
export function stockQuoteWire(instrument: PaperInstrument, quote: PaperQuote): object {
  const { code, tape } = exchangeOf(instrument)
  return {
    t: instantText(quote.tradedAt),
    ap: priceNumber(quote.ask),
    as: quote.askSize,
    ax: code,
    bp: priceNumber(quote.bid),
    bs: quote.bidSize,
    bx: code,
    c: ['R'],
    z: tape,
  }
}

/** Returns the latest trade of an instrument; its number is the instant at which it happened. */
export function stockTradeWire(instrument: PaperInstrument, quote: PaperQuote): object {
  const { code, tape } = exchangeOf(instrument)
  return {
    t: instantText(quote.tradedAt),
    p: priceNumber(quote.last),
    s: LOT,
    x: code,
    i: quote.tradedAt,
    c: ['@'],
    z: tape,
  }
}

/** A bar with the first instant of its period. */
export interface DataBar {
  readonly startMs: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

const ROUND_TO = 1e6
const rounded = (value: number): number => Math.round(value * ROUND_TO) / ROUND_TO

/**
 * Returns one bar. The market records no single trades: `n` counts prints of one lot, and `vw` is the middle of high,
 * low and close.
 */
export function barWire(bar: DataBar): object {
  return {
    t: new Date(bar.startMs).toISOString().replace('.000Z', 'Z'),
    o: rounded(bar.open),
    h: rounded(bar.high),
    l: rounded(bar.low),
    c: rounded(bar.close),
    v: Math.round(bar.volume),
    n: Math.ceil(bar.volume / LOT),
    vw: rounded((bar.high + bar.low + bar.close) / 3),
  }
}

/** Returns the instant that a day's bar carries: its midnight in New York. */
export function dayBar({
  day,
  ...bar
}: { readonly day: Parameters<typeof newYorkInstant>[0] } & Omit<DataBar, 'startMs'>): DataBar {
  return { ...bar, startMs: newYorkInstant(day, 0) }
}
