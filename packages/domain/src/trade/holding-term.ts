// How long a closed lot was held, as the United States tax its gain.
// Source: docs/rules/trading.md, "Realised gains".
import { addCalendarDays } from '../calendar/market-day.ts'
import { toMarketDay } from '../kind.ts'
import type { Side } from './lot.ts'

export const holdingTerms = ['SHORT_TERM', 'LONG_TERM'] as const
export type HoldingTerm = (typeof holdingTerms)[number]

export interface ClosedHolding {
  readonly side: Side
  /** Null for what was held before the first known transaction. */
  readonly openedDay: string | null
  readonly closedDay: string
}

/**
 * Returns `LONG_TERM` for a lot that was held for more than one year, undefined where the day of its purchase is not
 * known. The day after the purchase begins the holding, so a share bought on 2025-03-04 is long term from 2026-03-05
 * on, and one bought on the last day of a month from the first day of the thirteenth month after it: 2023-02-28, sold
 * on 2024-02-29, is short term. What covers a short sale is bought on the day it closes it, so a short lot is always
 * short term. Source: IRS, Publication 550, "Holding Period" and "Short Sales"; Revenue Ruling 66-7.
 */
export function holdingTerm({ side, openedDay, closedDay }: ClosedHolding): HoldingTerm | undefined {
  if (side === 'SHORT') return 'SHORT_TERM'
  if (openedDay === null) return undefined
  const first = addCalendarDays(toMarketDay(openedDay), 1)
  // As text, so that a holding that begins on a 29 February is over a year on 1 March.
  return closedDay >= `${Number(first.slice(0, 4)) + 1}${first.slice(4)}` ? 'LONG_TERM' : 'SHORT_TERM'
}
