// What has changed from where on a holder's management fee is counted. The books note it while they are replayed,
// because a correction of the past can deal a charge or an exit later than on its own day.
import type { Cents, MarketDay } from '../../kind.ts'
import type { FeeCharge, HolderId } from '../record.ts'

interface Noted {
  /** The day on which it was dealt. */
  readonly day: MarketDay
  /** The last day that had accrued by then, as a day number. */
  readonly through: number
}

/** The holders with a management fee in a charge start over; what is left comes over. */
interface ChargedEvent extends Noted {
  readonly kind: 'charged'
  readonly charge: FeeCharge
}

/** A retribution or transfer has paid a part. Who takes everything starts over, and the rest lapses. */
interface LeftEvent extends Noted {
  readonly kind: 'left'
  readonly holderId: HolderId
  readonly paidCents: Cents
  readonly isAll: boolean
}

/** A policy begins whose receiver starts over without the days before. */
interface ReceivesEvent extends Noted {
  readonly kind: 'receives'
  readonly holderId: HolderId
}

export type FeeEvent = ChargedEvent | LeftEvent | ReceivesEvent
