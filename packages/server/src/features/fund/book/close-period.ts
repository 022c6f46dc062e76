// Closes the books up to a day. The figures of that period are copied, so that late corrections by the broker never
// change them (docs/rules/fund.md, "Period close"). Also owns the setting that decides at which close entries are dealt
// (docs/rules/fund.md, "Units and dealing").
import type { DealingRule } from '@clubfolio/domain'
import { sql } from 'kysely'
import { finishChange, judgeBooks, lockBooks, toDay, type BooksCall } from './change-books.ts'

export async function closePeriod(call: BooksCall, until: string): Promise<void> {
  const { trx, services, session, accountId } = call
  const fund = await lockBooks(call)
  const after = await judgeBooks(call, fund, { kind: 'close-period', until: toDay(until) })
  const before = fund.records.closedUntil ?? null
  await sql`
    insert into fund_close (account_id, day, broker_value_cents, real_value_cents, quality, cash_cents)
    select h.fund_id, c.day, c.broker_value_cents, c.real_value_cents,
      case when not c.is_reconciled then 'unreconciled' when c.is_rebuilt then 'rebuilt' else 'official' end,
      c.cash_cents
    from account_close c join fund_home h on h.home_id = c.account_id and c.day > coalesce(h.after_day, '-infinity')
      and c.day <= coalesce(h.until_day, 'infinity')
    where h.fund_id = ${accountId} and c.day <= ${until} and (${before}::date is null or c.day > ${before}::date)
  `.execute(trx)
  await sql`
    insert into fund_movement (account_id, movement_id, day)
    select m.account_id, m.id, m.day
    from account_movement m join fund_home h on h.home_id = m.account_id and m.day > coalesce(h.after_day, '-infinity')
      and m.day <= coalesce(h.until_day, 'infinity')
    where h.fund_id = ${accountId} and m.day <= ${until}
    on conflict do nothing
  `.execute(trx)
  await trx
    .insertInto('fund_period')
    .values({
      account_id: accountId,
      until_day: until,
      closed_at: new Date(services.clock.nowMs()),
      closed_by: session.userId,
    })
    .execute()
  await trx.updateTable('fund').set({ closed_until: until }).where('account_id', '=', accountId).execute()
  // Statements that waited for this go out with the next look.
  await trx
    .updateTable('fund_statement_schedule')
    .set({ next_at: new Date(services.clock.nowMs()) })
    .where('account_id', '=', accountId)
    .where('held_because', 'is not', null)
    .execute()
  await finishChange(call, after, {
    action: 'period.close',
    before: { closedUntil: before },
    after: { closedUntil: until },
  })
}

export async function setDealing(call: BooksCall, dealing: DealingRule): Promise<void> {
  const fund = await lockBooks(call)
  const after = await judgeBooks(call, fund, { kind: 'set-dealing', dealing })
  await call.trx.updateTable('fund').set({ dealing }).where('account_id', '=', call.accountId).execute()
  await finishChange(call, after, {
    action: 'dealing.set',
    before: { dealing: fund.records.dealing },
    after: { dealing },
  })
}
