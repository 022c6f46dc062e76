// Words and figures of trades as the journal shows them.
import type { TradeDetail, TradeGrouping, TradeRow } from '@clubfolio/contract'
import { dayMs, describeContract, formatCode, type HoldingTime, type MissingR } from '@clubfolio/domain'
import { absent } from '../../ui/format/money.ts'
import { formatDuration } from '../../ui/format/duration.ts'

/** `+1.50 R`, `-1.00 R`, `0.00 R` */
export function formatR(r: number | null | undefined): string {
  if (r === null || r === undefined) return absent
  return `${r > 0 ? '+' : ''}${r.toFixed(2)} R`
}

/** A price with 2 to 4 decimals: 53 is `53.00`, 1.0625 is `1.0625`. */
export function formatTradePrice(price: number | null): string {
  if (price === null) return absent
  const text = price.toFixed(4).replace(/0{1,2}$/, '')
  return text.replace(/\B(?=(\d{3})+\.)/g, ',')
}

export const sideWords = { LONG: 'Long', SHORT: 'Short' } as const

export const weekdayWords: Readonly<Record<string, string>> = {
  '1': 'Monday',
  '2': 'Tuesday',
  '3': 'Wednesday',
  '4': 'Thursday',
  '5': 'Friday',
  '6': 'Saturday',
  '7': 'Sunday',
}

export const holdingWords: Readonly<Record<HoldingTime, string>> = {
  HOUR: 'Up to an hour',
  DAY: 'Within a day',
  WEEK: '1 to 7 days',
  MONTH: '8 to 31 days',
  QUARTER: '32 to 92 days',
  LONGER: 'Over 92 days',
}

export const rHelp =
  'Result against what was at risk: what all entries lose at the first stop, or, of a spread without a stop, the ' +
  'most that it can lose at expiration with the fees of its entry. A spread whose loss is not limited has none.'

export const excursionHelp = (price: 'highest' | 'lowest'): string =>
  `Profit of the whole trade at the ${price === 'highest' ? 'best' : 'worst'} price while it was open, before fees, ` +
  'from the bars of its time. Contracts, spreads and trades without bars have none. A trade that has just been ' +
  'closed is measured within a minute.'

export const missingRWords: Readonly<Record<MissingR, string>> = {
  OPEN: 'R is known once the trade is closed.',
  NO_STOP: 'No R: no stop is known that worked while it was open.',
  STOP_IN_PROFIT: 'No R: its first stop was already beyond the entry.',
  SPREAD: 'No R: the loss of this spread is not limited at one expiration, and it has no stop.',
  UNKNOWN_COST: 'No R: what was held before the first known transaction has no known cost.',
}

export const groupingWords: Readonly<Record<TradeGrouping, string>> = {
  tag: 'Tag',
  setup: 'Setup',
  code: 'Symbol',
  side: 'Side',
  weekday: 'Weekday',
  holdingTime: 'Holding time',
}

export const isHoldingTime = (text: string): text is HoldingTime => Object.hasOwn(holdingWords, text)

/** Returns a key of a grouping as it is shown: `1` by weekday is "Monday". */
export function describeGroup(grouping: TradeGrouping, key: string): string {
  if (grouping === 'weekday') return weekdayWords[key] ?? key
  if (grouping === 'side') return key === 'LONG' || key === 'SHORT' ? sideWords[key] : key
  return grouping === 'holdingTime' && isHoldingTime(key) ? holdingWords[key] : key
}

/** `AAPL`, `AAPL 235 call 2026-12-18`, or of a spread `AAPL 235 call 2026-12-18 / 240 call 2026-12-18`. */
export function describeCodes({ codes, underlying }: Pick<TradeRow, 'codes' | 'underlying'>): string {
  const [first = underlying, ...others] = codes
  return [formatCode(first), ...others.map(describeContract)].join(' / ')
}

const minuteMs = 60_000

/** How long a trade was held; of an open one nothing, because it goes on. */
export function describeHolding({ openedAt, closedAt }: Pick<TradeRow, 'openedAt' | 'closedAt'>): string {
  if (openedAt === null || closedAt === null) return absent
  const ms = closedAt - openedAt
  if (ms < dayMs) return formatDuration(Math.floor(ms / minuteMs) * minuteMs)
  const days = Math.round(ms / dayMs)
  return `${days} ${days === 1 ? 'day' : 'days'}`
}

export const excursionWords: Readonly<Record<NonNullable<TradeDetail['excursion']>['source'], string>> = {
  MINUTES: 'from minute bars on the days of entry and exit, and daily bars between them',
  DAYS: 'from daily bars; the days of entry and exit count as a whole',
}
