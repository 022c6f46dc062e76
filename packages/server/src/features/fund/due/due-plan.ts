// Plans of dues: what members are expected to pay and when, and which of these payments an entry pays
// (docs/rules/fund.md, "Dues").
import { Refusal, type BodyOf, type FundDues } from '@clubfolio/contract'
import { daysBefore, dueState, type Entry, type FundRecords } from '@clubfolio/domain'
import { noFieldLeft } from '../../../db/to-columns.ts'
import { newId } from '../../../kernel/id.ts'
import type { Session } from '../../../kernel/session.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { writeAudit } from '../../../kernel/audit.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { lockBooks, recorded, type BooksCall } from '../book/change-books.ts'
import { readFund, type Fund } from '../book/load-fund.ts'
import { holderNames } from '../book/member-names.ts'
import { lockFundMember } from '../member/store.ts'
import { isDuePaid, readExpected, readPlans } from './expected-payments.ts'

const mostPlans = 200
/** Paid ones are listed for so long. */
const paidDays = 365

export async function findDues(services: Services, session: Session, accountId: string): Promise<FundDues> {
  const { db, clock } = services
  const fund = await readFund(services, session.userId, accountId)
  const { day: today } = await accountMarketTime(db, clock, fund.account.marketSource)
  const nameOf = holderNames(fund)
  const plans = await readPlans(db, accountId)
  const expected = await readExpected(db, accountId, { records: fund.records, today })
  const reminders = await readReminders(db, accountId)
  const since = daysBefore(today, paidDays)
  return {
    plans: plans.map((plan) => ({
      id: plan.id,
      memberId: plan.member_id,
      name: plan.member_id === null ? null : nameOf(plan.member_id),
      amount: plan.amount_cents,
      rhythm: plan.rhythm,
      firstDay: plan.first_day,
      lastDay: plan.last_day,
      reminds: plan.reminds,
      description: plan.description,
    })),
    payments: expected
      .filter(({ day, isPaid }) => !isPaid || day >= since)
      .map(({ plan, memberId, day, amountCents, isPaid }) => {
        const state = dueState({ day, isPaid }, today)
        return {
          planId: plan.id,
          memberId,
          name: nameOf(memberId),
          day,
          amount: amountCents,
          description: plan.description,
          state: state.state,
          lateDays: state.state === 'late' ? state.days : 0,
          reminder: reminders.get(`${plan.id} ${memberId} ${day}`) ?? null,
        }
      }),
  }
}

async function readReminders(db: Services['db'], accountId: string) {
  const rows = await db
    .selectFrom('fund_due_reminder as r')
    .innerJoin('fund_due_plan as p', 'p.id', 'r.plan_id')
    .select(['r.plan_id', 'r.member_id', 'r.day', 'r.state'])
    .where('p.account_id', '=', accountId)
    .execute()
  return new Map(rows.map((row) => [`${row.plan_id} ${row.member_id} ${row.day}`, row.state]))
}

export async function recordDuePlan(
  call: BooksCall,
  {
    memberId,
    amount,
    rhythm,
    firstDay,
    lastDay,
    reminds,
    description,
    ...rest
  }: Omit<BodyOf<'fund', 'recordDuePlan'>, 'accountId'>,
): Promise<string> {
  noFieldLeft(rest)
  const { services, trx, session, accountId } = call
  const { account } = await lockBooks(call, 'RECORD')
  if (lastDay && lastDay < firstDay) throw new Refusal('duesEndFirst', { first: firstDay, last: lastDay })
  if (memberId) await lockFundMember(trx, { account, userId: session.userId }, memberId)
  if ((await readPlans(trx, accountId)).length >= mostPlans) throw new Refusal('duesTooMany', { limit: mostPlans })
  const id = newId(services.clock)
  await trx
    .insertInto('fund_due_plan')
    .values({
      account_id: accountId,
      id,
      member_id: memberId ?? null,
      amount_cents: amount,
      rhythm,
      first_day: firstDay,
      last_day: lastDay ?? null,
      reminds,
      description,
      ...recorded(call),
    })
    .execute()
  await audit(call, 'dues.record', id, { memberId: memberId ?? null, amountCents: amount.toString(), rhythm, firstDay })
  return id
}

/** Expects nothing of the plan after a day, which may lie before its first one. */
export async function endDuePlan(
  call: BooksCall,
  { id, lastDay }: Pick<BodyOf<'fund', 'endDuePlan'>, 'id' | 'lastDay'>,
): Promise<void> {
  await lockBooks(call, 'RECORD')
  const ended = await call.trx
    .updateTable('fund_due_plan')
    .set({ last_day: lastDay })
    .where('id', '=', id)
    .where('account_id', '=', call.accountId)
    .executeTakeFirst()
  if (ended.numUpdatedRows !== 1n) throw new Refusal('notFound')
  await audit(call, 'dues.end', id, { lastDay })
}

const audit = (
  { trx, services, session, caller }: BooksCall,
  action: string,
  objectId: string,
  after: unknown,
): Promise<void> =>
  writeAudit(trx, services.clock, {
    actorId: session.userId,
    action,
    objectType: 'fund',
    objectId,
    after,
    requestId: caller.requestId,
    address: caller.address,
  })

export interface PaidDue {
  readonly planId: string
  readonly day: string
}

/**
 * Throws `notFound` for a payment that is not expected of the entry's member, `duePaid` for one that another active
 * entry pays. The fund is locked, so of two entries that name one payment the second is refused.
 */
export async function requireOpenDue(
  { services, trx }: { readonly services: Pick<Services, 'clock'>; readonly trx: Trx },
  { account, records }: Fund,
  { entry, due }: { readonly entry: Pick<Entry, 'kind' | 'holderId'>; readonly due: PaidDue },
): Promise<void> {
  const found = await findDue({ services, trx }, { accountId: account.id, source: account.marketSource, records }, due)
  const own = found.find((one) => one.memberId === entry.holderId)
  if (entry.kind !== 'contribution' || !own) throw new Refusal('notFound')
  if (own.isPaid) throw new Refusal('duePaid', { day: own.day })
}

/**
 * Throws `duePaid` when an inactive entry names a payment that another one pays by now. One whose payment is no longer
 * expected is switched on as it was recorded.
 */
export async function requireDueUnpaid(
  trx: Trx,
  fund: Fund,
  { id, holderId }: Pick<Entry, 'id' | 'holderId'>,
): Promise<void> {
  const { due_plan_id: planId, due_day: day } = await trx
    .selectFrom('fund_entry')
    .select(['due_plan_id', 'due_day'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (planId === null || day === null) return
  if (await isDuePaid(trx, fund, { planId, memberId: holderId, day })) throw new Refusal('duePaid', { day })
}

async function findDue(
  { services, trx }: { readonly services: Pick<Services, 'clock'>; readonly trx: Trx },
  {
    accountId,
    source,
    records,
  }: { readonly accountId: string; readonly source: string; readonly records: FundRecords },
  { planId, day }: PaidDue,
) {
  const { day: today } = await accountMarketTime(trx, services.clock, source)
  const expected = await readExpected(trx, accountId, { records, today })
  return expected.filter((one) => one.plan.id === planId && one.day === day)
}
