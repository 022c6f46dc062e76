// A charge to be calculated, and what came of it: the replay calculates a draft exactly where the charge will be dealt,
// so that a proposal and the charge made of it are the same figures.
import type { Cents, MarketDay, UnitSteps } from '../../kind.ts'
import type { Fraction } from '../../money/fraction.ts'
import type { FeeCharge, FeeChargeLine, FeeKind, HolderId } from '../record.ts'

/** Everybody, or the holders whose terms change. */
export type ConcernedHolders = 'all' | ReadonlySet<HolderId>

export interface ChargeDraft {
  readonly id: string
  readonly endDay: MarketDay
  /** The fees whose period ends, and whom it concerns. */
  readonly concerned: Partial<Record<FeeKind, ConcernedHolders>>
  readonly isWaived: boolean
  readonly isPart: boolean
  /** The only holder of a part. */
  readonly holderId?: HolderId
  /** Holders whose lines of this period end are booked already. */
  readonly exceptIds: ReadonlySet<HolderId>
}

/** A lot in the calculation of a performance fee, after the management fee of the same day has left. */
export interface CalculatedLot {
  readonly since: MarketDay
  readonly units: UnitSteps
  readonly mark: Fraction
  /** The mark raised by the hurdle. */
  readonly hurdleMark: Fraction
  /** Cents; zero for a lot below its mark. */
  readonly gain: Fraction
}

/** A line with the figures it comes from. */
export interface CalculatedLine extends FeeChargeLine {
  readonly rateMillionths: bigint
  readonly units: UnitSteps
  /** The value that the fee may not exceed. */
  readonly valueCents: Cents
  /** The exact fee before it is rounded and capped, in 1e-18 of a cent. */
  readonly exactAtto: bigint
  /** The part of it that came over from the last charge: its remainder, and what a later change of the past added. */
  readonly carriedAtto: bigint
  /** The part of it that units owe which have left since. */
  readonly owedAtto: bigint
  readonly lots: readonly CalculatedLot[]
}

export interface CalculatedCharge {
  readonly draft: ChargeDraft
  /** The day on which it is dealt. */
  readonly day: MarketDay
  readonly rate: Fraction
  readonly lines: readonly CalculatedLine[]
}

/** Returns the record that a calculated draft becomes. */
export function chargeOf({ draft, rate, lines }: CalculatedCharge): FeeCharge {
  return {
    id: draft.id,
    endDay: draft.endDay,
    rate,
    isWaived: draft.isWaived,
    isPart: draft.isPart,
    lines: lines.map(({ holderId, kind, receiverId, amountCents, settledAtto }) => ({
      holderId,
      kind,
      receiverId,
      amountCents,
      settledAtto,
    })),
  }
}
