// Compares the balances and positions that statements state with what the lines add up to.
import { toMarketDay, type MarketDay } from '@clubfolio/domain'
import type { StatementClaim } from '@clubfolio/statement-files'
import { Decimal } from 'decimal.js'
import type { CodeOf } from './counted-line.ts'
import type { LineSums } from './keep-books.ts'

/** A claim about one figure of the account. */
export interface FigureClaim {
  readonly day: MarketDay
  /** Null for cash. */
  readonly symbol: string | null
  /** Null for a position. */
  readonly currency: string | null
  readonly theirs: string
}

export interface StatementDifference extends FigureClaim {
  readonly ours: string
}

/** Returns the newest claim about each figure; of two about the same day, the one of the later statement. */
export function newestClaims(claims: readonly StatementClaim[], codeOf: CodeOf): FigureClaim[] {
  const newest = new Map<string, FigureClaim>()
  for (const claim of claims) {
    const figure = figureOf(claim, codeOf)
    if (figure === undefined) continue
    const key = JSON.stringify([figure.symbol, figure.currency])
    const known = newest.get(key)
    if (known === undefined || known.day <= figure.day) newest.set(key, figure)
  }
  return [...newest.values()]
}

function figureOf(claim: StatementClaim, codeOf: CodeOf): FigureClaim | undefined {
  const day = toMarketDay(claim.day)
  if (claim.kind === 'cash') return { day, symbol: null, currency: claim.currency, theirs: claim.amount }
  const symbol = codeOf(claim.instrument)
  return symbol === null ? undefined : { day, symbol, currency: null, theirs: claim.quantity }
}

export const claimDays = (claims: readonly FigureClaim[]): MarketDay[] =>
  [...new Set(claims.map(({ day }) => day))].sort()

/**
 * Returns the claims that differ from our sums, cash first. Both sides are compared with the decimals of the claim:
 * a statement that says 10.37 agrees with lines that add up to 10.3712.
 */
export function claimDifferences(
  claims: readonly FigureClaim[],
  snapshots: ReadonlyMap<MarketDay, LineSums>,
): StatementDifference[] {
  const found = claims.flatMap((claim) => {
    const sums = snapshots.get(claim.day)
    if (sums === undefined) return []
    const ours =
      (claim.symbol === null ? sums.cash.get(claim.currency ?? '') : sums.quantities.get(claim.symbol)) ??
      new Decimal(0)
    const theirs = new Decimal(claim.theirs)
    const rounded = ours.toDecimalPlaces(Math.max(2, theirs.decimalPlaces()), Decimal.ROUND_HALF_EVEN)
    return rounded.equals(theirs) ? [] : [{ ...claim, theirs: theirs.toFixed(), ours: rounded.toFixed() }]
  })
  return found.sort(
    (one, other) =>
      Number(one.symbol !== null) - Number(other.symbol !== null) ||
      ((one.symbol ?? one.currency ?? '') < (other.symbol ?? other.currency ?? '') ? -1 : 1),
  )
}
