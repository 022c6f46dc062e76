// Lists the cash outside step by step: what the books count and what the closes contain, with the balance after each.
import { type Cents, type FundReplay, type MarketDay, toCents } from '@clubfolio/domain'
import type { NameOfHolder } from './member-names.ts'

export interface CashRow {
  readonly day: MarketDay
  readonly what: string
  readonly amountCents: Cents
  readonly balanceCents: Cents
}

const cashCauses = new Set(['contribution', 'retribution', 'flow'])

/** Returns the rows, oldest first; the last balance is the cash outside shown on the screen. */
export function cashRows(replay: FundReplay, nameOf: NameOfHolder): CashRow[] {
  const dealt = replay.dealings
    .filter((one) => cashCauses.has(one.cause))
    .map((one) => ({
      step: one.step,
      day: one.day,
      what: `${one.cause} ${nameOf(one.holderId)}`,
      amount: one.amountCents as bigint,
    }))
  const borne = replay.borneExpenses.map((one) => ({
    step: one.step,
    day: one.day,
    what: 'expense',
    amount: -one.amountCents,
  }))
  const settled = replay.valuations
    .map((one) => ({ ...one, cents: one.movementsCents - one.movedCents }))
    .filter((one) => one.cents !== 0n)
    .map((one) => ({ step: one.step, day: one.day, what: 'movements in the close', amount: -one.cents }))
  const moved = replay.valuations
    .filter((one) => one.movedCents !== 0n)
    .map((one) => ({ step: one.step, day: one.day, what: 'move to another account', amount: -one.movedCents }))
  let balance = 0n
  const rows: CashRow[] = []
  const add = (day: MarketDay, what: string, amount: bigint) => {
    balance += amount
    rows.push({ day, what, amountCents: toCents(amount), balanceCents: toCents(balance) })
  }
  for (const one of [...dealt, ...borne, ...settled, ...moved].sort(
    (a, b) => a.step - b.step || (a.day < b.day ? -1 : 1),
  ))
    add(one.day, one.what, one.amount)
  const rest = replay.cashOutsideCents - balance
  if (rest !== 0n) add(replay.valuations.at(-1)?.day ?? replay.records.opening.day, 'unexplained or not covered', rest)
  return rows
}
