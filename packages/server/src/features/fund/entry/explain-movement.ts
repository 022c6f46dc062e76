// Explains a movement of the brokerage in one step: the record that it was, dated on its day, and the match of the two,
// in one transaction (docs/rules/fund.md, "Explaining a movement"). Proposes the members whose money it may be.
import { Refusal, type BodyOf, type MovementFits } from '@clubfolio/contract'
import {
  addCalendarDays,
  fitMovement,
  formatMoney,
  replayOf,
  type FundReplay,
  sentenceCase,
  toCents,
  type Cents,
  type Entry,
  type Expense,
  type FitReason,
  type MemberFit,
  type Match,
  type Movement,
} from '@clubfolio/domain'
import { sql } from 'kysely'
import { noFieldLeft } from '../../../db/to-columns.ts'
import type { Db } from '../../../db/connect.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { finishChange, judgeBooks, lockBooks, recorded, type BooksCall } from '../book/change-books.ts'
import { readFund, type Fund } from '../book/load-fund.ts'
import { throwRefusal } from '../book/refuse.ts'
import { insertExpense } from '../book/record-expense.ts'
import { approveRequest } from '../request/approve-request.ts'
import { requireOpenDue } from '../due/due-plan.ts'
import { readExpected, type ExpectedDue } from '../due/expected-payments.ts'
import { lockFundMember } from '../member/store.ts'
import { isMemberOfFund } from '../right/fund-right.ts'
import { insertEntries, tellMember } from './record-entry.ts'

export type ExplanationFields = Omit<BodyOf<'fund', 'explainMovement'>, 'accountId'>

/** More than the best few would be a list of members again. */
const mostFits = 4

/** Returns the members who fit each movement that nothing explains; a movement that nobody fits is absent. */
export async function findExplanations(
  services: Services,
  session: Session,
  accountId: string,
): Promise<MovementFits[]> {
  const { db } = services
  const { account, records, members, replay } = await readFund(services, session.userId, accountId)
  const open = openMovements(replay.current).filter(({ isProvisional }) => isProvisional !== true)
  const texts = await readTexts(
    db,
    open.map(({ id }) => id),
  )
  const people = await db
    .selectFrom('member')
    .select(['id', 'first_name', 'last_name'])
    .where('owner_id', '=', account.ownerId)
    .$if(account.ownerId !== session.userId, (query) => query.where(isMemberOfFund(sql`${accountId}::uuid`, 'member')))
    .where('status', '=', 'ACTIVATED')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('id')
    .execute()
  const candidates = people.map((row) => ({ holderId: row.id, firstName: row.first_name, lastName: row.last_name }))
  const { day: today } = await accountMarketTime(db, services.clock, account.marketSource)
  const expected = (await readExpected(db, accountId, { records, today })).filter(({ isPaid }) => !isPaid)
  const owed = expected.map((one) => ({ holderId: one.memberId, day: one.day, amountCents: one.amountCents }))
  const requests = await readOpenRequests(db, accountId)
  const fits = open.map((movement): MovementFits => {
    const text = texts.get(movement.id)?.description ?? ''
    const fitting = fitMovement(
      records,
      { amountCents: movement.amountCents, text },
      { candidates, expected: owed, requested: requests },
    )
    return {
      movementId: movement.id,
      members: fitting.slice(0, mostFits).map(({ holderId, reasons }) => ({
        memberId: holderId,
        name: members.get(holderId) ?? '',
        due: dueOf(expected, { holderId, reasons }, movement),
        requestId:
          requests.find((one) => one.holderId === holderId && one.amountCents === movement.amountCents)?.id ?? null,
        because: reasons.map((reason) => reasonWords(reason, movement.amountCents, account.currency)).join(', '),
      })),
    }
  })
  return fits.filter(({ members: fitting }) => fitting.length > 0)
}

/** Returns the payment that is the reason of a fit, of this amount and day. */
function dueOf(
  expected: readonly ExpectedDue[],
  { holderId, reasons }: MemberFit,
  { amountCents }: Movement,
): MovementFits['members'][number]['due'] {
  const reason = reasons.find((one) => one.kind === 'due')
  const found =
    reason &&
    expected.find(
      (one) => one.memberId === holderId && one.day === reason.day && one.amountCents === toCents(amountCents),
    )
  return found ? { planId: found.plan.id, day: found.day } : null
}

