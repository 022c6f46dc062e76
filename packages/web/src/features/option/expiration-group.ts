// The options of an account by the day on which they expire. Pure.
import type { PositionGreeks } from '@clubfolio/contract'

export interface ExpirationGroup {
  readonly day: string
  readonly daysLeft: number
  readonly positions: readonly PositionGreeks[]
  /** How many of them are in the money now. */
  readonly inTheMoney: number
}

/**
 * Returns the expirations to come, nearest first, each with its contracts by underlying and strike; shares are left
 * out.
 */
export function expirationGroups(positions: readonly PositionGreeks[]): ExpirationGroup[] {
  const days = new Map<string, PositionGreeks[]>()
  for (const position of positions) {
    if (position.contract === null) continue
    const { expirationDate } = position.contract
    days.set(expirationDate, [...(days.get(expirationDate) ?? []), position])
  }
  return [...days]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, own]) => ({
      day,
      daysLeft: own[0]?.contract?.daysToExpiration ?? 0,
      positions: own.toSorted(
        (one, other) =>
          one.underlying.localeCompare(other.underlying) ||
          (one.contract?.strikePrice ?? 0) - (other.contract?.strikePrice ?? 0),
      ),
      inTheMoney: own.filter(({ contract }) => contract?.inTheMoney === true).length,
    }))
}
