// Drawdown of an account from its peak, excluding money in and out, so that a withdrawal is not a loss. Plain numbers
// suffice, because this is an index and a percentage, never money.

export interface DrawdownDay {
  /** Value at the end of the day, in cents. */
  readonly valueCents: bigint
  /** Money and securities that came in (positive) or went out during the day, in cents. */
  readonly flowCents: bigint
}

/**
 * Returns the percentage below the highest value of an index whose daily growth factor is (value - flow) / value of the
 * previous day; 0 at a new peak. A day after a value of zero or less counts as no change. Values are oldest first, the
 * current one last.
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
  // Rounding to a millionth of a percent removes floating-point error: a fall to 80 of 100 is exactly 20 percent.
  return Math.round((1 - index / peak) * 100 * 1_000_000) / 1_000_000
}
