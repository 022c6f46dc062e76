// A charge that was dealt by column, with the moment at which it was. Accounts follow it later, one at a time, so what
// many of them ask is answered once (docs/decisions/0084-charges-are-dealt-by-column.md).
import type { FeeCharge, FeeKind, FeePolicy } from '../record.ts'
import type { ChargeColumns, HolderList } from './charge-column.ts'
import { type StepFee, stepFeeOf } from './daily-fee.ts'
import { accrualPerAtto } from './fee-account.ts'
import { hasGained, type Lot, type PerformanceMeasure } from './lot.ts'
import type { StepPrice } from './take-step.ts'

export interface DealtMoment {
  readonly charge: FeeCharge
  readonly columns: ChargeColumns
  /** What a cent bought, at the unit value at which it was dealt. */
  readonly price: StepPrice
  /** The running sum of unit values. */
  readonly sum: bigint
  readonly management: FeePolicy | undefined
  readonly measure: PerformanceMeasure
}

/** What a unit step owes since a running sum; undefined where it does not fit into machine integers. */
export interface OwedFee {
  readonly since: bigint
  readonly isNothing: boolean
  readonly perStep: StepFee | undefined
}

export class DealtCharge implements DealtMoment {
  readonly charge: FeeCharge
  readonly columns: ChargeColumns
  readonly holders: HolderList
  readonly price: StepPrice
  readonly sum: bigint
  readonly management: FeePolicy | undefined
  readonly measure: PerformanceMeasure
  /** Cents by holder; undefined where nobody pays a fee of the kind. */
  readonly amounts: Readonly<Record<FeeKind, Int32Array | undefined>>
  /** The last one asked for: most accounts were settled by the charge before. */
  private owed: OwedFee | undefined
  /** The last mark asked for: most lots were raised by the same charge. */
  private marked: (Pick<Lot, 'mark' | 'hurdleDay'> & { readonly hasGained: boolean }) | undefined

  constructor({ charge, columns, price, sum, management, measure }: DealtMoment) {
    this.charge = charge
    this.columns = columns
    this.holders = columns.holders
    this.price = price
    this.sum = sum
    this.management = management
    this.measure = measure
    const amountsOf = (kind: FeeKind) => columns.columns.find((column) => column.kind === kind)?.amounts
    this.amounts = { management: amountsOf('management'), performance: amountsOf('performance') }
  }

  owedSince(since: bigint): OwedFee {
    if (this.owed?.since === since) return this.owed
    const days = this.sum - since
    const perStep = stepFeeOf(days * (this.management?.rateMillionths ?? 0n), accrualPerAtto)
    this.owed = { since, isNothing: days === 0n, perStep }
    return this.owed
  }

  hasGained({ mark, hurdleDay }: Lot): boolean {
    if (this.marked?.mark === mark && this.marked.hurdleDay === hurdleDay) return this.marked.hasGained
    this.marked = { mark, hurdleDay, hasGained: hasGained({ mark, hurdleDay }, this.measure) }
    return this.marked.hasGained
  }
}
