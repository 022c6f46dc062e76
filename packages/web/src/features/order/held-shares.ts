// What an account holds of a code.
import type { Operation } from '@clubfolio/contract'

/** Returns signed shares or contracts, 0 without a position. Example: -40 for 40 sold short. */
export function heldShares(positions: readonly Operation[] | undefined, code: string): number {
  const own = positions?.find((one) => one.code === code)
  return own === undefined ? 0 : own.longQuantity - own.shortQuantity
}
