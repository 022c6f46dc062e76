// The special rules of options: they are paid in full, written only when covered (`option-cover.ts`), and expire at the
// close of their last day. Pure. Spec gap: the specification names option orders but no rules of their own.
import type { EpochMs } from '@clubfolio/domain'
import { sessionHours } from '@clubfolio/domain'
import { optionTick, parseOptionCode } from '@clubfolio/simulated-market'
import type { OptionContract } from '@clubfolio/simulated-market'
import type { AccountType } from '../kind/account-kind.ts'
import { priceNumber, priceOfFloat } from '../money/money.ts'
import type { Price } from '../money/money.ts'

/** Returns the contract behind a 21-character symbol; null for a share. */
export function contractOf(symbol: string): OptionContract | null {
  return parseOptionCode(symbol)
}

/** Returns the instant at which a contract expires: the close of its last day. */
export function contractEndMs({ expiration }: OptionContract): EpochMs {
  const hours = sessionHours(expiration)
  if (hours === null) throw new RangeError(`No session on ${expiration}`)
  return hours.closeMs
}

/** Returns whether a price is on the option tick: one cent below 3 dollars, five cents from there on. */
export function isOnOptionTick(at: Price): boolean {
  return at % (priceOfFloat(optionTick(priceNumber(at))) as bigint) === 0n
}

/**
 * Returns how often an amount counts against buying power. On margin one dollar of a share's buying power is half a
 * dollar of equity; an option's is a whole one, so it counts twice.
 */
export function powerFactor(accountType: AccountType, isOption: boolean): bigint {
  return isOption && accountType === 'MARGIN' ? 2n : 1n
}
