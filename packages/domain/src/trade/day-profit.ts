// The profit of the day of one open position. Exact fractions in, whole cents out.
// Source: docs/rules/trading.md, "Profit of the day".
import { Decimal } from 'decimal.js'
import { type Cents, toCents } from '../kind.ts'
import {
  addFractions,
  decimalFraction,
  fraction,
  multiplyFractions,
  roundHalfEven,
  subtractFractions,
  zeroFraction,
  type Fraction,
} from '../money/fraction.ts'
import type { LotEvent, OpenLot } from './lot.ts'
import { matchLots } from './match-lots.ts'

export interface DayProfitFacts {
  /** Held now, signed. */
  readonly quantity: Decimal
  readonly multiplier: number
  readonly lastPrice: Decimal
  /** The prior close in the shares of today; null if unknown. */
  readonly priorClose: Decimal | null
  /** What changed the position since the prior close, oldest first. */
  readonly events: readonly LotEvent[]
}

/**
 * Returns what the shares that are held now gained since the prior close, before fees: last - prior close for those
 * held overnight, last - their own cost for those opened today, the reverse for a short position. Shares closed today
 * are not in it; they are matched first in, first out, so the oldest leave first. Null if shares held overnight have no
 * prior close, or shares that came today have no cost.
 * Example: 100 held overnight, prior close 50.00; today 50 bought at 52.00 and 30 sold; last 53.00: 70 x 3.00 +
 * 50 x 1.00 = 260.00. 3 option contracts bought today at 4.05, last 5.20: 345.00.
 */
export function dayProfit({ quantity, multiplier, lastPrice, priorClose, events }: DayProfitFacts): Cents | null {
  const lots = matchLots(events, overnight(quantity, events)).open
  const scale = fraction(BigInt(multiplier) * 100n)
  const valueOf = (held: Fraction, price: Decimal): Fraction =>
    multiplyFractions(multiplyFractions(held, decimalFraction(price.toFixed())), scale)
  let profit = zeroFraction
  for (const lot of lots) {
    const cost = isOvernight(lot)
      ? priorClose && valueOf(lot.quantity, priorClose)
      : lot.amountCents === null
        ? null
        : fraction(lot.amountCents)
    if (cost === null) return null
    const value = valueOf(lot.quantity, lastPrice)
    profit = addFractions(profit, lot.side === 'LONG' ? subtractFractions(value, cost) : subtractFractions(cost, value))
  }
  return toCents(roundHalfEven(profit))
}

const isOvernight = ({ openedId }: OpenLot): boolean => openedId === null

/** Returns the holding at the prior close: the present one without what changed since. Its own cost has no part. */
function overnight(quantity: Decimal, events: readonly LotEvent[]): OpenLot[] {
  const held = events.reduce(
    (left, event) => subtractFractions(left, event.quantity),
    decimalFraction(quantity.toFixed()),
  )
  if (held.numerator === 0n) return []
  const isShort = held.numerator < 0n
  return [
    {
      side: isShort ? 'SHORT' : 'LONG',
      openedId: null,
      openedDay: null,
      quantity: isShort ? subtractFractions(zeroFraction, held) : held,
      amountCents: null,
      feeCents: toCents(0n),
    },
  ]
}