function reasonWords(reason: FitReason, amountCents: bigint, currency: string): string {
  switch (reason.kind) {
    case 'due':
      return `due on ${reason.day}`
    case 'requested':
      return amountCents < 0n ? 'asked to take this out' : 'asked to pay this in'
    case 'named':
      return 'named in its text'
    case 'usual': {
      const size = formatMoney(toCents(amountCents < 0n ? -amountCents : amountCents), { currency })
      const times = reason.times === 1 ? 'once' : `${reason.times} times`
      return amountCents < 0n ? `took out ${size} before, ${times}` : `paid in ${size} before, ${times}`
    }
  }
}

/** Returns the open requests with the sign of the cash; one for everything has no amount that could fit. */
async function readOpenRequests(db: Db, accountId: string) {
  const rows = await db
    .selectFrom('fund_request')
    .select(['id', 'member_id', 'kind', 'amount_cents'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'OPEN')
    .where('amount_cents', 'is not', null)
    .orderBy('made_at')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    holderId: row.member_id,
    amountCents: (row.kind === 'PAY_IN' ? 1n : -1n) * (row.amount_cents ?? 0n),
  }))
}

/** Returns the movements that no match names. */
function openMovements({ movements, matches }: FundReplay['current']): readonly Movement[] {
  const taken = new Set(matches.flatMap((match) => match.movementIds))
  return movements.filter(({ id }) => !taken.has(id))
}

interface MovementText {
  readonly kind: string
  readonly description: string
}

