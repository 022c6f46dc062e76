// The money of an entry: what the brokerage moved for it, and the message to show when the entry no longer explains it.
import { type FundRecords, toCents } from '@clubfolio/domain'
import { liveness, type Cents, type Entry, type MarketDay } from '@clubfolio/domain'

export interface EntryMoney {
  readonly movementIds: readonly string[]
  /** Signed as the cash: positive into the account. */
  readonly amountCents: Cents
  readonly day: MarketDay
  /** True for a single movement that belongs to this entry alone: it can go back the way it came. */
  readonly isWhole: boolean
}

/** Returns the money that has arrived, by the match that explains it; undefined while none has. */
export function entryMoney(records: FundRecords, entryId: string): EntryMoney | undefined {
  const isLive = liveness({ reversals: records.reversals, statusChanges: [] })
  const match = records.matches.find(
    (known) => known.movementIds.length > 0 && known.itemIds.includes(entryId) && isLive(known.id),
  )
  const movements = records.movements.filter((movement) => match?.movementIds.includes(movement.id))
  const [first] = movements.toSorted((a, b) => (a.day < b.day ? -1 : 1))
  if (!match || !first) return undefined
  return {
    movementIds: match.movementIds,
    amountCents: toCents(movements.reduce((sum, movement) => sum + movement.amountCents, 0n)),
    day: first.day,
    isWhole: match.itemIds.length === 1 && movements.length === 1,
  }
}

/** What became of the money of an entry that was deleted or switched off. */
export type MoneyOutcome = 'kept' | 'kept-while-off' | 'matched-elsewhere' | 'returned' | 'not-sent'

/** `size` is the amount without its sign, in the currency of the fund. */
export function describeEntryMoney(kind: Entry['kind'], size: string, outcome: MoneyOutcome): string {
  const isDeposit = kind === 'contribution'
  const money = isDeposit ? `The deposit of ${size}` : `The withdrawal of ${size}`
  switch (outcome) {
    case 'kept':
      return isDeposit
        ? `${money} stays in the account as Unallocated; match it under Books, Matching.`
        : `${money} is now taken from Unallocated; match it under Books, Matching.`
    case 'kept-while-off':
      return isDeposit
        ? `${money} counts as Unallocated until the entry is activated again.`
        : `${money} is taken from Unallocated until the entry is activated again.`
    case 'matched-elsewhere':
      return `${money} is now matched with another record; see Books, Matching.`
    case 'returned':
      return isDeposit
        ? `The ${size} is being sent back; follow it under Books, Transfers.`
        : `The ${size} is being paid back in; follow it under Books, Transfers.`
    case 'not-sent':
      return `${money} had not been confirmed yet. The brokerage is asked whether it moved; see Books, Transfers.`
  }
}
