// What is particular about options: they are paid in full, written only when covered (`option-cover.ts`), and end at the close
// of their last day. Pure. Spec gap: the design names option orders but no rules of their own.
import type { EpochMs } from '@clubfolio/domain'
import { sessionHours } from '@clubfolio/domain'
import { optionTick, parseOptionCode } from '@clubfolio/simulated-market'
import type { OptionContract } from '@clubfolio/simulated-market'
import type { AccountType } from '../kind/account-kind.ts'
import { priceNumber, priceOfFloat } from '../money/money.ts'
import type { Price } from '../money/money.ts'

/** The contract behind a symbol of 21 characters; null for a share. */
export function contractOf(symbol: string): OptionContract | null {
  return symbol.length === 21 ? parseOptionCode(symbol) : null
}

/** The instant at which a contract ends: the close of its last day. */
export function contractEndMs({ expiration }: OptionContract): EpochMs {
  const hours = sessionHours(expiration)
  if (hours === null) throw new RangeError(`No session on ${expiration}`)
  return hours.closeMs
}

/** Whether a price lies on the ticks of options: cents below 3 dollars, five cents from there on. */
export function isOnOptionTick(at: Price): boolean {
  return at % (priceOfFloat(optionTick(priceNumber(at))) as bigint) === 0n
}

/** A share's dollar of buying power is half a dollar of equity on margin; an option's is a whole one, so it counts twice. */
export function powerFactor(accountType: AccountType, isOption: boolean): bigint {
  return isOption && accountType === 'MARGIN' ? 2n : 1n
}
