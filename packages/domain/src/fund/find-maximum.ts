// Finds by replay the largest amount that a refused retribution or transfer could have
// (docs/rules/fund.md, "No holder below zero"). The first guess is nearly always right; the search covers later
// retributions that have to stay covered.
import { type Cents, type MarketDay, toCents } from '../kind.ts'
import { applyChange, type FundChange } from './change.ts'
import { firstNewBreach, firstUnexplainedGrowth } from './compare-replay.ts'
import type { FundRecords, HolderId } from './record.ts'
import { replayFund, type FundReplay } from './replay-fund.ts'

/** What a change takes out of a holder's money, and the same change with another amount. */
export interface TakenOut {
  readonly holderId: HolderId
  readonly day: MarketDay
  readonly amountCents: Cents
  readonly withAmount: (amountCents: Cents) => FundChange
}

/** Returns what a retribution or a transfer by amount takes out; undefined for every other change. */
export function takenOutBy(change: FundChange): TakenOut | undefined {
  if (change.kind === 'add-entry' && change.entry.kind === 'retribution') {
    const { entry } = change
    return { ...entry, withAmount: (amountCents) => ({ ...change, entry: { ...entry, amountCents } }) }
  }
  if (change.kind === 'add-transfer' && change.transfer.measure.by === 'amount') {
    const { day, fromHolderId: holderId, measure } = change.transfer
    const withAmount = (amountCents: Cents): FundChange => ({
      ...change,
      transfer: { ...change.transfer, measure: { by: 'amount', amountCents } },
    })
    return { day, holderId, amountCents: measure.amountCents, withAmount }
  }
  return undefined
}

/**
 * Returns the largest allowed amount of a change that takes out too much, 0.00 when none is allowed. The search starts
 * at `guessCents`, because each step costs a replay.
 */
export function findMaximum(records: FundRecords, wanted: TakenOut, before: FundReplay, guessCents: bigint): Cents {
  const range: { allowed: bigint; refused: bigint } = { allowed: 0n, refused: wanted.amountCents }
  const narrow = (amountCents: bigint): void => {
    if (amountCents <= range.allowed || amountCents >= range.refused) return
    const after = replayFund(applyChange(records, wanted.withAmount(toCents(amountCents))))
    const isAllowed = !firstNewBreach(before, after) && !firstUnexplainedGrowth(before, after)
    range[isAllowed ? 'allowed' : 'refused'] = amountCents
  }
  for (const amountCents of [guessCents, guessCents + 1n]) narrow(amountCents)
  while (range.refused - range.allowed > 1n) narrow((range.allowed + range.refused) / 2n)
  return toCents(range.allowed)
}
