// Splits and dividends: scheduled by a company's quarter, sized by the previous day's price. Splits keep the traded
// price plausible over decades.

import { QUARTER_SESSIONS } from '../universe/company.ts'
import type { Traits } from '../universe/instrument.ts'

const REPORT_DAY = 0
const DIVIDEND_DAY = 20
const SPLIT_DAY = 40
const LOW_PRICE = 4.5
/**
 * A dividend is raised once a year by this share of the gap to its target; at twice this share above the target it is
 * reset.
 */
const DIVIDEND_DRIFT = 0.25

/**
 * State of a share since the first session: `factor` shares for each original one, and its current quarterly dividend.
 */
export interface ShareState {
  factor: number
  dividend: number
  payments: number
}

/** The event of an instrument on a session: at most one of its report, its dividend and its split. */
export type QuarterEvent = 'REPORT' | 'DIVIDEND' | 'SPLIT' | null

/** Returns the event of a session by its position in the instrument's quarter. */
export function quarterEvent(traits: Traits, session: number): QuarterEvent {
  const day = (session + traits.reportPhase) % QUARTER_SESSIONS
  if (day === REPORT_DAY) return 'REPORT'
  if (day === DIVIDEND_DAY) return 'DIVIDEND'
  return day === SPLIT_DAY ? 'SPLIT' : null
}

/**
 * Returns the new shares for one old share on a split day at a price: 1 is no split, 4 is four for one, 0.1 one for
 * ten.
 */
export function splitRatio(traits: Traits, tradedPrice: number): number {
  if (tradedPrice < LOW_PRICE) return tradedPrice < LOW_PRICE / 3 ? 0.1 : 0.2
  const times = tradedPrice / traits.splitAbove
  if (times < 1) return 1
  if (times < 1.35) return 2
  if (times < 1.8) return 3
  return times < 2.6 ? 4 : 10
}

/**
 * Returns the dollars a share pays on a dividend day, 0 for instruments that pay none. The amount is kept from quarter
 * to quarter and reconsidered once a year, or when it is far above its target. Modifies `state`.
 */
export function dividendDue(traits: Traits, tradedPrice: number, state: ShareState): number {
  if (traits.dividendYield === 0) return 0
  const aim = (tradedPrice * traits.dividendYield) / 4
  const isFar = state.dividend > aim * (1 + 2 * DIVIDEND_DRIFT)
  if (state.payments % 4 === 0 || isFar) {
    const raised =
      state.dividend === 0 || isFar
        ? aim
        : Math.max(state.dividend, state.dividend + (aim - state.dividend) * DIVIDEND_DRIFT)
    state.dividend = Math.max(1, Math.round(raised * 100)) / 100
  }
  state.payments += 1
  return state.dividend
}

/** Splits the shares and adjusts the dividend, to the hundredth of a cent. */
export function applySplit(state: ShareState, ratio: number): void {
  state.factor *= ratio
  state.dividend = Math.round((state.dividend / ratio) * 10_000) / 10_000
}
