// What becomes of accounts whose holders keep their units from charge to charge: three numbers for each, by slot. A
// charge that settles exactly what the units owe moves them on; anything else gives the account back to its figures.
import type { FeePolicy } from '../record.ts'
import type { ChargeColumns } from './charge-column.ts'
import { isFeeOf, type StepFee, stepFeeOf } from './daily-fee.ts'
import { accrualPerAtto } from './fee-account.ts'
import { hasGained, type Lot, type PerformanceMeasure } from './lot.ts'

/** The part of a dealt charge that this needs. */
interface SettlingCharge {
  readonly charge: { readonly isWaived: boolean }
  readonly columns: ChargeColumns
  readonly sum: bigint
  readonly management: FeePolicy | undefined
  readonly measure: PerformanceMeasure
}

/** Numbers of charges, counted from one; zero for none. */
export interface SettledSlot {
  /** The last charge that settled the account. */
  readonly settledAt: number
  /** The last one with a performance fee. */
  readonly paidAt: number
  /** The last one that raised the mark of its lot. */
  readonly raisedAt: number
}

export interface SettlingHolder {
  readonly slot: number
  /** Its place among the holders of the charge. */
  readonly index: number
  /** Its units before the charge. */
  readonly held: bigint
  readonly isPaying: boolean
}

export class SettledState {
  private settledAt: Int32Array = new Int32Array(0)
  private paidAt: Int32Array = new Int32Array(0)
  private raisedAt: Int32Array = new Int32Array(0)

  /** Takes an account as settled by the charge with a number. */
  open(slot: number, settledAt: number): void {
    this.settledAt[slot] = settledAt
    this.paidAt[slot] = 0
    this.raisedAt[slot] = 0
  }

  /** Returns the numbers of an account and forgets them; undefined for one that is not taken as settled. */
  close(slot: number): SettledSlot | undefined {
    const settledAt = this.settledAt[slot] ?? 0
    if (settledAt === 0) return undefined
    this.settledAt[slot] = 0
    return { settledAt, paidAt: this.paidAt[slot] ?? 0, raisedAt: this.raisedAt[slot] ?? 0 }
  }

  isSettled(slot: number): boolean {
    return (this.settledAt[slot] ?? 0) !== 0
  }

  /** Starts with the holders of the last charge; there are slots for `size` holders. */
  start(dealt: readonly SettlingCharge[], size: number): Settling {
    this.settledAt = grown(this.settledAt, size)
    this.paidAt = grown(this.paidAt, size)
    this.raisedAt = grown(this.raisedAt, size)
    const { settledAt, paidAt, raisedAt } = this
    return new Settling(dealt, { settledAt, paidAt, raisedAt })
  }
}

function grown(numbers: Int32Array, size: number): Int32Array {
  if (numbers.length >= size) return numbers
  const more = new Int32Array(size)
  more.set(numbers)
  return more
}

/** One charge on its way through the accounts that are taken as settled. */
export class Settling {
  private readonly state: Readonly<Record<keyof SettledSlot, Int32Array>>
  private readonly dealt: readonly SettlingCharge[]
  private readonly charge: SettlingCharge | undefined
  /** What a unit step owes since a charge, the last one asked for: most accounts were settled by the same one. */
  private owing: { readonly since: number; readonly isNothing: boolean; readonly fee: StepFee | undefined } | undefined
  /** Whether the mark of a charge has gained, the last one asked for. */
  private gaining: { readonly since: number; readonly hasGained: boolean } | undefined

  constructor(dealt: readonly SettlingCharge[], state: Readonly<Record<keyof SettledSlot, Int32Array>>) {
    this.dealt = dealt
    this.charge = dealt.at(-1)
    this.state = state
  }

  /**
   * Moves an account on. Returns false where the charge does not settle exactly what the units owe, or where it is
   * waived.
   */
  settle({ slot, index, held, isPaying }: SettlingHolder, firstLot: (index: number) => Lot | undefined): boolean {
    const { charge, state } = this
    if (!charge || charge.charge.isWaived) return false
    const since = state.settledAt[slot]!
    if (this.owing?.since !== since) this.owing = this.owedSince(charge, since)
    const { fee, isNothing } = this.owing
    const { isSettled, settledLow, settledHigh } = charge.columns
    if (isSettled[index] === 1) {
      if (!fee || !isFeeOf(held, fee, settledLow[index]!, settledHigh[index]!)) return false
    } else if (!isNothing) return !isPaying
    state.settledAt[slot] = this.dealt.length
    if (!isPaying) return true
    state.paidAt[slot] = this.dealt.length
    if (this.isRaised(charge, state.raisedAt[slot]!, () => firstLot(index))) state.raisedAt[slot] = this.dealt.length
    return true
  }

  private owedSince({ sum, management }: SettlingCharge, since: number) {
    const days = sum - (this.dealt[since - 1]?.sum ?? sum)
    return { since, isNothing: days === 0n, fee: stepFeeOf(days * (management?.rateMillionths ?? 0n), accrualPerAtto) }
  }

  private isRaised({ measure }: SettlingCharge, since: number, firstLot: () => Lot | undefined): boolean {
    const raised = this.dealt[since - 1]
    if (!raised) {
      const lot = firstLot()
      return lot !== undefined && hasGained(lot, measure)
    }
    if (this.gaining?.since !== since) {
      const mark = { mark: raised.measure.rate, hurdleDay: raised.measure.day }
      this.gaining = { since, hasGained: hasGained(mark, measure) }
    }
    return this.gaining.hasGained
  }
}
