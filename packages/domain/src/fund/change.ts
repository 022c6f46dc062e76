// Changes that people make to the books, as values, and how to apply them to the records. Whether a change is allowed
// is decided by `judge-change.ts`. Facts reported by the broker are not changes of this kind; they are never refused.
import type { MarketDay } from '../kind.ts'
import { reversedWith } from './bound-record.ts'
import { firstDayAfter } from './carry-move.ts'
import type {
  AccountMove,
  Close,
  DealingRule,
  Entry,
  Expense,
  FeeCharge,
  FeePolicy,
  FundRecords,
  Match,
  Movement,
  Opening,
  OpeningShare,
  StatusChange,
  Transfer,
} from './record.ts'
import { dealingDayOf } from './schedule.ts'

export type FundChange =
  /** `reason` is the entry's description; a back-dated entry needs one. */
  | { readonly kind: 'add-entry'; readonly entry: Entry; readonly reason: string }
  /** The lines of a distribution; `reason` is its description (docs/rules/fund.md, "Distributions"). */
  | { readonly kind: 'add-distribution'; readonly entries: readonly Entry[]; readonly reason: string }
  | { readonly kind: 'set-entry-status'; readonly change: StatusChange }
  /** Takes an entry, transfer, expense or match out for good (delete, unmatch), with all records bound to it. */
  | { readonly kind: 'reverse'; readonly recordId: string }
  | { readonly kind: 'add-expense'; readonly expense: Expense }
  /**
   * An expense that a member paid directly: booked with a contribution of the same amount and day, matched together.
   */
  | {
      readonly kind: 'add-paid-expense'
      readonly expense: Expense
      readonly entry: Entry
      readonly match: Match
      readonly reason: string
    }
  | { readonly kind: 'add-transfer'; readonly transfer: Transfer }
  /**
   * A match by hand; the difference, if any, is booked in the same step as an expense (docs/rules/fund.md, "Matching").
   */
  | { readonly kind: 'match'; readonly match: Match; readonly difference?: Expense }
  | { readonly kind: 'change-opening'; readonly opening: Opening; readonly openingShares: readonly OpeningShare[] }
  | { readonly kind: 'set-dealing'; readonly dealing: DealingRule }
  | { readonly kind: 'close-period'; readonly until: MarketDay }
  /** The books change to another account after the move's day (docs/rules/fund.md, "Moving to another account"). */
  | { readonly kind: 'move-account'; readonly move: AccountMove; readonly facts: MovedFacts }
  /** Everything has arrived in the new account by the close of a day. */
  | { readonly kind: 'complete-move'; readonly moveId: string; readonly arrivedOn: MarketDay }
  /** Takes a move that is still in transit out of the books; they change back to the old account. */
  | { readonly kind: 'cancel-move'; readonly moveId: string; readonly facts: MovedFacts }
  /** A fee begins, changes or ends on the next day (docs/rules/fund-fees.md, "Policies"). */
  | { readonly kind: 'set-fee-policy'; readonly policy: FeePolicy }
  /** Makes or waives the charge of the next period end. */
  | { readonly kind: 'charge-fees'; readonly charge: FeeCharge }
  /** Reverses the last charge as one, with the lines booked before it. */
  | { readonly kind: 'reverse-charge'; readonly endDay: MarketDay }

/** What the brokerage reports of the account that the books change to. Only facts after the move's day enter them. */
export interface MovedFacts {
  readonly closes: readonly Close[]
  readonly movements: readonly Movement[]
}

/** Returns the records with a change applied, without checking it. */
export function applyChange(records: FundRecords, change: FundChange): FundRecords {
  switch (change.kind) {
    case 'add-entry':
      return { ...records, entries: [...records.entries, change.entry] }
    case 'add-distribution':
      return { ...records, entries: [...records.entries, ...change.entries] }
    case 'set-entry-status':
      return { ...records, statusChanges: [...records.statusChanges, change.change] }
    case 'reverse':
      return {
        ...records,
        reversals: [...records.reversals, ...reversedWith(records, change.recordId).map((recordId) => ({ recordId }))],
      }
    case 'add-expense':
      return { ...records, expenses: [...records.expenses, change.expense] }
    case 'add-paid-expense':
      return {
        ...records,
        expenses: [...records.expenses, change.expense],
        entries: [...records.entries, change.entry],
        matches: [...records.matches, change.match],
      }
    case 'add-transfer':
      return { ...records, transfers: [...records.transfers, change.transfer] }
    case 'match':
      return applyMatch(records, change.match, change.difference)
    case 'change-opening':
      return { ...records, opening: change.opening, openingShares: change.openingShares }
    case 'set-dealing':
      return { ...records, dealing: change.dealing }
    case 'close-period':
      return { ...records, closedUntil: change.until }
    case 'move-account':
      return withFactsAfter({ ...records, moves: [...records.moves, change.move] }, change.move.day, change.facts)
    case 'complete-move':
      return {
        ...records,
        moves: records.moves.map((move) =>
          move.id === change.moveId ? { ...move, arrivedOn: change.arrivedOn } : move,
        ),
      }
    case 'set-fee-policy':
      return { ...records, feePolicies: [...records.feePolicies, change.policy] }
    case 'charge-fees':
      return { ...records, feeCharges: [...records.feeCharges, change.charge] }
    case 'reverse-charge':
      return {
        ...records,
        reversals: [...records.reversals, ...chargeIdsOf(records, change.endDay).map((recordId) => ({ recordId }))],
      }
    case 'cancel-move': {
      const move = records.moves.find((known) => known.id === change.moveId)
      const reversed = { ...records, reversals: [...records.reversals, { recordId: change.moveId }] }
      return move ? withFactsAfter(reversed, move.day, change.facts) : reversed
    }
  }
}

