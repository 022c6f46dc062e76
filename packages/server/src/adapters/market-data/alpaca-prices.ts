// Alpaca's market data behind the port: daily bars of all exchanges as traded, with the splits and dividends of its
// corporate actions. Bars are adjusted here by the splits up to the last requested day, so that a later split is
// applied when its own day is imported. Source: docs/rules/market.md, "Prices of Alpaca".
import {
  addCalendarDays,
  type MarketDay,
  newYorkDateAt,
  newYorkInstant,
  parseMarketDay,
  toEpochMs,
} from '@clubfolio/domain'
import { z } from 'zod'
import { authorisation, tokensOfPair } from '../broker/alpaca/alpaca-access.ts'
import { createHttpExchange, type ExchangeLimits, type HttpAnswer } from '../broker/http/http-exchange.ts'
import { BrokerFailure, type KeyPair } from '../broker/port.ts'
import { type DailyHistory, type DataBar, MarketDataFailure, type MarketDataPort } from './port.ts'

export interface AlpacaPriceSettings {
  readonly tradingUrl: string
  readonly dataUrl: string
  /** The keys of any account: they open the same market data. */
  readonly keys: KeyPair
  readonly limits?: ExchangeLimits
}

const alpacaLimits: ExchangeLimits = { connectMs: 3_000, totalMs: 10_000, maxBytes: 16 * 1_048_576 }
/** Without a subscription prices of all exchanges are available once they are this old. */
const delayMs = 16 * 60_000
const mostPages = 100

const WireAsset = z.looseObject({ name: z.string().min(1), exchange: z.string().nullish(), class: z.string() })
const WireBar = z.looseObject({
  t: z.iso.datetime({ offset: true }),
  o: z.number().positive(),
  h: z.number().positive(),
  l: z.number().positive(),
  c: z.number().positive(),
  v: z.number().nonnegative(),
})
const nextPage = z.string().nullish()
const BarsPage = z.looseObject({ bars: z.array(WireBar).nullish(), next_page_token: nextPage })
const WireSplit = z.looseObject({
  ex_date: z.string(),
  new_rate: z.number().positive(),
  old_rate: z.number().positive(),
})
const WireDividend = z.looseObject({ ex_date: z.string(), rate: z.number().nonnegative() })
const ActionsPage = z.looseObject({
  corporate_actions: z
    .looseObject({
      forward_splits: z.array(WireSplit).nullish(),
      reverse_splits: z.array(WireSplit).nullish(),
      cash_dividends: z.array(WireDividend).nullish(),
    })
    .nullish(),
  next_page_token: nextPage,
})

/** `nowMs` is the wall clock. */
export function createAlpacaPrices(settings: AlpacaPriceSettings, nowMs: () => number): MarketDataPort {
  const exchange = createHttpExchange(settings.limits ?? alpacaLimits)
  const headers = authorisation(tokensOfPair(settings.keys).accessToken)

  async function ask<S extends z.ZodType>(url: string, schema: S): Promise<z.output<S>> {
    for (let tries = 1; ; tries++) {
      try {
        return read(await exchange.send({ method: 'GET', url, headers }), schema)
      } catch (error) {
        const failure = error instanceof BrokerFailure ? new MarketDataFailure('UNAVAILABLE', error.message) : error
        if (!(failure instanceof MarketDataFailure) || failure.kind !== 'UNAVAILABLE' || tries === 2) throw failure
      }
    }
  }

  async function pages<P extends { readonly next_page_token?: string | null | undefined }>(
    url: string,
    schema: z.ZodType<P>,
  ): Promise<P[]> {
    const found: P[] = []
    let token = ''
    do {
      const page = await ask(token === '' ? url : `${url}&page_token=${encodeURIComponent(token)}`, schema)
      found.push(page)
      token = page.next_page_token ?? ''
    } while (token !== '' && found.length < mostPages)
    if (token !== '') throw new MarketDataFailure('NONSENSE', 'The pages that Alpaca sent never end.')
    return found
  }

  return {
    async dailyHistory(symbol, from, to) {
      const asset = await ask(`${settings.tradingUrl}/v2/assets/${encodeURIComponent(symbol)}`, WireAsset)
      if (asset.class !== 'us_equity')
        throw new MarketDataFailure(
          'UNKNOWN',
          `${symbol} is of the class ${asset.class}; stocks and ETFs are listed here.`,
        )
      const endMs = Math.min(newYorkInstant(addCalendarDays(to, 1), 0) - 1, nowMs() - delayMs)
      const span = new URLSearchParams({
        timeframe: '1Day',
        start: new Date(newYorkInstant(from, 0)).toISOString(),
        end: new Date(endMs).toISOString(),
        adjustment: 'raw',
        feed: 'sip',
        limit: '10000',
      })
      const bars = await pages(
        `${settings.dataUrl}/v2/stocks/${encodeURIComponent(symbol)}/bars?${span.toString()}`,
        BarsPage,
      )
      const days = new URLSearchParams({
        symbols: symbol,
        types: 'forward_split,reverse_split,cash_dividend',
        start: from,
        end: to,
        limit: '1000',
      })
      const actions = await pages(`${settings.dataUrl}/v1/corporate-actions?${days.toString()}`, ActionsPage)
      return historyOf(asset, { from, to, bars: bars.flatMap((page) => page.bars ?? []), actions })
    },
  }
}

