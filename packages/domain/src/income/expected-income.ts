// What an instrument is expected to pay: the payments of the last twelve months, repeated on the quantity held now.
// An estimate, never a booking.
import { type MarketDay, toMarketDay } from '../kind.ts'
import { sessionOnOrAfter } from '../calendar/session.ts'
import {
  addFractions,
  divideFractions,
  type Fraction,
  fraction,
  lowestTerms,
  multiplyFractions,
  zeroFraction,
} from '../money/fraction.ts'

/** A payment of one kind that an instrument has made, or that was paid for a short position. */
export interface PaidIncome {
  readonly day: MarketDay
  /** Negative where it was paid. */
  readonly amountCents: bigint
  /** Held at the close before, negative for a short position. */
  readonly quantity: Fraction
  /** Will not come again, such as a special dividend. */
  readonly isSpecial: boolean
}

export interface ShareSplit {
  readonly day: MarketDay
  /** New shares for each old one. */
  readonly factor: Fraction
}

export interface IncomeSource {
  readonly payments: readonly PaidIncome[]
  readonly splits: readonly ShareSplit[]
  /** Held now, negative for a short position. */
  readonly quantity: Fraction
  readonly asOf: MarketDay
}

export interface RepeatedPayment {
  /** A year after the payment that it rests on, or the session after that day. */
  readonly day: MarketDay
  /** Exact, in cents. */
  readonly amount: Fraction
  readonly restsOn: MarketDay
}

export interface IncomeEstimate {
  readonly expected: readonly RepeatedPayment[]
  /** Why nothing is expected. */
  readonly reason: 'NOT_HELD' | 'FEW_PAYMENTS' | null
  /** Days of special payments, and of payments on shares that were gone by then; they are not repeated. */
  readonly leftOut: readonly MarketDay[]
}

/** An estimate rests on at least so many payments. */
const minPayments = 2

/**
 * Returns the payments of the twelve months up to a day, each a year later and on the quantity held now. Payments of a
 * day are one payment. Splits since a payment count: what was paid for a share is divided by their factor. A short
 * position pays what a long one receives. Example: 24.00 in February and 26.00 in May on 100 shares, a split of 2 for
 * 1 in June, 300 shares now: 24.00 / 200 x 300 = 36.00 next February and 39.00 next May. Source: docs/rules/income.md,
 * "Expected".
 */
export function estimateIncome({ payments, splits, quantity, asOf }: IncomeSource): IncomeEstimate {
  const recent = payments.filter(({ day }) => day <= asOf && yearAfter(day) > asOf)
  const leftOut = daysOf(recent.filter((payment) => !isRepeated(payment)))
  if (quantity.numerator === 0n) return { expected: [], reason: 'NOT_HELD', leftOut }
  const perShare = new Map<MarketDay, Fraction>()
  for (const payment of recent.filter(isRepeated)) {
    const paid = divideFractions(fraction(payment.amountCents), sharesNow(payment, splits))
    perShare.set(payment.day, lowestTerms(addFractions(perShare.get(payment.day) ?? zeroFraction, paid)))
  }
  if (perShare.size < minPayments) return { expected: [], reason: 'FEW_PAYMENTS', leftOut }
  const expected = [...perShare]
    .map(([restsOn, paid]) => ({
      day: sessionOnOrAfter(yearAfter(restsOn)),
      amount: lowestTerms(multiplyFractions(paid, quantity)),
      restsOn,
    }))
    .sort((a, b) => (a.restsOn < b.restsOn ? -1 : 1))
  return { expected, reason: null, leftOut }
}

const isRepeated = ({ isSpecial, quantity }: PaidIncome): boolean => !isSpecial && quantity.numerator !== 0n

const daysOf = (payments: readonly PaidIncome[]): MarketDay[] => [...new Set(payments.map(({ day }) => day))].sort()

/** A split takes effect after the close before its day, at which the quantity was held. */
const sharesNow = ({ day, quantity }: PaidIncome, splits: readonly ShareSplit[]): Fraction =>
  splits.filter((split) => split.day >= day).reduce((held, { factor }) => multiplyFractions(held, factor), quantity)

/** The same date of the next year; 29 February becomes 28 February. */
function yearAfter(day: MarketDay): MarketDay {
  const next = `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}${day.slice(4)}`
  return toMarketDay(next.endsWith('02-29') ? `${next.slice(0, 8)}28` : next)
}