async function readTexts(db: Db | Trx, ids: readonly string[]): Promise<Map<string, MovementText>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('account_movement')
    .select(['id', 'kind', 'description'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What a movement was, and in which words. */
interface Explanation {
  readonly movement: Movement
  readonly description: string
}

/** Records the explanation. Returns the id of the record, or of the match where the movement needs none. */
export async function explainMovement(
  call: BooksCall,
  { movementId, as, memberId, description, due, requestId, ...rest }: ExplanationFields,
): Promise<string> {
  noFieldLeft(rest)
  const fund = await lockBooks(call, 'RECORD')
  const movement = await requireOpen(call, fund, movementId)
  const isIn = movement.amountCents > 0n
  if ((as === 'contribution' && !isIn) || ((as === 'retribution' || as === 'expense') && isIn))
    throw new Refusal('movementOtherWay')
  const text = (await readTexts(call.trx, [movementId])).get(movementId)
  const words = text?.description.trim() || sentenceCase(text?.kind ?? '') || 'Explained movement'
  const explanation = { movement, description: (description ?? words).slice(0, 500) }
  if (as === 'unallocated') return leaveUnallocated(call, fund, explanation)
  if (as === 'expense') return bookExpense(call, fund, explanation)
  return bookEntry(call, fund, { ...explanation, kind: as, memberId: memberId!, due, requestId })
}

/** Returns a movement of this fund that nothing explains. */
async function requireOpen({ trx }: BooksCall, { account, records }: Fund, movementId: string): Promise<Movement> {
  const { current } = replayOf(records)
  const early = current.movementsBeforeOpening.find(({ id }) => id === movementId)
  if (early) throw new Refusal('movementInOpening', { day: records.opening.day })
  const movement = current.movements.find(({ id }) => id === movementId)
  if (!movement) return throwRefusal(trx, { name: 'unknown-record', recordId: movementId }, account)
  if (!openMovements(current).includes(movement)) throw new Refusal('alreadyMatched')
  return movement
}

const sizeOf = ({ amountCents }: Movement): Cents => toCents(amountCents < 0n ? -amountCents : amountCents)

/** The day of a record about a movement: money that moved after the bell belongs to a session that is still to come. */
async function recordDay({ services, trx }: BooksCall, { account }: Fund, { day }: Movement) {
  const { day: today } = await accountMarketTime(trx, services.clock, account.marketSource)
  return { day: day > today ? today : day, today }
}

interface ExplainedEntry extends Explanation, Pick<Entry, 'kind'> {
  readonly memberId: string
  readonly due: ExplanationFields['due']
  readonly requestId: ExplanationFields['requestId']
}

async function bookEntry(
  call: BooksCall,
  fund: Fund,
  { movement, description, kind, memberId, due, requestId }: ExplainedEntry,
): Promise<string> {
  const { services, trx, session } = call
  const member = await lockFundMember(trx, { account: fund.account, userId: session.userId }, memberId)
  if (kind === 'contribution' && member.status === 'INACTIVATED')
    throw new Refusal('memberInactive', { name: member.name })
  const { day, today } = await recordDay(call, fund, movement)
  const entry: Entry = {
    id: newId(services.clock),
    holderId: member.id,
    kind,
    day,
    amountCents: sizeOf(movement),
    isActive: true,
  }
  if (due) await requireOpenDue(call, fund, { entry, due })
  if (requestId)
    await approveRequest(services, trx, { account: fund.account, entry, requestId, userId: session.userId })
  const match = matchOf(call, movement, entry.id)
  const after = await judgeBooks(
    call,
    fund,
    { kind: 'add-entry', entry, reason: description },
    { kind: 'match', match },
  )
  await insertEntries(call, [entry], { description, isBackDated: day < today, due, requestId })
  await insertMatch(call, match)
  await tellMember(services, trx, session, { entry, account: fund.account })
  await finish(call, after, { id: entry.id, as: kind, memberId, match })
  return entry.id
}

async function bookExpense(call: BooksCall, fund: Fund, { movement, description }: Explanation): Promise<string> {
  const { day } = await recordDay(call, fund, movement)
  const expense: Expense = { id: newId(call.services.clock), day, amountCents: sizeOf(movement) }
  const match = matchOf(call, movement, expense.id)
  const after = await judgeBooks(call, fund, { kind: 'add-expense', expense }, { kind: 'match', match })
  await insertExpense(call, expense, description)
  await insertMatch(call, match)
  await finish(call, after, { id: expense.id, as: 'expense', match })
  return expense.id
}

/**
 * A match without items says that the money needs no record: it stays a flow of Unallocated, so no figure changes and
 * there is nothing to replay. What Unallocated does not have stays unexplained, and only a record explains it.
 */
async function leaveUnallocated(call: BooksCall, fund: Fund, { movement }: Explanation): Promise<string> {
  const { trx } = call
  const { account, records } = fund
  const { closedUntil } = records
  if (closedUntil !== undefined && movement.day <= closedUntil)
    return throwRefusal(
      trx,
      { name: 'period-closed', closedUntil, firstOpenDay: addCalendarDays(closedUntil, 1) },
      account,
    )
  const { unexplainedCents } = replayOf(records)
  if (movement.amountCents < 0n && unexplainedCents > 0n)
    throw new Refusal('movementTooLarge', { missing: formatMoney(unexplainedCents, { currency: account.currency }) })
  const match = matchOf(call, movement)
  await insertMatch(call, match)
  await finish(
    call,
    { ...fund, records: { ...records, matches: [...records.matches, match] } },
    { id: match.id, as: 'unallocated', match },
  )
  return match.id
}

const matchOf = ({ services }: BooksCall, { id }: Movement, ...itemIds: readonly string[]): Match => ({
  id: newId(services.clock),
  movementIds: [id],
  itemIds,
})

async function insertMatch(call: BooksCall, { id, movementIds, itemIds }: Match): Promise<void> {
  await call.trx
    .insertInto('fund_match')
    .values({
      account_id: call.accountId,
      id,
      movement_ids: [...movementIds],
      item_ids: [...itemIds],
      ...recorded(call),
    })
    .execute()
}

interface Explained {
  readonly id: string
  readonly as: ExplanationFields['as']
  readonly memberId?: string
  readonly match: Match
}

const finish = (call: BooksCall, after: Fund, { id, ...explained }: Explained): Promise<void> =>
  finishChange(call, after, { action: 'movement.explain', objectId: id, after: explained })
