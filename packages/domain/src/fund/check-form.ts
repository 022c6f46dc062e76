// Checks the part of a change that can be judged without a replay: amounts, days, known records, one-sided matches
// (docs/rules/fund.md, "Opening", "Matching", "Entries", "Period close" and "Expenses and transfers").
import { type MarketDay, toCents } from '../kind.ts'
import type { FundChange } from './change.ts'
import { checkMatch } from './check-match.ts'
import { checkArrival, checkCancelledMove, checkMove } from './check-move.ts'
import { checkPeriodClose } from './check-period-close.ts'
import { checkCharge, checkFeePolicy, checkReversedCharge } from './fee/check-fee.ts'
import type { FundRefusal } from './fund-refusal.ts'
import type { Entry, Expense, FundRecords, Transfer } from './record.ts'
import { unallocatedHolderId } from './record.ts'
import type { FundReplay } from './replay-fund.ts'

/** The smallest and the largest amount of an entry, expense or transfer (docs/rules/fund.md, "Entries"). */
export const entryLimits = { minimumCents: toCents(1n), maximumCents: toCents(99_999_999_999n) } as const

/** Returns the first objection to a change's form, or undefined. */
export function checkForm(
  records: FundRecords,
  change: FundChange,
  today: MarketDay,
  before: FundReplay,
): FundRefusal | undefined {
  switch (change.kind) {
    case 'add-entry':
      return checkEntry(records, change.entry, change.reason, today)
    case 'add-distribution':
      return firstRefusal(change.entries, (entry) => checkEntry(records, entry, change.reason, today))
    case 'set-entry-status':
      return checkKnown(records, change.change.entryId, records.entries) ?? checkAlone(records, change.change.entryId)
    case 'reverse':
      return checkKnown(records, change.recordId, [
        ...records.entries,
        ...records.transfers,
        ...records.expenses,
        ...records.matches,
      ])
    case 'add-expense':
      return checkCost(records, change.expense, today)
    case 'add-paid-expense':
      return (
        checkEntry(records, change.entry, change.reason, today) ??
        checkCost(records, change.expense, today) ??
        checkPaid(change)
      )
    case 'add-transfer':
      return checkTransfer(records, change.transfer, today)
    case 'match':
      return checkMatch(records, change.match, change.difference)
    case 'change-opening':
      return checkOpening(change)
    case 'set-dealing':
      return records.entries.length > 0 && change.dealing !== records.dealing ? { name: 'dealing-fixed' } : undefined
    case 'close-period':
      return checkPeriodClose(records, change.until, today, before)
    case 'move-account':
      return checkMove(change, before)
    case 'complete-move':
      return checkArrival(change, before)
    case 'cancel-move':
      return checkCancelledMove(change.moveId, before)
    case 'set-fee-policy':
      return checkFeePolicy(change.policy, today)
    case 'charge-fees':
      return checkCharge(change.charge, before)
    case 'reverse-charge':
      return checkReversedCharge(change.endDay, before)
  }
}

function checkEntry(records: FundRecords, entry: Entry, reason: string, today: MarketDay): FundRefusal | undefined {
  if (entry.holderId === unallocatedHolderId) return { name: 'holder-not-allowed', holderId: entry.holderId }
  const refusal = checkAmount(entry.amountCents) ?? checkDay(entry.day, today)
  if (refusal) return refusal
  if (entry.kind === 'retribution' && entry.day <= records.opening.day) return beforeOpening(records, entry.day)
  return entry.day < today && reason.trim() === '' ? { name: 'reason-missing', day: entry.day } : undefined
}

function firstRefusal(
  entries: readonly Entry[],
  check: (entry: Entry) => FundRefusal | undefined,
): FundRefusal | undefined {
  for (const entry of entries) {
    const refusal = check(entry)
    if (refusal) return refusal
  }
  return undefined
}

/** A line of a distribution does not change without the others. */
function checkAlone(records: FundRecords, entryId: string): FundRefusal | undefined {
  const entry = records.entries.find(({ id }) => id === entryId)
  return entry?.distributionId === undefined ? undefined : { name: 'distribution-line', day: entry.day }
}

function checkCost(records: FundRecords, expense: Expense, today: MarketDay): FundRefusal | undefined {
  const refusal = checkAmount(expense.amountCents) ?? checkDay(expense.day, today)
  if (refusal) return refusal
  return expense.day <= records.opening.day ? beforeOpening(records, expense.day) : undefined
}

function checkPaid(change: Extract<FundChange, { kind: 'add-paid-expense' }>): FundRefusal | undefined {
  const { entry, expense, match } = change
  const difference = entry.amountCents - expense.amountCents
  if (difference !== 0n) return { name: 'match-unbalanced', differenceCents: toCents(difference) }
  const isTogether =
    match.movementIds.length === 0 &&
    match.itemIds.length === 2 &&
    match.itemIds.includes(entry.id) &&
    match.itemIds.includes(expense.id)
  return isTogether && entry.kind === 'contribution' && entry.day === expense.day
    ? undefined
    : { name: 'match-not-one-sided' }
}

function checkTransfer(records: FundRecords, transfer: Transfer, today: MarketDay): FundRefusal | undefined {
  if (transfer.fromHolderId === transfer.toHolderId)
    return { name: 'holder-not-allowed', holderId: transfer.toHolderId }
  const { measure } = transfer
  const size =
    measure.by === 'amount' ? checkAmount(measure.amountCents) : measure.units > 0n ? undefined : checkAmount(0n)
  const refusal = size ?? checkDay(transfer.day, today)
  if (refusal) return refusal
  return transfer.day <= records.opening.day ? beforeOpening(records, transfer.day) : undefined
}

function checkOpening(change: Extract<FundChange, { kind: 'change-opening' }>): FundRefusal | undefined {
  const { opening, openingShares } = change
  if (opening.valueCents < 0n || openingShares.some((share) => share.shareCents < 0n || share.paidInCents < 0n))
    return { name: 'opening-negative' }
  const seen = new Set([unallocatedHolderId])
  for (const { holderId } of openingShares) {
    if (seen.has(holderId)) return { name: 'holder-not-allowed', holderId }
    seen.add(holderId)
  }
  const shares = openingShares.reduce((sum, share) => sum + share.shareCents, 0n)
  if (shares <= opening.valueCents) return undefined
  return {
    name: 'opening-exceeded',
    missingCents: toCents(shares - opening.valueCents),
    unallocatedCents: opening.valueCents,
  }
}

function checkAmount(amountCents: bigint): FundRefusal | undefined {
  const isInRange = amountCents >= entryLimits.minimumCents && amountCents <= entryLimits.maximumCents
  return isInRange ? undefined : { name: 'amount-out-of-range', ...entryLimits }
}

function checkDay(day: MarketDay, today: MarketDay): FundRefusal | undefined {
  return day > today ? { name: 'future-day', day, today } : undefined
}

function beforeOpening(records: FundRecords, day: MarketDay): FundRefusal {
  return { name: 'before-opening', day, openingDay: records.opening.day }
}

function checkKnown(
  records: FundRecords,
  recordId: string,
  known: ReadonlyArray<{ readonly id: string }>,
): FundRefusal | undefined {
  const isReversed = records.reversals.some((reversal) => reversal.recordId === recordId)
  return isReversed || !known.some((record) => record.id === recordId)
    ? { name: 'unknown-record', recordId }
    : undefined
}
