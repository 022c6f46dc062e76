// Refuses an undo that would take away what the books of a fund were built on: figures of a closed period, the opening,
// and movements that are matched. Everything else is a correction of the broker's facts, which the books take in.
import { Refusal } from '@clubfolio/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../../kernel/transaction.ts'

/** `bookings` is the table of what the account would have. */
export async function refuseLoss(trx: Trx, accountId: string, bookings: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ first_day: string | null; matched: bigint }>`
    select (select min(t.day)::text from account_transaction t where t.account_id = ${accountId}
        and not exists (select from ${bookings} s where s.broker_id = t.broker_id)) as first_day,
      (select count(*) from account_movement m where m.account_id = ${accountId}
        and not exists (select from ${bookings} s where s.broker_id = m.broker_id and s.movement_cents is not null)
        and exists (select from fund_match f where f.account_id = m.account_id and m.id = any(f.movement_ids)
          and not exists (select from fund_reversal r where r.account_id = f.account_id and r.record_id = f.id))
      ) as matched`.execute(trx)
  const { first_day: firstDay = null, matched = 0n } = rows[0] ?? {}
  if (firstDay === null) return
  const fund = await trx
    .selectFrom('fund')
    .select(['closed_until', 'opening_day'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (fund.closed_until !== null && firstDay <= fund.closed_until)
    throw new Refusal('statementInClosedPeriod', { until: fund.closed_until, from: firstDay })
  if (matched > 0n) throw new Refusal('statementMatched', { count: Number(matched) })
  if (firstDay <= fund.opening_day && (await hasRecords(trx, accountId)))
    throw new Refusal('statementOpensFund', { day: fund.opening_day })
}

async function hasRecords(trx: Trx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from fund_entry where account_id = ${accountId})
      or exists (select from fund_expense where account_id = ${accountId})
      or exists (select from fund_transfer where account_id = ${accountId})
      or exists (select from fund_opening_share where account_id = ${accountId}) as has`.execute(trx)
  return rows[0]?.has === true
}
