// The journal of a replay: every change of units in order. A charge of a thousand members is one item, which becomes a
// dealing for each line when somebody reads the dealings.
import type { MarketDay } from '../kind.ts'
import { toCents, toUnitSteps } from '../kind.ts'
import type { Fraction } from '../money/fraction.ts'
import type { UnitDeal } from './book.ts'
import { unitsFor } from './unit-amount.ts'
import { causeOf } from './fee/policy.ts'
import type { FeeCharge } from './record.ts'

/** What a charge took from its payers at a unit value. Its receivers' units follow as dealings of their own. */
export interface JournaledCharge {
  readonly step: number
  readonly day: MarketDay
  readonly charge: FeeCharge
  readonly rate: Fraction
}

export class DealingJournal {
  private readonly items: Array<UnitDeal | JournaledCharge> = []
  private dealings: readonly UnitDeal[] | undefined

  add(item: UnitDeal | JournaledCharge): void {
    this.items.push(item)
  }

  /**
   * The dealings without what payers of whole charges gave. Every holder has one here, and no amount and no cash flow
   * is missing, because a fee is part of neither.
   */
  *withoutPayers(): Iterable<UnitDeal> {
    for (const item of this.items) if ('holderId' in item) yield item
  }

  /** All dealings. */
  all(): readonly UnitDeal[] {
    this.dealings ??= this.items.flatMap((item) => ('holderId' in item ? [item] : dealingsOf(item)))
    return this.dealings
  }
}

function dealingsOf({ step, day, charge, rate }: JournaledCharge): UnitDeal[] {
  const none = toCents(0n)
  return charge.lines
    .filter(({ amountCents }) => amountCents !== 0n)
    .map(({ holderId, kind, amountCents }) => ({
      step,
      day,
      holderId,
      cause: causeOf[kind],
      recordId: charge.id,
      units: toUnitSteps(-unitsFor(amountCents, rate)),
      amountCents: none,
      flowCents: none,
      feeCents: toCents(-amountCents),
      rate,
    }))
}
