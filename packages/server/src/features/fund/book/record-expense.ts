// Records a cost that all holders bear by units: either paid from the account and expected there as a movement, or paid
// by a member and booked with a contribution of the same amount and day, the two matched with each other
// (docs/rules/fund.md, "Expenses and transfers").
import { Refusal, type BodyOf } from '@clubfolio/contract'
import type { Entry, Expense, Match } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import { lockFundMember } from '../member/store.ts'
import { finishChange, judgeBooks, lockBooks, recorded, toDay, type BooksCall } from './change-books.ts'
import { recordEntryEvent } from './entry-event.ts'

export type ExpenseFields = Omit<BodyOf<'fund', 'recordExpense'>, 'accountId'>

/** Records the expense and returns its id. */
export async function recordExpense(
  call: BooksCall,
  { date, amount, description, paidByMemberId, ...rest }: ExpenseFields,
): Promise<string> {
  noFieldLeft(rest)
  const { clock } = call.services
  const fund = await lockBooks(call, 'RECORD')
  const expense: Expense = { id: newId(clock), day: toDay(date), amountCents: amount }
  const after = paidByMemberId
    ? await bookPaidExpense(call, fund, { expense, memberId: paidByMemberId, description })
    : await judgeBooks(call, fund, { kind: 'add-expense', expense })
  if (!paidByMemberId) await insertExpense(call, expense, description)
  await finishChange(call, after, {
    action: 'expense.record',
    objectId: expense.id,
    after: {
      accountId: call.accountId,
      day: expense.day,
      amountCents: expense.amountCents.toString(),
      paidByMemberId: paidByMemberId ?? null,
    },
  })
  return expense.id
}

export async function insertExpense(call: BooksCall, expense: Expense, description: string): Promise<void> {
  await call.trx
    .insertInto('fund_expense')
    .values({
      account_id: call.accountId,
      id: expense.id,
      day: expense.day,
      amount_cents: expense.amountCents,
      description,
      ...recorded(call),
    })
    .execute()
}

interface BookPaidExpenseOptions {
  readonly expense: Expense
  readonly memberId: string
  readonly description: string
}

async function bookPaidExpense(
  call: BooksCall,
  fund: Awaited<ReturnType<typeof lockBooks>>,
  { expense, memberId, description }: BookPaidExpenseOptions,
) {
  const { trx, session, services, accountId } = call
  const member = await lockFundMember(trx, { account: fund.account, userId: session.userId }, memberId)
  if (member.status === 'INACTIVATED') throw new Refusal('memberInactive', { name: member.name })
  const entry: Entry = {
    id: newId(services.clock),
    holderId: memberId,
    kind: 'contribution',
    day: expense.day,
    amountCents: expense.amountCents,
    isActive: true,
  }
  const match: Match = { id: newId(services.clock), movementIds: [], itemIds: [entry.id, expense.id] }
  const after = await judgeBooks(call, fund, { kind: 'add-paid-expense', expense, entry, match, reason: description })
  await insertExpense(call, expense, description)
  await trx
    .insertInto('fund_entry')
    .values({
      account_id: accountId,
      id: entry.id,
      member_id: memberId,
      kind: entry.kind,
      day: entry.day,
      amount_cents: entry.amountCents,
      is_active: true,
      funding: null,
      bank_account_id: null,
      description: `Paid an expense: ${description}`.slice(0, 500),
      is_back_dated: false,
      ...recorded(call),
    })
    .execute()
  await recordEntryEvent(services, trx, { type: 'entry.recorded', entry, account: fund.account, isActive: true })
  await trx
    .insertInto('fund_match')
    .values({ account_id: accountId, id: match.id, movement_ids: [], item_ids: [...match.itemIds], ...recorded(call) })
    .execute()
  return after
}