function read<S extends z.ZodType>({ status, text }: HttpAnswer, schema: S): z.output<S> {
  if (status === 429) throw new MarketDataFailure('RATE_LIMITED', 'Alpaca was asked too often.')
  if (status >= 500) throw new MarketDataFailure('UNAVAILABLE', `Alpaca answers with status ${status}.`)
  if (status === 401 || status === 403)
    throw new MarketDataFailure('REFUSED', 'Alpaca does not accept the key pair for prices.')
  if (status >= 300) throw new MarketDataFailure('UNKNOWN', 'Alpaca does not know this symbol.')
  const parsed = schema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new MarketDataFailure('NONSENSE', 'What Alpaca sent is not of the documented shape.')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

interface Answers {
  readonly from: MarketDay
  readonly to: MarketDay
  readonly bars: readonly z.output<typeof WireBar>[]
  readonly actions: readonly z.output<typeof ActionsPage>[]
}

function historyOf(asset: z.output<typeof WireAsset>, { from, to, bars, actions }: Answers): DailyHistory {
  const within = (text: string): MarketDay[] => {
    const day = parseMarketDay(text.slice(0, 10))
    return day === null || day < from || day > to ? [] : [day]
  }
  const splits = actions
    .flatMap(({ corporate_actions: found }) => [...(found?.forward_splits ?? []), ...(found?.reverse_splits ?? [])])
    .flatMap((split) => within(split.ex_date).map((day) => ({ day, ratio: split.new_rate / split.old_rate })))
  const dividends = actions
    .flatMap(({ corporate_actions: found }) => found?.cash_dividends ?? [])
    .flatMap((one) => within(one.ex_date).map((day) => ({ day, amount: one.rate })))
    .filter(({ amount }) => amount > 0)
  const byDay = new Map(bars.map((bar) => barOf(bar, splits)).map((bar) => [bar.day, bar]))
  return {
    name: asset.name,
    // Alpaca does not tell funds from shares.
    assetType: 'EQUITY',
    exchange: asset.exchange ?? null,
    firstTradeDay: null,
    bars: [...byDay.values()]
      .filter(({ day }) => day >= from && day <= to)
      .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    adjustedThrough: to,
    splits,
    dividends,
  }
}

/** Returns a bar in the shares of the last day. Example: before a 4 for 1 a close of 100.00 is 25.00. */
function barOf({ t, o, h, l, c, v }: z.output<typeof WireBar>, splits: DailyHistory['splits']): DataBar {
  const day = newYorkDateAt(toEpochMs(Date.parse(t)))
  const ratio = splits.filter((split) => split.day > day).reduce((product, split) => product * split.ratio, 1)
  if (ratio === 1) return { day, open: o, high: h, low: l, close: c, volume: v }
  return { day, open: o / ratio, high: h / ratio, low: l / ratio, close: c / ratio, volume: Math.round(v * ratio) }
}
