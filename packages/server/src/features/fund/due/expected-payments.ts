// The payments that the plans of a fund expect, and the entry that pays each (docs/rules/fund.md, "Dues"). A payment is
// paid by an active contribution that names it; nothing here changes the books.
import {
  addCalendarDays,
  dueDays,
  liveness,
  newYorkDateAt,
  toEpochMs,
  toMarketDay,
  type Cents,
  type FundRecords,
  type MarketDay,
} from '@clubfolio/domain'
import { sql, type Selectable } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { FundTables } from '../../../db/tables/fund-tables.ts'
import { isMemberOfFund } from '../right/fund-right.ts'
import type { Trx } from '../../../kernel/transaction.ts'

export type DuePlanColumns = Selectable<FundTables['fund_due_plan']>

export interface PayingMember {
  readonly id: string
  /** Nothing is expected before it. */
  readonly since: MarketDay
}

export interface ExpectedDue {
  readonly plan: DuePlanColumns
  readonly memberId: string
  readonly day: MarketDay
  readonly amountCents: Cents
  readonly isPaid: boolean
}

/** Payments are shown this far ahead. */
export const daysAhead = 31

/** Returns what is expected up to a month after `today`, sorted by day. */
export async function readExpected(
  db: Db | Trx,
  accountId: string,
  { records, today }: { readonly records: FundRecords; readonly today: MarketDay },
): Promise<ExpectedDue[]> {
  const plans = await readPlans(db, accountId)
  if (plans.length === 0) return []
  const members = await readMembers(db, accountId)
  const paid = await readPaid(db, accountId, records)
  const until = addCalendarDays(today, daysAhead)
  return plans
    .flatMap((plan) =>
      members
        .filter((member) => plan.member_id === null || plan.member_id === member.id)
        .flatMap((member) =>
          dueDays(
            {
              amountCents: plan.amount_cents,
              rhythm: plan.rhythm,
              firstDay: toMarketDay(plan.first_day),
              lastDay: plan.last_day === null ? undefined : toMarketDay(plan.last_day),
            },
            until,
          )
            // A member who joined later does not owe what was due before. A plan of their own was meant as it is.
            .filter((day) => plan.member_id !== null || day >= member.since)
            .map((day) => ({
              plan,
              memberId: member.id,
              day,
              amountCents: plan.amount_cents,
              isPaid: paid.has(keyOf(plan.id, member.id, day)),
            })),
        ),
    )
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
}

export const readPlans = (db: Db | Trx, accountId: string): Promise<DuePlanColumns[]> =>
  db.selectFrom('fund_due_plan').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

/**
 * Active members; an inactive one may not pay in, so nothing is expected of them. Those of the owner's other funds are
 * not among them.
 */
async function readMembers(db: Db | Trx, accountId: string): Promise<PayingMember[]> {
  const rows = await db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.owner_id', 'm.owner_id')
    .select(['m.id', 'm.created_at'])
    .where('a.id', '=', accountId)
    .where('m.status', '=', 'ACTIVATED')
    .where(isMemberOfFund(sql.ref('a.id'), 'm'))
    .execute()
  return rows.map((row) => ({ id: row.id, since: newYorkDateAt(toEpochMs(row.created_at.getTime())) }))
}

/** Returns whether an active entry pays a payment, whether it is still expected or not. */
export const isDuePaid = async (
  db: Db | Trx,
  { account, records }: { readonly account: { readonly id: string }; readonly records: FundRecords },
  { planId, memberId, day }: { readonly planId: string; readonly memberId: string; readonly day: string },
): Promise<boolean> => (await readPaid(db, account.id, records)).has(keyOf(planId, memberId, day))

async function readPaid(db: Db | Trx, accountId: string, records: FundRecords): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('fund_entry')
    .select(['id', 'member_id', 'is_active', 'due_plan_id', 'due_day'])
    .where('account_id', '=', accountId)
    .where('due_plan_id', 'is not', null)
    .execute()
  const isLive = liveness(records)
  return new Set(
    rows
      .filter((row) => isLive(row.id, row.is_active))
      .map((row) => keyOf(row.due_plan_id ?? '', row.member_id, row.due_day ?? '')),
  )
}

const keyOf = (planId: string, memberId: string, day: string): string => `${planId} ${memberId} ${day}`
