// The lines of a year's allocation: what the fund realised, earned and paid (docs/rules/fund-year.md, "Lines").
import { type Cents, type MarketDay, toCents } from '../../kind.ts'

/** What an account reports as its result, by kind; fees and losses are negative. */
export const resultKinds = ['shortTerm', 'longTerm', 'undated', 'dividends', 'interest', 'brokerFees'] as const
export type ResultKind = (typeof resultKinds)[number]

/** The result of one kind that the account had on a day. */
export interface AccountResult {
  readonly day: MarketDay
  readonly kind: ResultKind
  readonly amountCents: Cents
}

/**
 * All lines in the order of the papers. `undated` is realised by lots whose day of purchase is not known. `feesPaid`
 * and `feesReceived` are the fund's own fees, which move between holders. `costMethod` is Real less the other lines.
 */
export const yearLines = [...resultKinds, 'expenses', 'feesPaid', 'feesReceived', 'costMethod'] as const
export type YearLine = (typeof yearLines)[number]

export type YearLines = Readonly<Record<YearLine, Cents>>

/** The lines that are dealt by units; fees are the cents that were paid. */
export const dealtLines = [...resultKinds, 'expenses', 'costMethod'] as const
export type DealtLine = (typeof dealtLines)[number]

/** Returns lines of 0.00, to be filled. */
export const noLines = (): Record<YearLine, Cents> => ({
  shortTerm: toCents(0n),
  longTerm: toCents(0n),
  undated: toCents(0n),
  dividends: toCents(0n),
  interest: toCents(0n),
  brokerFees: toCents(0n),
  expenses: toCents(0n),
  feesPaid: toCents(0n),
  feesReceived: toCents(0n),
  costMethod: toCents(0n),
})

/** Adds up the lines: for the fund this is Real of the year. */
export const sumOfLines = (lines: YearLines): Cents => toCents(yearLines.reduce((sum, line) => sum + lines[line], 0n))

/** The calendar year of a day: 2026. */
export const yearOfDay = (day: MarketDay): number => Number(day.slice(0, 4))
