// How a session affects the seeker's displayed rows: the server's session so far, widened by the live prices seen
// since. Independent of the UI. Source: docs/rules/market.md, "Distance" and "Position of an opportunity".
import type { InvestmentType, Opportunity } from '@clubfolio/contract'
import { entryDistance, judgeEntry } from '@clubfolio/domain'
import { formatMoney } from '../../ui/format/money.ts'

interface SeenRange {
  readonly high: number
  readonly low: number
  readonly last: number
}

/** The live prices of one day that this page has seen, by code. */
export interface SeenPrices {
  readonly day: string | undefined
  readonly ranges: ReadonlyMap<string, SeenRange>
}

export const nothingSeen: SeenPrices = { day: undefined, ranges: new Map() }

/** Adds the latest prices; another day starts empty. Returns the same object when nothing is new. */
export function widenSeen(seen: SeenPrices, day: string | undefined, lasts: ReadonlyMap<string, number>): SeenPrices {
  const before = seen.day === day ? seen.ranges : nothingSeen.ranges
  const news = day === undefined ? [] : [...lasts].filter(([code, last]) => before.get(code)?.last !== last)
  if (seen.day === day && news.length === 0) return seen
  const ranges = new Map(before)
  for (const [code, last] of news) {
    const range = before.get(code)
    ranges.set(code, { high: Math.max(range?.high ?? last, last), low: Math.min(range?.low ?? last, last), last })
  }
  return { day, ranges }
}

export interface LiveEntry extends SeenRange {
  readonly state: NonNullable<Opportunity['entryState']>
  /** From the last price to the entry, in percent of the last price. */
  readonly distance: number
}

/** Returns the order of a row: its stop price and the price at which that order is cancelled. */
export const entryOf = (direction: InvestmentType, row: Opportunity) =>
  direction === 'long'
    ? { direction, entry: row.buyPrice, cancelPrice: row.support }
    : { direction, entry: row.sellPrice, cancelPrice: row.resistance }

/** Returns the live state of a row's entry; undefined outside a session. */
export function liveEntry(direction: InvestmentType, row: Opportunity, seen: SeenPrices): LiveEntry | undefined {
  const { session, entryState } = row
  if (session === null || entryState === null) return undefined
  const range = seen.day === session.day ? seen.ranges.get(row.instrumentCode) : undefined
  const [high, low, last] = [
    Math.max(session.high, range?.high ?? 0),
    Math.min(session.low, range?.low ?? session.low),
    range?.last ?? session.last,
  ]
  const plan = entryOf(direction, row)
  return {
    high,
    low,
    last,
    state: entryState === 'SPLIT' ? entryState : judgeEntry(plan, { high, low }),
    distance: entryDistance(plan.entry, last),
  }
}

export const isOvertaken = (live: LiveEntry | undefined): boolean => live !== undefined && live.state !== 'WAITING'

export const entryStateTexts = {
  WAITING: 'Waiting',
  TRIGGERED: 'Triggered',
  CANCELLED: 'Cancelled',
  SPLIT: 'Split',
} as const satisfies Record<LiveEntry['state'], string>

/** Returns why an overtaken row is no longer a plan, in one sentence; undefined while its entry waits. */
export function describeOvertaken(
  direction: InvestmentType,
  row: Opportunity,
  live: LiveEntry | undefined,
): string | undefined {
  if (live === undefined || live.state === 'WAITING') return undefined
  const code = row.instrumentCode
  if (live.state === 'SPLIT') return `${code} splits today. These prices are from before the split.`
  const { entry, cancelPrice } = entryOf(direction, row)
  const isLong = direction === 'long'
  const [up, down] = [`high of ${money(live.high)}`, `low of ${money(live.low)}`]
  if (live.state === 'TRIGGERED') return `Today's ${isLong ? up : down} has reached the entry of ${money(entry)}.`
  return (
    `Today's ${isLong ? down : up} has reached the ${isLong ? 'support' : 'resistance'} of ${money(cancelPrice)}, ` +
    'where the entry is cancelled.'
  )
}

const money = (value: number): string => formatMoney(String(value), { decimals: value < 1 ? 4 : 2 })
