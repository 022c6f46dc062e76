// Moves the books of a fund to another account of its owner, states that everything has arrived there, or takes a move
// back whose contents are still on their way (docs/rules/fund.md, "Moving to another account"). The owner confirms the
// result that the preview has shown: a move whose result is another one by now is refused.
import { Refusal, type BodyOf } from '@clubfolio/contract'
import {
  arrivalParts,
  carriedMoves,
  formatMoney,
  replayOf,
  resultOfMove,
  toCents,
  toMarketDay,
  type AccountMove,
  type Cents,
  type FundChange,
  type FundRecords,
} from '@clubfolio/domain'
import type { Db } from '../../../db/connect.ts'
import { isArchive, originalNumber } from '../../account/archive-broker.ts'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import { findDeparture, readFacts } from './account-home.ts'
import { finishChange, judgeBooks, lockBooks, recorded, type BooksCall } from './change-books.ts'
import { requireAccount, type Fund, type FundAccount } from './load-fund.ts'

export type MoveFields = NonNullable<BodyOf<'fund', 'setDealing'>['move']>
type MoveChange = Extract<FundChange, { kind: 'move-account' | 'complete-move' | 'cancel-move' }>

/** Books the move and returns what happened, as a sentence. */
export async function moveFund(
  call: BooksCall,
  { toAccountId, day, arrivedOn, difference, ...rest }: MoveFields,
): Promise<string> {
  noFieldLeft(rest)
  const { trx, accountId } = call
  await lockForMove(call, toAccountId)
  const fund = await lockBooks(call)
  const change = await findChange(call, fund, { toAccountId, day, arrivedOn })
  const after = await judgeBooks(call, fund, change)
  const result = resultAfter(after.records, idOf(change))
  if (result !== difference)
    throw new Refusal('moveResultChanged', { difference: formatMoney(result, { currency: fund.account.currency }) })
  const audit = { day, arrivedOn, differenceCents: result.toString() }
  switch (change.kind) {
    case 'complete-move':
      await insertArrival(call, accountId, change)
      await finishChange(call, after, { action: 'fund.move.arrive', after: audit })
      return `Everything has arrived by ${change.arrivedOn}.`
    case 'cancel-move':
      await trx
        .insertInto('fund_reversal')
        .values({ account_id: accountId, record_id: change.moveId, ...recorded(call), reason: null })
        .execute()
      await changeKey(trx, accountId, toAccountId)
      await finish(call, after, toAccountId, { action: 'fund.move.cancel', after: audit })
      return 'The fund is back in its old account.'
    case 'move-account':
      await changeKey(trx, accountId, toAccountId)
      await insertMove(call, change.move, toAccountId)
      await finish(call, after, toAccountId, { action: 'fund.move', after: audit })
      return arrivedOn === null
        ? `The fund has left its account after ${day}. Its contents are in transit.`
        : `The fund has moved after ${day}.`
  }
}

/** What the fields mean for the books as they are: a move, the arrival of one in transit, or its cancellation. */
export async function findChange(
  { services, trx, session, accountId }: Pick<BooksCall, 'services' | 'trx' | 'session' | 'accountId'>,
  { account, records }: Fund,
  { toAccountId, day, arrivedOn }: Omit<MoveFields, 'difference'>,
): Promise<MoveChange> {
  const open = replayOf(records).current.moves.find((move) => move.arrivedOn === undefined)
  if (open && toAccountId === accountId)
    return { kind: 'complete-move', moveId: open.id, arrivedOn: toMarketDay(arrivedOn ?? day) }
  if (open && toAccountId === (await leftBy(trx, open.id)))
    return { kind: 'cancel-move', moveId: open.id, facts: await readFacts(trx, toAccountId, open.day) }
  const target = await requireAccount(trx, session.userId, toAccountId)
  await requireTarget(trx, account, target)
  const move: AccountMove = {
    id: newId(services.clock),
    day: toMarketDay(day),
    heldCents: await readHeld(trx, account, target, day),
    ...(arrivedOn === null ? {} : { arrivedOn: toMarketDay(arrivedOn) }),
  }
  return { kind: 'move-account', move, facts: await readFacts(trx, toAccountId, day) }
}

/** Returns the result of a move in the books after a change. */
function resultAfter(records: FundRecords, moveId: string): Cents {
  const { current } = replayOf(records)
  const move = carriedMoves(current, records.opening).find(({ id }) => id === moveId)
  return move ? resultOfMove(move, arrivalParts(current)) : toCents(0n)
}

const idOf = (change: MoveChange): string => (change.kind === 'move-account' ? change.move.id : change.moveId)

