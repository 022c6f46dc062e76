// The last day of an auditor: today or later, in New York.
import { Refusal } from '@clubfolio/contract'
import { newYorkDateAt } from '@clubfolio/domain'
import type { Clock } from '../../../kernel/clock.ts'
import { finishChange, lockBooks, type BooksCall } from '../book/change-books.ts'

/** Throws `roleLastDayPast` for a day that is over. */
export function requireNotLapsed(clock: Clock, lastDay: string | null | undefined): void {
  if (lastDay && lastDay < newYorkDateAt(clock.nowMs())) throw new Refusal('roleLastDayPast', { day: lastDay })
}

/** Throws `notFound` for a role that has none, was ended, or belongs to another fund. */
export async function setLastDay(
  call: BooksCall,
  { id, lastDay }: { readonly id: string; readonly lastDay: string },
): Promise<void> {
  const { trx, services, accountId } = call
  const fund = await lockBooks(call)
  requireNotLapsed(services.clock, lastDay)
  const role = await trx
    .selectFrom('fund_role')
    .select('last_day')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('role', '=', 'AUDITOR')
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!role) throw new Refusal('notFound')
  await trx.updateTable('fund_role').set({ last_day: lastDay }).where('id', '=', id).execute()
  await finishChange(call, fund, {
    action: 'role.last-day',
    before: { id, lastDay: role.last_day },
    after: { id, lastDay },
  })
}
