// Finds by replay the largest amount that a refused retribution or transfer could have
// (docs/rules/fund.md, "No holder below zero"). The first guess is nearly always right; the search covers later
// retributions that have to stay covered.
import { type Cents, toCents } from '../kind.ts'
import { applyChange, type FundChange } from './change.ts'
import { firstNewBreach, firstUnexplainedGrowth } from './compare-replay.ts'
import type { FundRecords } from './record.ts'
import { replayFund, type FundReplay } from './replay-fund.ts'

/**
 * Returns the largest allowed amount of a change that takes out an amount, 0.00 when none is allowed; undefined for
 * changes without an amount. The search starts at `guessCents`.
 */
export function findMaximum(
  records: FundRecords,
  change: FundChange,
  before: FundReplay,
  guessCents: bigint,
): Cents | undefined {
  const wanted = amountOf(change)
  if (wanted === undefined) return undefined
  const isAllowed = (amountCents: bigint): boolean => {
    const after = replayFund(applyChange(records, withAmount(change, amountCents)))
    return firstNewBreach(before, after) === undefined && firstUnexplainedGrowth(before, after) === undefined
  }
  // Nothing at or above the wanted amount is allowed, so only a guess below it is tried, before the binary search.
  let refused = wanted
  if (guessCents > 0n && guessCents < wanted) {
    if (isAllowed(guessCents)) {
      if (!isAllowed(guessCents + 1n)) return toCents(guessCents)
    } else refused = guessCents
  }
  let allowed = refused > guessCents && guessCents > 0n ? guessCents : 0n
  while (refused - allowed > 1n) {
    const middle = (allowed + refused) / 2n
    if (isAllowed(middle)) allowed = middle
    else refused = middle
  }
  return toCents(allowed)
}

function amountOf(change: FundChange): bigint | undefined {
  if (change.kind === 'add-entry') return change.entry.kind === 'retribution' ? change.entry.amountCents : undefined
  if (change.kind === 'add-transfer' && change.transfer.measure.by === 'amount')
    return change.transfer.measure.amountCents
  return undefined
}

function withAmount(change: FundChange, amount: bigint): FundChange {
  const amountCents = toCents(amount)
  if (change.kind === 'add-entry') return { ...change, entry: { ...change.entry, amountCents } }
  if (change.kind === 'add-transfer')
    return { ...change, transfer: { ...change.transfer, measure: { by: 'amount', amountCents } } }
  return change
}
