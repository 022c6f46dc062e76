// What an account, a fund or a member's part was worth at both ends of a period, and what was paid in and out between
// them: the profit of the period is the difference.
import {
  type DaySpan,
  type Fraction,
  fundFlows,
  fundValueAt,
  holderFlows,
  type HolderId,
  holderValueAt,
} from '@clubfolio/domain'
import type { CurrentFund } from '../book/load-fund.ts'
import { dayBefore } from './attribution-span.ts'

/** Amounts in cents; end - start - paid in - paid out is the profit. */
export interface PeriodEnds {
  readonly startCents: bigint
  readonly endCents: bigint
  readonly paidInCents: bigint
  /** Negative. */
  readonly paidOutCents: bigint
  /** Unit values, of which the return is made; a member's return chains the days on which they had units. */
  readonly rates: { readonly start: Fraction; readonly end: Fraction } | undefined
}

type Books = Pick<CurrentFund, 'replay' | 'records'>

export function fundEnds({ replay, records }: Books, span: DaySpan): PeriodEnds {
  const before = dayBefore(span.from, records.opening.day)
  const [start, end] = [before, span.to].map((day) => replay.valuations.findLast((one) => one.day <= day))
  return {
    startCents: fundValueAt(replay, before),
    endCents: fundValueAt(replay, span.to),
    ...paidWithin(fundFlows(replay), span),
    rates: start && end && { start: start.rate, end: end.rate },
  }
}

export function holderEnds({ replay, records }: Books, holderId: HolderId, span: DaySpan): PeriodEnds {
  return {
    startCents: holderValueAt(replay, holderId, dayBefore(span.from, records.opening.day)),
    endCents: holderValueAt(replay, holderId, span.to),
    ...paidWithin(holderFlows(replay, holderId), span),
    rates: undefined,
  }
}

function paidWithin(flows: ReturnType<typeof fundFlows>, { from, to }: DaySpan) {
  const within = flows.filter(({ day }) => day >= from && day <= to).map(({ amountCents }): bigint => amountCents)
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)
  return {
    paidInCents: sum(within.filter((amount) => amount > 0n)),
    paidOutCents: sum(within.filter((amount) => amount < 0n)),
  }
}
