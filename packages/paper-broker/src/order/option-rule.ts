// What is particular about options: they are paid in full, written only against shares or cash that cover them, and end at
// the close of their last day. Pure. Spec gap: the design names option orders but no rules of their own.
import type { EpochMs } from '@clubfolio/domain'
import { sessionHours } from '@clubfolio/domain'
import { optionTick, parseOptionCode } from '@clubfolio/simulated-market'
import type { OptionContract } from '@clubfolio/simulated-market'
import type { AccountType } from '../db/tables.ts'
import { rescale } from '../kernel/decimal.ts'
import { PRICE_SCALE, cents, price, priceNumber, priceOfFloat } from '../money/money.ts'
import type { Cents } from '@clubfolio/domain'
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

/** What each share of a written contract holds back: a put the strike it may have to pay; a call nothing, shares cover it. */
export function writtenPriceOf(contract: OptionContract): Price {
  return contract.right === 'PUT' ? priceOfFloat(contract.strike) : price(0n)
}

/** Buying power held back for a position in written puts. Example: short 1 put of strike 50 on margin: $10,000.00. */
export function writtenHold(accountType: AccountType, symbol: string, quantity: bigint, multiplier: bigint): Cents {
  const contract = quantity < 0n ? contractOf(symbol) : null
  if (contract === null) return cents(0n)
  return cents(rescale(0n - quantity * multiplier * writtenPriceOf(contract), PRICE_SCALE, 2) * powerFactor(accountType, true))
}
