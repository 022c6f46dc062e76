// When and how shares are split and what they pay: by a company's quarter, from the price of the day before.
// Splits keep the traded price believable over decades.

import { QUARTER_SESSIONS } from '../universe/company.ts'
import type { Traits } from '../universe/instrument.ts'

const REPORT_DAY = 0
const DIVIDEND_DAY = 20
const SPLIT_DAY = 40
const LOW_PRICE = 4.5
/** Most a dividend may leave or fall short of its aim before it is set anew. */
const DIVIDEND_DRIFT = 0.25

/** What a share has become since the first session: `factor` shares for each one then, and its present quarterly dividend. */
export interface ShareState {
  factor: number
  dividend: number
  payments: number
}

/** What is due for an instrument on a session: at most one of its report, its dividend and its split. */
export type QuarterEvent = 'REPORT' | 'DIVIDEND' | 'SPLIT' | null

/** The event of a session by its place in the instrument's quarter. */
export function quarterEvent(traits: Traits, session: number): QuarterEvent {
  const day = (session + traits.reportPhase) % QUARTER_SESSIONS
  if (day === REPORT_DAY) return 'REPORT'
  if (day === DIVIDEND_DAY) return 'DIVIDEND'
  return day === SPLIT_DAY ? 'SPLIT' : null
}

/** New shares for one old share on a split day at a price: 1 is no split, 4 is four for one, 0.1 one for ten. */
export function splitRatio(traits: Traits, tradedPrice: number): number {
  if (tradedPrice < LOW_PRICE) return tradedPrice < LOW_PRICE / 3 ? 0.1 : 0.2
  const times = tradedPrice / traits.splitAbove
  if (times < 1) return 1
  if (times < 1.35) return 2
  if (times < 1.8) return 3
  return times < 2.6 ? 4 : 10
}

/**
 * Dollars a share pays on a dividend day, 0 for instruments that pay none. The amount is kept from quarter to quarter and set anew once a year, or when
 * it has left its aim far behind. Changes `state`.
 */
export function dividendDue(traits: Traits, tradedPrice: number, state: ShareState): number {
  if (traits.dividendYield === 0) return 0
  const aim = (tradedPrice * traits.dividendYield) / 4
  const isFar = state.dividend > aim * (1 + 2 * DIVIDEND_DRIFT)
  if (state.payments % 4 === 0 || isFar) {
    const raised = state.dividend === 0 || isFar ? aim : Math.max(state.dividend, state.dividend + (aim - state.dividend) * DIVIDEND_DRIFT)
    state.dividend = Math.max(1, Math.round(raised * 100)) / 100
  }
  state.payments += 1
  return state.dividend
}

/** Splits the shares and carries the dividend through, to the hundredth of a cent. */
export function applySplit(state: ShareState, ratio: number): void {
  state.factor *= ratio
  state.dividend = Math.round((state.dividend / ratio) * 10_000) / 10_000
}