/** Throws the reason why a fund cannot move to an account, whatever the day. */
export async function requireTarget(db: Db | Trx, from: FundAccount, to: FundAccount): Promise<void> {
  if (to.id === from.id) throw new Refusal('moveTargetSame')
  if (!to.isActive) throw new Refusal('accountDisabled')
  // A fund of real money never continues with play money, nor on another market's days or in another currency.
  if (from.isPaper !== to.isPaper || from.marketSource !== to.marketSource || from.currency !== to.currency)
    throw new Refusal('moveTargetOtherKind')
  const taken = await db.selectFrom('fund').select('account_id').where('account_id', '=', to.id).executeTakeFirst()
  if (taken && !(await isUntouched(db, to.id))) throw new Refusal('moveTargetTaken')
  // Its past is in the books of the fund that has left it, which alone can come back.
  const departure = await findDeparture(db, to.id)
  if (departure && departure.accountId !== from.id) throw new Refusal('moveTargetTaken')
  const waiting = await db
    .selectFrom('fund_funding')
    .select('entry_id')
    .where('account_id', '=', from.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (waiting) throw new Refusal('moveMoneyWaiting')
}

/** Settings alone make no fund: nothing of a holder is recorded, closed or mailed. */
async function isUntouched(db: Db | Trx, accountId: string): Promise<boolean> {
  const tables = [
    'fund_entry',
    'fund_expense',
    'fund_transfer',
    'fund_fee_policy',
    'fund_opening_share',
    'fund_match',
    'fund_reversal',
    'fund_period',
    'fund_move',
    'fund_statement_mail',
    'fund_statement_run',
    'fund_role',
    'member_invitation',
    'fund_approval',
    'fund_document',
  ] as const
  for (const table of tables) {
    const row = await db.selectFrom(table).select('account_id').where('account_id', '=', accountId).executeTakeFirst()
    if (row) return false
  }
  return true
}

/**
 * Returns what the new account was worth at the close of the move's day. An account whose history begins later held
 * nothing before, if all it held at its beginning is explained by movements; otherwise nobody knows, and it is refused.
 */
async function readHeld(db: Db | Trx, from: FundAccount, target: FundAccount, day: string): Promise<Cents> {
  // What the account itself held is what the books of its past end with.
  if (isArchive(from) && originalNumber(from.number) === target.number) return toCents(0n)
  const before = await db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents', 'is_reconciled'])
    .where('account_id', '=', target.id)
    .where('day', '<=', day)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before?.day === day && before.is_reconciled) return before.broker_value_cents
  if (before) throw new Refusal('moveTargetNotValued', { day })
  const first = await db
    .selectFrom('account_close')
    .select(['day', 'broker_value_cents'])
    .where('account_id', '=', target.id)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  const start = first ?? { day: target.linkedDay, broker_value_cents: toCents(target.linkedValueCents) }
  const { movements } = await readFacts(db, target.id, day)
  const received = movements.filter((one) => one.day <= start.day).reduce((sum, one) => sum + one.amountCents, 0n)
  if (start.broker_value_cents !== received) throw new Refusal('moveTargetNotValued', { day })
  return toCents(0n)
}

/**
 * Locks both accounts. Readings write facts of them: none may come in between. Everybody locks the account before the
 * books, so a call that changes the books and moves them takes these locks first.
 */
export async function lockForMove({ trx, session, accountId }: BooksCall, toAccountId: string): Promise<void> {
  await trx
    .selectFrom('account')
    .select('id')
    .where('owner_id', '=', session.userId)
    .where('id', 'in', [accountId, toAccountId])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns the account that a move has left. */
export async function leftBy(db: Db | Trx, moveId: string): Promise<string> {
  const row = await db
    .selectFrom('fund_move')
    .select('from_account_id')
    .where('id', '=', moveId)
    .executeTakeFirstOrThrow()
  return row.from_account_id
}

/** Stores the books under another account; every table of theirs follows by its foreign key. */
async function changeKey(trx: Trx, from: string, to: string): Promise<void> {
  // The new account may have settings from before; the nightly check looks at the fund again by itself.
  await trx.deleteFrom('fund_statement_schedule').where('account_id', '=', to).execute()
  await trx.deleteFrom('fund').where('account_id', '=', to).execute()
  await trx.deleteFrom('fund_check').where('account_id', 'in', [from, to]).execute()
  await trx.updateTable('fund').set({ account_id: to }).where('account_id', '=', from).execute()
}

async function insertMove(call: BooksCall, move: AccountMove, toAccountId: string): Promise<void> {
  await call.trx
    .insertInto('fund_move')
    .values({
      account_id: toAccountId,
      id: move.id,
      day: move.day,
      from_account_id: call.accountId,
      to_account_id: toAccountId,
      held_cents: move.heldCents,
      ...recorded(call),
    })
    .execute()
  if (move.arrivedOn !== undefined)
    await insertArrival(call, toAccountId, { moveId: move.id, arrivedOn: move.arrivedOn })
}

async function insertArrival(
  call: BooksCall,
  fundId: string,
  { moveId, arrivedOn }: { readonly moveId: string; readonly arrivedOn: string },
): Promise<void> {
  await call.trx
    .insertInto('fund_arrival')
    .values({ account_id: fundId, move_id: moveId, day: arrivedOn, ...recorded(call) })
    .execute()
}

/** Completes a change that has stored the books under another account. */
async function finish(
  call: BooksCall,
  after: Fund,
  toAccountId: string,
  audit: { readonly action: string; readonly after: object },
): Promise<void> {
  const account = await requireAccount(call.trx, call.session.userId, toAccountId)
  await finishChange(
    { ...call, accountId: toAccountId },
    { ...after, account },
    {
      ...audit,
      before: { accountId: call.accountId },
      after: { accountId: toAccountId, ...audit.after },
    },
  )
}
