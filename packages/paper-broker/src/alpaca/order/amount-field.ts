// Amounts in a request of the Alpaca wire: text or a JSON number.

import { z } from 'zod'
import { parseExact } from '../../money/decimal.ts'
import { PRICE_SCALE, price, tickOf } from '../../money/money.ts'
import type { Price } from '../../money/money.ts'
import { AlpacaRefusal } from '../kernel/alpaca-error.ts'

const DECIMAL_SCALE = 12

/** A decimal of at most twelve places, as exact text. */
export const decimalField = z.union([z.number(), z.string().trim().max(24)]).transform((value, context) => {
  const text = String(value)
  if (parseExact(text, DECIMAL_SCALE) !== null) return text
  context.addIssue({ code: 'custom', message: 'is no decimal number' })
  return z.NEVER
})

export type GivenAmount = string | null | undefined

export function isGiven(text: GivenAmount): text is string {
  return text !== null && text !== undefined
}

/** Returns a price above zero on its tick; throws a refusal for any other, and when it is absent. */
export function priceField(name: string, text: GivenAmount): Price {
  if (!isGiven(text)) throw new AlpacaRefusal('invalid', `${name} is missing.`)
  if ((parseExact(text, DECIMAL_SCALE) ?? 0n) <= 0n) throw new AlpacaRefusal('invalid', `${name} must be above 0.`)
  const steps = parseExact(text, PRICE_SCALE)
  if (steps === null || steps % tickOf(steps) !== 0n)
    throw new AlpacaRefusal(
      'unprocessable',
      `${name} ${text} is too fine: prices from $1.00 up are in whole cents, below that in hundredths of a cent.`,
    )
  return price(steps)
}

/** Returns a whole quantity above zero; throws a refusal for a fraction, which the brokerage does not trade. */
export function quantityField(name: string, text: GivenAmount): bigint {
  if (!isGiven(text)) throw new AlpacaRefusal('invalid', `${name} is missing.`)
  const whole = parseExact(text, 0)
  if ((parseExact(text, DECIMAL_SCALE) ?? 0n) <= 0n) throw new AlpacaRefusal('invalid', `${name} must be above 0.`)
  if (whole === null)
    throw new AlpacaRefusal('forbidden', `${name} ${text} is a fraction. This brokerage trades whole shares only.`)
  return whole
}
