// How far an account stands below its peak, with money in and out taken out: a withdrawal is no loss. An index
// and a percent, never money: plain numbers do.

export interface DrawdownDay {
  /** Worth at the end of the day, in cents. */
  readonly valueCents: bigint
  /** Money and securities that came in (above zero) or went out during the day, in cents. */
  readonly flowCents: bigint
}

/**
 * Percent below the highest value of an index that grows from day to day by (value - flow) / value of the day before; 0 at a new peak.
 * A day after a value of nothing counts as no change. Values oldest first, the present one last.
 * Example: 100, 120, then 60 taken out and 48 left: 48 + 60 = 108 of 120 is 10 percent below the peak.
 */
export function drawdownPercent(days: readonly DrawdownDay[]): number {
  let index = 1
  let peak = 1
  for (let n = 1; n < days.length; n++) {
    const before = days[n - 1]!.valueCents
    const { valueCents, flowCents } = days[n]!
    if (before > 0n) index *= Math.max(0, Number(valueCents - flowCents)) / Number(before)
    peak = Math.max(peak, index)
  }
  // A share of a millionth is the arithmetic's and not the account's: a fall to 80 of 100 is 20 percent, not a hair less.
  return Math.round((1 - index / peak) * 100 * 1_000_000) / 1_000_000
}
