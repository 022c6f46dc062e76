// Matches movements with records by hand. Money lost in transit, such as a bank fee, is booked as an expense in the
// same step, so that every match balances when it is made (docs/rules/fund.md, "Matching").
import type { BodyOf } from '@clubfolio/contract'
import { currentRecords, type Expense, type FundRecords, type Match, toCents } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import { finishChange, judgeBooks, lockBooks, recorded, toDay, type BooksCall } from './change-books.ts'
import { insertExpense } from './record-expense.ts'

export type MatchFields = Omit<BodyOf<'fund', 'match'>, 'accountId'>
type MatchedSides = Pick<MatchFields, 'movementIds' | 'itemIds'>

/**
 * Records the match and returns its id. `feeDescription` describes the difference; without it the two sides must be
 * equal.
 */
export async function matchByHand(
  call: BooksCall,
  { feeDescription, movementIds, itemIds, ...rest }: MatchFields,
): Promise<string> {
  noFieldLeft(rest)
  const { clock } = call.services
  const fund = await lockBooks(call, 'RECORD')
  // Automatic matching may have found the same pair just before; repeating it changes nothing.
  const same = currentRecords(fund.records).matches.find(
    (known) => isSame(known.movementIds, movementIds) && isSame(known.itemIds, itemIds),
  )
  if (same) return same.id
  const lost = lostOnTheWay(fund.records, { movementIds, itemIds })
  const difference: Expense | undefined =
    feeDescription && lost > 0n
      ? { id: newId(clock), day: toDay(lastDay(fund.records, movementIds)), amountCents: toCents(lost) }
      : undefined
  const match: Match = {
    id: newId(clock),
    movementIds,
    itemIds: [...itemIds, ...(difference ? [difference.id] : [])],
  }
  const after = await judgeBooks(call, fund, { kind: 'match', match, ...(difference ? { difference } : {}) })
  if (difference) await insertExpense(call, difference, feeDescription ?? '')
  await call.trx
    .insertInto('fund_match')
    .values({
      account_id: call.accountId,
      id: match.id,
      movement_ids: [...match.movementIds],
      item_ids: [...match.itemIds],
      ...recorded(call),
    })
    .execute()
  await finishChange(call, after, {
    action: 'match.record',
    objectId: match.id,
    after: { ...match, feeCents: (difference?.amountCents ?? 0n).toString() },
  })
  return match.id
}

/** Returns how much more the records state than the cash that moved. */
function lostOnTheWay(records: FundRecords, { movementIds, itemIds }: MatchedSides): bigint {
  const current = currentRecords(records)
  const signed = new Map<string, bigint>([
    ...[...current.movements, ...current.movementsBeforeOpening].map((one) => [one.id, one.amountCents] as const),
    ...[...current.entries, ...current.funded].map(
      (one) => [one.id, one.kind === 'contribution' ? one.amountCents : -one.amountCents] as const,
    ),
    ...current.expenses.map((one) => [one.id, -one.amountCents] as const),
  ])
  const sum = (ids: readonly string[]) => ids.reduce((total, id) => total + (signed.get(id) ?? 0n), 0n)
  return sum(itemIds) - sum(movementIds)
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id))

function lastDay(records: FundRecords, movementIds: readonly string[]): string {
  return records.movements
    .filter((one) => movementIds.includes(one.id))
    .reduce((last, one) => (one.day > last ? one.day : last), '')
}
