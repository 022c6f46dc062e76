// A quote in wire format, in the blocks that clients select with `fields`.

import { keysOf } from '@clubfolio/domain'
import { priceNumber } from '../money/money.ts'
import type { MarketState } from '../market/market-state.ts'
import type { PaperInstrument, PaperQuote, PriceRange } from '../market/paper-market.ts'
import { divideHalfUp, wireNumber } from '../money/decimal.ts'

export const QUOTE_FIELDS = ['quote', 'fundamental', 'extended', 'reference', 'regular'] as const
export type QuoteField = (typeof QUOTE_FIELDS)[number]

const EXCHANGES: Readonly<Record<string, { code: string; name: string }>> = {
  NASDAQ: { code: 'Q', name: 'NASDAQ' },
  NYSE: { code: 'N', name: 'NYSE' },
  'NYSE ARCA': { code: 'P', name: 'NYSE Arca' },
  ARCA: { code: 'P', name: 'NYSE Arca' },
}

export function exchangeWire(exchange: string): { exchange: string; exchangeName: string } {
  const known = EXCHANGES[exchange.toUpperCase()]
  return { exchange: known?.code ?? exchange, exchangeName: known?.name ?? exchange }
}

function percentOf(change: bigint, base: bigint): number {
  return base === 0n ? 0 : wireNumber(divideHalfUp(change * 100_000_000n, base), 6)
}

/** Includes today in the one-year range. */
function highest(year: bigint | undefined, today: bigint): bigint {
  return year !== undefined && year > today ? year : today
}

function lowest(year: bigint | undefined, today: bigint): bigint {
  return year !== undefined && year < today ? year : today
}

function quoteBlock({ quote, year }: QuotedInstrument, state: MarketState): object {
  const mark = quote.last < quote.bid ? quote.bid : quote.last > quote.ask ? quote.ask : quote.last
  const change = quote.last - quote.previousClose
  const markChange = mark - quote.previousClose
  return {
    '52WeekHigh': priceNumber(highest(year?.high, quote.high)),
    '52WeekLow': priceNumber(lowest(year?.low, quote.low)),
    askPrice: priceNumber(quote.ask),
    askSize: quote.askSize,
    askTime: quote.tradedAt,
    bidPrice: priceNumber(quote.bid),
    bidSize: quote.bidSize,
    bidTime: quote.tradedAt,
    closePrice: priceNumber(quote.previousClose),
    highPrice: priceNumber(quote.high),
    lastPrice: priceNumber(quote.last),
    lastSize: 100,
    lowPrice: priceNumber(quote.low),
    mark: priceNumber(mark),
    markChange: priceNumber(markChange),
    markPercentChange: percentOf(markChange, quote.previousClose),
    netChange: priceNumber(change),
    netPercentChange: percentOf(change, quote.previousClose),
    openPrice: priceNumber(quote.open),
    quoteTime: quote.tradedAt,
    securityStatus: state.isOpen ? 'Normal' : 'Closed',
    totalVolume: quote.volume,
    tradeTime: quote.tradedAt,
  }
}

export interface QuotedInstrument {
  readonly instrument: PaperInstrument
  readonly quote: PaperQuote
  readonly year: PriceRange | null
}

/** Returns one value of the quotes response, with only the selected blocks. */
export function quoteWire(quoted: QuotedInstrument, state: MarketState, fields: ReadonlySet<QuoteField>): object {
  const { instrument, quote } = quoted
  const change = quote.last - quote.previousClose
  const isIndex = instrument.assetType === 'INDEX'
  const blocks: Record<QuoteField, object | null> = {
    quote: quoteBlock(quoted, state),
    reference: {
      ...(instrument.cusip === null ? {} : { cusip: instrument.cusip }),
      description: instrument.description,
      ...exchangeWire(instrument.exchange),
      ...(isIndex ? {} : { isHardToBorrow: !instrument.isShortable, isShortable: instrument.isShortable, htbRate: 0 }),
    },
    regular: isIndex
      ? null
      : {
          regularMarketLastPrice: priceNumber(quote.last),
          regularMarketLastSize: 100,
          regularMarketNetChange: priceNumber(change),
          regularMarketPercentChange: percentOf(change, quote.previousClose),
          regularMarketTradeTime: quote.tradedAt,
        },
    fundamental: null,
    extended: null,
  }
  const chosen = keysOf(blocks).flatMap((name) =>
    blocks[name] !== null && fields.has(name) ? [[name, blocks[name]]] : [],
  )
  return {
    assetMainType: isIndex ? 'INDEX' : 'EQUITY',
    ...(isIndex ? {} : { assetSubType: instrument.assetType === 'ETF' ? 'ETF' : 'COE', quoteType: 'NBBO' }),
    realtime: state.mode !== 'closed',
    ssid: ssidOf(instrument.symbol),
    symbol: instrument.symbol,
    ...Object.fromEntries(chosen),
  }
}

/** The wire numbers every instrument; ours is a stable number derived from the symbol. */
function ssidOf(symbol: string): number {
  let number = 7
  for (const character of symbol) number = (number * 31 + (character.codePointAt(0) ?? 0)) % 2_000_000_011
  return number
}
