// Maps quotes and daily closes of the wire to our terms.
import { newYorkDateAt, type EpochMs, toEpochMs } from '@clubfolio/domain'
import { Decimal } from 'decimal.js'
import { z } from 'zod'
import type { BrokerDailyBar, BrokerPriceRange, BrokerQuote } from '../market-answers.ts'
import { decimalText, wireNumber } from '../wire-amount.ts'

const WireQuote = z.looseObject({
  symbol: z.string().optional(),
  quote: z.looseObject({
    lastPrice: wireNumber.optional(),
    mark: wireNumber.optional(),
    bidPrice: wireNumber.optional(),
    askPrice: wireNumber.optional(),
    closePrice: wireNumber.optional(),
    quoteTime: z.number().int().nonnegative().optional(),
    tradeTime: z.number().int().nonnegative().optional(),
  }),
})

/** Keyed by symbol; unknown symbols are listed under `errors`, which has no quote block and is skipped. */
export const QuotesAnswer = z
  .record(z.string(), z.unknown())
  .transform((entries) =>
    Object.entries(entries).flatMap(([symbol, entry]) => toQuote(symbol, WireQuote.safeParse(entry))),
  )

function toQuote(symbol: string, parsed: z.ZodSafeParseResult<z.output<typeof WireQuote>>): BrokerQuote[] {
  if (!parsed.success) return []
  const { quote } = parsed.data
  const last = quote.lastPrice ?? quote.mark
  if (last === undefined) return []
  const text = (value: typeof last | undefined) => (value === undefined ? null : decimalText(value))
  return [
    {
      symbol: parsed.data.symbol ?? symbol,
      last: decimalText(last),
      bid: text(quote.bidPrice),
      ask: text(quote.askPrice),
      previousClose: text(quote.closePrice),
      quotedMs: toEpochMs(quote.quoteTime ?? quote.tradeTime ?? 0),
    },
  ]
}

export const ClosesAnswer = z
  .looseObject({ candles: z.array(z.looseObject({ close: wireNumber, datetime: z.number().int() })).optional() })
  .transform(({ candles }): BrokerDailyBar[] =>
    (candles ?? [])
      .map((candle) => ({ day: newYorkDateAt(toEpochMs(candle.datetime)), close: decimalText(candle.close) }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
  )

/** The extremes of each minute; the instants are included because brokers answer whole days. */
export const MinutesAnswer = z
  .looseObject({
    candles: z.array(z.looseObject({ high: wireNumber, low: wireNumber, datetime: z.number().int() })).optional(),
  })
  .transform(({ candles }) =>
    (candles ?? []).map(({ high, low, datetime }) => ({ high, low, atMs: toEpochMs(datetime) })),
  )

export function rangeOf(
  minutes: z.output<typeof MinutesAnswer>,
  fromMs: EpochMs,
  toMs: EpochMs,
): BrokerPriceRange | null {
  const within = minutes.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
  if (within.length === 0) return null
  return {
    high: decimalText(Decimal.max(...within.map(({ high }) => high))),
    low: decimalText(Decimal.min(...within.map(({ low }) => low))),
  }
}
