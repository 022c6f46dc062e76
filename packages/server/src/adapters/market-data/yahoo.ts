// Yahoo Finance behind the port, through yahoo-finance2's chart module: it needs no cookie and no key, and one answer
// carries bars, splits, dividends and the instrument's type. Yahoo adjusts prices and dividends for splits; later
// splits are reversed here.
import { dayMs, newYorkDateAt, type MarketDay, toEpochMs } from '@clubfolio/domain'
import createYahooFinance from 'yahoo-finance2/createYahooFinance'
import chart, { type ChartMeta, type ChartResultArray } from 'yahoo-finance2/modules/chart'
import { MarketDataFailure, type DailyHistory, type DataBar, type MarketDataPort } from './port.ts'
import { createYahooFetch, yahooLimits, type FetchLimits } from './yahoo-fetch.ts'

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
  dir: () => undefined,
}
const assetTypes: Readonly<Record<string, DailyHistory['assetType']>> = { EQUITY: 'EQUITY', ETF: 'ETF', INDEX: 'INDEX' }
/**
 * Splits take effect on days after the last finished session while its prices are requested: covers a long weekend and
 * more.
 */
const daysAhead = 7
/** Prices travel as 32-bit floats, which carry seven digits; the rest is noise. */
const meaningfulDigits = 7

/**
 * `origin` is the address of the service: `https://query2.finance.yahoo.com`, a proxy of the installation, or a stub.
 */
export function createYahoo(origin: string, limits: FetchLimits = yahooLimits): MarketDataPort {
  const YahooFinance = createYahooFinance({ modules: { chart } })
  const client = new YahooFinance({
    fetch: createYahooFetch(origin, limits),
    logger: quiet,
    versionCheck: false,
    validation: { logErrors: false, logOptionsErrors: false },
  })
  return {
    async dailyHistory(symbol, from, to) {
      const answer = await ask(() =>
        client.chart(symbol, {
          period1: from,
          period2: new Date(Date.parse(to) + (1 + daysAhead) * dayMs),
          interval: '1d',
          events: 'div|split',
          includePrePost: false,
        }),
      )
      return historyThrough(to, historyOf(answer))
    },
  }
}

/** Retries once when there was no answer; anything else the library throws is an answer it could not interpret. */
async function ask(call: () => Promise<ChartResultArray>): Promise<ChartResultArray> {
  for (let tries = 1; ; tries++) {
    try {
      return await call()
    } catch (error) {
      const failure =
        error instanceof MarketDataFailure
          ? error
          : new MarketDataFailure('NONSENSE', 'What Yahoo Finance sent is not of the documented shape.')
      if (failure.kind !== 'UNAVAILABLE' || tries === 2) throw failure
    }
  }
}

/**
 * Returns bars with everything that came along, including days after the requested one; prices are in the shares of the
 * last split.
 */
function historyOf({ meta, quotes, events }: ChartResultArray): Omit<DailyHistory, 'adjustedThrough'> {
  const assetType = assetTypes[meta.instrumentType]
  if (assetType === undefined)
    throw new MarketDataFailure(
      'UNKNOWN',
      `${meta.symbol} is of type ${meta.instrumentType}; stocks, ETFs and indices are listed here.`,
    )
  if (meta.currency !== 'USD')
    throw new MarketDataFailure(
      'UNKNOWN',
      `${meta.symbol} is quoted in ${meta.currency}; the market here is in dollars.`,
    )
  const splits = (events?.splits ?? [])
    .map((split) => ({ day: dayOf(split.date), ratio: split.numerator / split.denominator }))
    .filter(({ ratio }) => Number.isFinite(ratio) && ratio > 0)
  return {
    name: nameOf(meta),
    assetType,
    exchange: meta.fullExchangeName ?? null,
    firstTradeDay: meta.firstTradeDate === null ? null : dayOf(meta.firstTradeDate),
    bars: barsOf(quotes),
    splits,
    dividends: (events?.dividends ?? [])
      .map(({ date, amount }) => ({ day: dayOf(date), amount: digits(amount * ratioAfter(splits, dayOf(date))) }))
      .filter(({ amount }) => amount > 0),
  }
}

const ratioAfter = (splits: DailyHistory['splits'], day: MarketDay): number =>
  splits.filter((split) => split.day > day).reduce((product, { ratio }) => product * ratio, 1)

/**
 * Returns the history up to a day, in the shares of that day. A split of a later day is already in all prices; it is
 * reversed here, so that it can be applied when its own day is imported. Example: requested on the morning of a 4 for
 * 1, the previous close comes as 25.00 and is 100.00.
 */
function historyThrough(
  to: MarketDay,
  { bars, splits, dividends, ...history }: Omit<DailyHistory, 'adjustedThrough'>,
): DailyHistory {
  const later = ratioAfter(splits, to)
  const inShares = ({ day, open, high, low, close, volume }: DataBar): DataBar =>
    later === 1
      ? { day, open, high, low, close, volume }
      : {
          day,
          open: digits(open * later),
          high: digits(high * later),
          low: digits(low * later),
          close: digits(close * later),
          volume: Math.round(volume / later),
        }
  const untilThen = ({ day }: { readonly day: MarketDay }): boolean => day <= to
  return {
    ...history,
    bars: bars.filter(untilThen).map(inShares),
    adjustedThrough: to,
    splits: splits.filter(untilThen),
    dividends: dividends.filter(untilThen),
  }
}

/**
 * A day without trades comes as nulls and is left out; the day that is forming may come twice, and the later value
 * counts.
 */
function barsOf(quotes: ChartResultArray['quotes']): DataBar[] {
  const byDay = new Map<MarketDay, DataBar>()
  for (const { date, open, high, low, close, volume } of quotes) {
    if (open === null || high === null || low === null || close === null) continue
    const day = dayOf(date)
    byDay.set(day, {
      day,
      open: digits(open),
      high: digits(high),
      low: digits(low),
      close: digits(close),
      volume: volume ?? 0,
    })
  }
  return [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

const nameOf = ({ longName, shortName, symbol }: ChartMeta): string => longName ?? shortName ?? symbol
const dayOf = (date: Date): MarketDay => newYorkDateAt(toEpochMs(date.getTime()))
const digits = (value: number): number => Number(value.toPrecision(meaningfulDigits))