/** Returns the ids of the charges of a period end that are not reversed. */
export function chargeIdsOf(records: FundRecords, endDay: MarketDay): string[] {
  const reversed = new Set(records.reversals.map((reversal) => reversal.recordId))
  return records.feeCharges.filter((charge) => charge.endDay === endDay && !reversed.has(charge.id)).map(({ id }) => id)
}

/** Returns the records with the facts of another account from the day after `day` on. */
function withFactsAfter(records: FundRecords, day: MarketDay, facts: MovedFacts): FundRecords {
  return {
    ...records,
    closes: [...records.closes.filter((one) => one.day <= day), ...facts.closes.filter((one) => one.day > day)],
    movements: [
      ...records.movements.filter((one) => one.day <= day),
      ...facts.movements.filter((one) => one.day > day),
    ],
  }
}

function applyMatch(records: FundRecords, match: Match, difference: Expense | undefined): FundRecords {
  if (!difference) return { ...records, matches: [...records.matches, match] }
  const whole = match.itemIds.includes(difference.id) ? match : { ...match, itemIds: [...match.itemIds, difference.id] }
  return { ...records, matches: [...records.matches, whole], expenses: [...records.expenses, difference] }
}

/**
 * Returns the first day whose books a change can alter, or undefined for closing a period and for a
 * policy, which begins later. A match alters the books on
 * the days of its movements, because it determines what their cash is (without movements, on the days of its items). So
 * does toggling or reversing an item that explains an earlier movement.
 */
export function effectiveDay(records: FundRecords, change: FundChange): MarketDay | undefined {
  switch (change.kind) {
    case 'add-entry':
      return change.entry.day
    case 'add-distribution':
      return earliest(change.entries.map((entry) => entry.day))
    case 'set-entry-status':
      return dayOfRecord(records, change.change.entryId)
    case 'reverse':
      return earliest(reversedWith(records, change.recordId).flatMap((id) => dayOfRecord(records, id) ?? []))
    case 'add-expense':
    case 'add-paid-expense':
      return change.expense.day
    case 'add-transfer':
      return change.transfer.day
    case 'match':
      return dayOfMatch(applyChange(records, change), change.match)
    case 'change-opening':
      return earliest([records.opening.day, change.opening.day])
    case 'set-dealing':
      return records.opening.day
    case 'close-period':
    case 'set-fee-policy':
      return undefined
    case 'charge-fees':
      return dealingDayOf(change.charge.endDay, records.dealing)
    case 'reverse-charge':
      return dealingDayOf(change.endDay, records.dealing)
    case 'move-account':
      return firstDayAfter(change.move)
    case 'complete-move':
    case 'cancel-move': {
      const move = records.moves.find((known) => known.id === change.moveId)
      return move && firstDayAfter(move)
    }
  }
}

function dayOfRecord(records: FundRecords, id: string): MarketDay | undefined {
  const match = records.matches.find((candidate) => candidate.id === id)
  if (match) return dayOfMatch(records, match)
  const own = [...records.entries, ...records.expenses, ...records.transfers].filter((record) => record.id === id)
  const movementIds = new Set(
    records.matches.filter((known) => known.itemIds.includes(id)).flatMap((known) => known.movementIds),
  )
  const explained = records.movements.filter((movement) => movementIds.has(movement.id))
  return earliest([...own, ...explained].map((record) => record.day))
}

function dayOfMatch(records: FundRecords, match: Match): MarketDay | undefined {
  const movements = records.movements.filter((movement) => match.movementIds.includes(movement.id))
  if (movements.length > 0) return earliest(movements.map((movement) => movement.day))
  return earliest(
    [...records.entries, ...records.expenses].filter((item) => match.itemIds.includes(item.id)).map((item) => item.day),
  )
}

function earliest(days: readonly MarketDay[]): MarketDay | undefined {
  return days.toSorted()[0]
}
