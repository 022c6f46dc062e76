// Reminds members of payments that are due and still open, each once: a member with a user by the ways they chose for
// such notifications, another one by mail (`mail-due-reminders.ts`). Source: docs/rules/fund.md, "Dues".
import { formatMoney, maskNumber, newYorkDateAt, toEpochMs } from '@clubfolio/domain'
import { sql } from 'kysely'
import { newId } from '../../../kernel/id.ts'
import { inTransaction, type Trx } from '../../../kernel/transaction.ts'
import type { Services } from '../../../services.ts'
import { accountMarketTime } from '../../account/market-time.ts'
import { isBackingOff, runRows } from '../../job/run-rows.ts'
import { recordNotification } from '../../notification/record-notification.ts'
import { findFundAccount, lockRow, type FundAccount } from '../book/load-fund.ts'
import { readIssuer } from '../book/read-issuer.ts'
import { readRecords } from '../book/read-records.ts'
import { readExpected, type ExpectedDue } from './expected-payments.ts'

interface RemindingFund {
  readonly accountId: string
  readonly ownerId: string
  readonly number: string
}

/** Writes the reminders that are due and returns how many funds were looked at. */
export async function remindOfDues(services: Services): Promise<number> {
  const funds = await services.db
    .selectFrom('account as a')
    .innerJoin('app_user as u', 'u.id', 'a.owner_id')
    .select(['a.id as accountId', 'a.owner_id as ownerId', 'a.number'])
    .where('a.is_active', '=', true)
    .where('u.status', '=', 'ACTIVE')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('fund_due_plan as p')
          .select('p.id')
          .whereRef('p.account_id', '=', 'a.id')
          .where('p.reminds', '=', true)
          .where('p.first_day', '<=', sql<string>`${newYorkDateAt(services.clock.nowMs())}::date`),
      ),
    )
    .where((eb) => eb.not(isBackingOff('remind-of-dues', sql`a.id::text`, services.clock)))
    .orderBy('a.id')
    .execute()
  await runRows(services, 'remind-of-dues', funds, {
    describe: ({ accountId: id, ownerId, number }) => ({
      id,
      ownerId,
      name: `Dues of account ${maskNumber(number)}`,
    }),
    work: (fund) => inTransaction(services.db, (trx) => remindFund(services, trx, fund)),
  })
  return funds.length
}

/** The books are locked, so that an entry that pays at this moment is either counted or waits. */
async function remindFund(services: Services, trx: Trx, { accountId, ownerId }: RemindingFund): Promise<void> {
  if (!(await lockRow(trx, accountId))) return
  const account = await findFundAccount(trx, accountId)
  const { day: today } = await accountMarketTime(trx, services.clock, account.marketSource)
  const expected = await readExpected(trx, accountId, { records: await readRecords(trx, account), today })
  const due = expected.filter(
    ({ plan, day, isPaid }) =>
      plan.reminds &&
      !isPaid &&
      day <= today &&
      // What was due before the plan was recorded is shown as late; nobody is reminded of it in one burst.
      day >= newYorkDateAt(toEpochMs(plan.recorded_at.getTime())),
  )
  if (due.length === 0) return
  const { manager, clubs } = await readIssuer(services.db, ownerId, [accountId])
  const from = clubs.length > 0 ? clubs.join(', ') : manager
  for (const one of due) await remind(services, trx, { due: one, account, from })
}

interface Reminder {
  readonly due: ExpectedDue
  readonly account: FundAccount
  readonly from: string
}

async function remind({ clock }: Services, trx: Trx, { due, account, from }: Reminder): Promise<void> {
  const { plan, memberId, day } = due
  const member = await trx
    .selectFrom('member as m')
    .leftJoin('app_user as u', (join) => join.onRef('u.id', '=', 'm.user_id').on('u.status', '=', 'ACTIVE'))
    .select(['m.email', 'u.id as user_id'])
    .where('m.id', '=', memberId)
    .executeTakeFirstOrThrow()
  const now = new Date(clock.nowMs())
  const isMailed = member.user_id === null && member.email !== ''
  const written = await trx
    .insertInto('fund_due_reminder')
    .values({
      id: newId(clock),
      plan_id: plan.id,
      member_id: memberId,
      day,
      state: member.user_id !== null ? 'notified' : isMailed ? 'waiting' : 'failed',
      recipient: isMailed ? member.email : null,
      reason: member.user_id !== null || isMailed ? null : 'The member has neither a user nor an e-mail address.',
      next_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['plan_id', 'member_id', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written || member.user_id === null) return
  const size = formatMoney(due.amountCents, { currency: account.currency })
  await recordNotification(trx, clock, {
    userId: member.user_id,
    kind: 'DUE_REMINDER',
    key: `due ${plan.id} ${memberId} ${day}`,
    title: 'Payment due',
    text: `${plan.description}: ${size} is due to ${from} on ${day}.`,
    link: `/my-funds?fund=${account.id}`,
  })
}
