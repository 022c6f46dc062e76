// Returns of one unit over the usual spans, for the fact sheet (docs/rules/fund-year.md, "Fact sheet").
import { addCalendarDays } from '../../calendar/market-day.ts'
import { toMarketDay, type MarketDay } from '../../kind.ts'
import type { Valuation } from '../book.ts'
import { timeWeightedReturn, type TimeWeightedReturn } from '../performance.ts'

export interface SpanOfReturn {
  readonly name: string
  readonly from: MarketDay
  /** Undefined ("n/a") where the fund is younger, or a unit value in between is zero or less. */
  readonly timeWeighted: TimeWeightedReturn | undefined
}

/** Returns the returns of one, three, twelve and thirty-six months, of the year so far, and since the start. */
export function spanReturns(valuations: readonly Valuation[]): SpanOfReturn[] {
  const first = valuations[0]?.day
  const last = valuations.at(-1)?.day
  if (first === undefined || last === undefined) return []
  const spans: [name: string, from: MarketDay][] = [
    ['1 month', monthsBefore(last, 1)],
    ['3 months', monthsBefore(last, 3)],
    ['Year to date', addCalendarDays(toMarketDay(`${last.slice(0, 4)}-01-01`), -1)],
    ['1 year', monthsBefore(last, 12)],
    ['3 years', monthsBefore(last, 36)],
    ['Since the start', first],
  ]
  return spans.map(([name, wanted]) => {
    // The year in which the fund opened begins at its opening.
    const from = name === 'Year to date' && wanted < first ? first : wanted
    return { name, from, timeWeighted: from < first ? undefined : timeWeightedReturn(valuations, from, last) }
  })
}

/** `monthsBefore('2026-03-31', 1)` is 2026-02-28. */
function monthsBefore(day: MarketDay, months: number): MarketDay {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months
  const month = `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
  const next = `${Math.floor((count + 1) / 12)}-${String(((count + 1) % 12) + 1).padStart(2, '0')}`
  const lastDay = addCalendarDays(toMarketDay(`${next}-01`), -1)
  const same = toMarketDay(`${month}-${day.slice(8)}`)
  return same > lastDay ? lastDay : same
}
