// Goes through a replay once, in order: what was dealt, and each close before anything that it deals itself
// (docs/rules/fund-year.md, "Allocation").
import type { MarketDay } from '../../kind.ts'
import type { UnitDeal, Valuation } from '../book.ts'
import type { FundReplay } from '../replay-fund.ts'
import { type AccountResult, type DealtLine, dealtLines } from './year-line.ts'

/** What the fund had at a close since the one before, by line. Its sum is the change of Real. */
export type CloseResult = Readonly<Record<DealtLine, bigint>>

export type WalkStep =
  | { readonly kind: 'deal'; readonly dealing: UnitDeal }
  | { readonly kind: 'close'; readonly day: MarketDay; readonly result: CloseResult }

/**
 * Yields every dealing and every close after the opening. A result belongs to the first close on or after its day; what
 * is dated on or before the opening day is part of the opening value, and what no close follows waits.
 */
export function* walkBooks(replay: FundReplay, results: readonly AccountResult[]): Generator<WalkStep> {
  const { dealings, valuations } = replay
  const closes = valuations.slice(1)
  const perClose = resultsByClose(replay, closes, results)
  let next = 0
  for (const [index, close] of closes.entries()) {
    for (; dealings[next] && dealings[next]!.step < close.closeStep; next += 1)
      yield { kind: 'deal', dealing: dealings[next]! }
    yield { kind: 'close', day: close.day, result: perClose[index]! }
  }
  for (; dealings[next]; next += 1) yield { kind: 'deal', dealing: dealings[next]! }
}

function resultsByClose(
  replay: FundReplay,
  closes: readonly Valuation[],
  results: readonly AccountResult[],
): CloseResult[] {
  const rows = closes.map(() => emptyResult())
  for (const { day, kind, amountCents } of results) {
    const row = day > replay.records.opening.day ? rows[firstIndexOnOrAfter(closes, day)] : undefined
    if (row) row[kind] += amountCents
  }
  for (const [index, { expensesCents }] of closes.entries()) rows[index]!.expenses -= expensesCents
  for (const [index, change] of realChanges(replay).entries()) {
    const row = rows[index]!
    row.costMethod = change - dealtLines.reduce((sum, line) => sum + row[line], 0n)
  }
  return rows
}

const emptyResult = (): Record<DealtLine, bigint> => ({
  shortTerm: 0n,
  longTerm: 0n,
  undated: 0n,
  dividends: 0n,
  interest: 0n,
  brokerFees: 0n,
  expenses: 0n,
  costMethod: 0n,
})

function firstIndexOnOrAfter(closes: readonly Valuation[], day: MarketDay): number {
  let low = 0
  let high = closes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (closes[middle]!.day < day) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Returns by how much the Real of all holders changed at each close: real value and cash outside less what was dealt.
 */
function realChanges({ dealings, valuations }: FundReplay): bigint[] {
  const changes: bigint[] = []
  let next = 0
  for (let index = 1; index < valuations.length; index += 1) {
    const before = valuations[index - 1]!
    const now = valuations[index]!
    let dealtCents = 0n
    for (; dealings[next] && dealings[next]!.step <= now.step; next += 1)
      if (dealings[next]!.step > before.step) dealtCents += dealings[next]!.amountCents
    changes.push(
      now.realValueCents + now.cashOutsideCents - before.realValueCents - before.cashOutsideCents - dealtCents,
    )
  }
  return changes
}
