// Deals the results of closes to the holders by their units. Closes between two changes of units are dealt together.
import type { UnitDeal } from '../book.ts'
import type { HolderId } from '../record.ts'
import { unallocatedHolderId } from '../record.ts'
import type { CloseResult } from './book-walk.ts'
import { type DealtLine, dealtLines } from './year-line.ts'

/** Takes a holder's part of an amount: `amount` x `units` / `issued`. */
export type TakePart = (line: DealtLine, holderId: HolderId, numerator: bigint, denominator: bigint) => void

/** The units of all holders during a walk, and the results that wait to be dealt by them. */
export class DealtResults {
  readonly units = new Map<HolderId, bigint>()
  private issued = 0n
  private readonly waiting = new Map<DealtLine, bigint>()
  private readonly take: TakePart

  constructor(take: TakePart) {
    this.take = take
  }

  add(result: CloseResult): void {
    for (const line of dealtLines)
      if (result[line] !== 0n) this.waiting.set(line, (this.waiting.get(line) ?? 0n) + result[line])
  }

  /** Deals what waits, then changes the units. */
  move({ holderId, units }: Pick<UnitDeal, 'holderId' | 'units'>): void {
    if (units === 0n) return
    this.deal()
    this.units.set(holderId, (this.units.get(holderId) ?? 0n) + units)
    this.issued += units
  }

  /** Deals what waits; without units all of it is unallocated's. */
  deal(): void {
    for (const [line, amount] of this.waiting) {
      if (amount === 0n) continue
      if (this.issued === 0n) this.take(line, unallocatedHolderId, amount, 1n)
      else
        for (const [holderId, units] of this.units)
          if (units !== 0n) this.take(line, holderId, amount * units, this.issued)
    }
    this.waiting.clear()
  }
}
