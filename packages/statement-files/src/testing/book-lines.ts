// Adds up the lines of a statement: positions, cash of each currency, and gains at average cost. For tests, which compare
// the sums with those of a script that never sees a reader.
import { Decimal } from 'decimal.js'
import type { StatementLine } from '../statement-line.ts'

export interface Sums {
  /** Quantity by security, without those that are not held. */
  readonly positions: Readonly<Record<string, string>>
  readonly cash: Readonly<Record<string, string>>
  /** Realised gains by security and currency, rounded to cents, without zeros. */
  readonly gains: Readonly<Record<string, string>>
}

const Exact = Decimal.clone({ precision: 100 })
const zero = new Exact(0)

export const securityOf = ({ instrument }: StatementLine): string =>
  instrument === null ? '' : (instrument.isin ?? instrument.symbol ?? instrument.name ?? '')

/** Adds up in order of days; rows of one day in the order of the file, or against it where files are newest first. */
export function bookLines(lines: readonly StatementLine[], isNewestFirst: boolean): Sums {
  const booked = lines.filter(({ fate }) => fate !== 'ignored' && fate !== 'unread')
  const ordered = (isNewestFirst ? booked.toReversed() : booked).toSorted((a, b) => a.day!.localeCompare(b.day!))
  const held = new Map<string, { quantity: Decimal; cost: Decimal }>()
  const cash = new Map<string, Decimal>()
  const gains = new Map<string, Decimal>()
  const add = (to: Map<string, Decimal>, key: string, value: Decimal) => to.set(key, (to.get(key) ?? zero).plus(value))
  for (const line of ordered) {
    const amount = new Exact(line.amount)
    add(cash, line.currency, amount)
    if (line.fate === 'merger') add(gains, `${securityOf(line)} ${line.currency}`, amount)
    if (line.quantity === null) continue
    const change = new Exact(line.quantity)
    const before = held.get(securityOf(line)) ?? { quantity: zero, cost: zero }
    const quantity = before.quantity.plus(change)
    const closed =
      before.quantity.isNegative() === change.isNegative() ? zero : Decimal.min(before.quantity.abs(), change.abs())
    if (line.fate === 'split') {
      held.set(securityOf(line), { quantity, cost: before.cost })
      continue
    }
    const released = before.quantity.isZero() ? zero : before.cost.times(closed).div(before.quantity.abs())
    const paid = line.fate === 'trade' ? amount.negated() : zero
    const paidForClosed = change.isZero() ? zero : paid.times(closed).div(change.abs())
    if (line.fate !== 'delivery')
      add(
        gains,
        `${securityOf(line)} ${line.currency}`,
        closed.isZero() ? zero : released.plus(paidForClosed).negated(),
      )
    held.set(securityOf(line), { quantity, cost: before.cost.minus(released).plus(paid.minus(paidForClosed)) })
  }
  return {
    positions: textsOf([...held].map(([key, { quantity }]) => [key, quantity])),
    cash: textsOf(cash),
    gains: textsOf([...gains].map(([key, gain]) => [key, gain.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN)])),
  }
}

function textsOf(values: Iterable<readonly [string, Decimal]>): Record<string, string> {
  const kept = [...values].filter(([, value]) => !value.isZero())
  return Object.fromEntries(kept.map(([key, value]): [string, string] => [key, value.toFixed()]).toSorted(byKey))
}

const byKey = ([left]: readonly [string, string], [right]: readonly [string, string]): number => (left < right ? -1 : 1)
