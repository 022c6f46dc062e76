// Quotes and daily closes of the wire in our words.
import { newYorkDateAt, type EpochMs } from '@clubfolio/domain'
import { z } from 'zod'
import type { BrokerDailyBar, BrokerQuote } from '../port.ts'
import { decimalText, wireNumber } from './amount.ts'

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

/** Keyed by symbol; unknown symbols stand under `errors`, which has no quote block and is passed over. */
export const QuotesAnswer = z.record(z.string(), z.unknown()).transform((entries) =>
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
      quotedMs: (quote.quoteTime ?? quote.tradeTime ?? 0) as EpochMs,
    },
  ]
}

export const ClosesAnswer = z
  .looseObject({ candles: z.array(z.looseObject({ close: wireNumber, datetime: z.number().int() })).optional() })
  .transform(({ candles }): BrokerDailyBar[] =>
    (candles ?? []).map((candle) => ({ day: newYorkDateAt(candle.datetime as EpochMs), close: decimalText(candle.close) })).sort((a, b) => (a.day < b.day ? -1 : 1)),
  )
