// Sums profits day by day, the plain way that a statement of the database does at once.
import type { DayShare } from '../attributed-day.ts'
import { scaleShare, type LineSum } from '../sum-lines.ts'

export interface SharedProfit {
  readonly line: string
  readonly share: DayShare
  readonly priceCents: bigint
}

export function sumShares(profits: readonly SharedProfit[]): LineSum[] {
  const sums = new Map<string, LineSum>()
  for (const { line, share, priceCents } of profits) {
    const { part, contribution = 0n } = scaleShare(share)
    const known = sums.get(line) ?? { line, price: 0n, income: 0n, fee: 0n, contribution: 0n }
    sums.set(line, {
      ...known,
      price: known.price + priceCents * part,
      contribution: known.contribution + priceCents * contribution,
    })
  }
  return [...sums.values()]
}
