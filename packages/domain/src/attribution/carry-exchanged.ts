// Moves market value between lines when a corporate action exchanges one instrument for another: a change of symbol or
// a merger earns nothing by itself.
import { divideHalfEven, decimalFraction } from '../money/fraction.ts'
import { splitByLargestRemainder } from '../money/largest-remainder.ts'
import type { CloseToAttribute, AttributedBooking, LineContents } from './close-line.ts'

type Exchange = CloseToAttribute & { readonly before: LineContents }

/**
 * Returns the value that each line gives to its successor (positive) or takes over (negative); together they are zero.
 * What leaves a line is its market value at the close before, less cash that was paid for it. Several successors share
 * it by their market values. A split leaves the symbol, so it moves nothing; shares that come without others leaving,
 * as in a spin-off, earn their value. Example: 10 OLD worth 500.00 become 10 NEW worth 510.00 at the close: 500.00
 * moves, and NEW earns 10.00.
 */
export function carryExchanged({ before, now, bookings }: Exchange): ReadonlyMap<string, bigint> {
  const changes = changesOf(bookings)
  const leaving = [...changes].filter(([symbol, change]) => {
    const held = before.positions.get(symbol)?.quantity
    return held !== undefined && change.moves !== 0 && change.moves === (held.isNegative() ? 1 : -1)
  })
  const arriving = [...changes].filter(
    ([symbol, { moves }]) => moves !== 0 && !leaving.some(([one]) => one === symbol) && now.positions.has(symbol),
  )
  const carried = new Map<string, bigint>()
  if (leaving.length === 0 || arriving.length === 0) return carried
  for (const [symbol, change] of leaving) {
    const held = before.positions.get(symbol)!
    const [size, part] = [decimalFraction(held.quantity.abs().toFixed()), decimalFraction(change.size)]
    const left = divideHalfEven(held.valueCents * part.numerator * size.denominator, part.denominator * size.numerator)
    carried.set(symbol, (isWhole(size, part) ? held.valueCents : left) - change.cashCents)
  }
  const total = [...carried.values()].reduce((sum, cents) => sum + cents, 0n)
  const weights = arriving.map(([symbol]) => [symbol, sizeOf(now.positions.get(symbol)!.valueCents)] as const)
  const hasWeight = weights.some(([, weight]) => weight > 0n)
  const parts = splitByLargestRemainder(total, hasWeight ? weights : weights.map(([symbol]) => [symbol, 1n] as const))
  for (const [symbol, cents] of parts) carried.set(symbol, -cents)
  return carried
}

const sizeOf = (cents: bigint): bigint => (cents < 0n ? -cents : cents)

const isWhole = (
  size: { readonly numerator: bigint; readonly denominator: bigint },
  part: { readonly numerator: bigint; readonly denominator: bigint },
): boolean => part.numerator * size.denominator >= size.numerator * part.denominator

interface ExchangeChange {
  /** The direction of the shares: 1 in, -1 out. */
  readonly moves: number
  readonly size: string
  readonly cashCents: bigint
}

function changesOf(bookings: readonly AttributedBooking[]): ReadonlyMap<string, ExchangeChange> {
  const changes = new Map<string, ExchangeChange>()
  const own = bookings.filter(({ nature, symbol, quantity }) => nature === 'exchange' && symbol !== null && quantity)
  for (const symbol of new Set(own.map((booking) => booking.symbol!))) {
    const all = own.filter((booking) => booking.symbol === symbol)
    const quantity = all.map((booking) => booking.quantity!).reduce((sum, one) => sum.plus(one))
    changes.set(symbol, {
      moves: quantity.isZero() ? 0 : quantity.isNegative() ? -1 : 1,
      size: quantity.abs().toFixed(),
      cashCents: all.reduce((sum, { netCents, paymentCents }) => sum + netCents - paymentCents, 0n),
    })
  }
  return changes
}
