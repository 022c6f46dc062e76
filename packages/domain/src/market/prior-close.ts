// The prior close: the close of the session before the day that a price belongs to, in the shares of that day. Every
// "since the close before" is measured from it.

export interface LatestCloses {
  /** The close of the last finished session. */
  readonly lastClose: number | null
  /** The prior close of that session: the one before it, in its shares. */
  readonly previousClose: number | null
  /** The prior close of the day that forms: `lastClose` in the shares of today. Null while no session forms. */
  readonly formingPriorClose: number | null
}

/**
 * Returns the prior close of a price: of today's while a session forms (`isOfFormingDay`), otherwise of the last close.
 * Example: closes of 100 and 110, today's split of 2 for 1: 55 for a price of today, 100 for the last close.
 */
export const priorClose = (
  { lastClose, previousClose, formingPriorClose }: LatestCloses,
  isOfFormingDay: boolean,
): number | null => (isOfFormingDay ? (formingPriorClose ?? lastClose) : previousClose)

/** Returns the change of a price since a close, in percent; undefined where either is unknown or the close is 0. */
export const percentSince = (price: number | null, close: number | null): number | undefined =>
  price === null || close === null || close === 0 ? undefined : (price / close - 1) * 100
