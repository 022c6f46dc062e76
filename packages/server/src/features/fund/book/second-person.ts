// When a fund asks for a second person: from which amount, and what of one holder adds up to it (docs/rules/fund.md,
// "The second person").
import { addCalendarDays, dayMs, toMarketDay, type Cents } from '@clubfolio/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { rawPart, type Part } from '../../../db/read-together.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Trx } from '../../../kernel/transaction.ts'
import type { Departure } from './account-home.ts'

/** Amounts of one holder within this many days add up. */
const addedDays = 7

/** Returns from which amount contributions and retributions wait; null where the fund asks nobody else. */
export async function readSecondPerson(db: Db | Trx, accountId: string): Promise<Cents | null> {
  const fund = await db
    .selectFrom('fund')
    .select('second_person_from_cents')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return fund?.second_person_from_cents ?? null
}

export interface SecondPersonRow {
  readonly cents: Cents | null
  readonly fund_id: string | null
  readonly until_day: string | null
}

/** The same with the last departure of the fund of an account, together with others; one row. */
export const secondPersonPart = (accountId: RawBuilder<string>): Part<SecondPersonRow> =>
  rawPart<SecondPersonRow>(
    sql`
    select f.second_person_from_cents as cents, h.fund_id, h.until_day
    from (select 1) as one
    left join fund f on f.account_id = ${accountId}
    left join lateral (
      select fund_id, until_day from fund_home
      where f.account_id is null and home_id = ${accountId} and fund_id <> ${accountId} and until_day is not null
      order by until_day desc limit 1
    ) h on true`,
    { cents: 'bigint', fund_id: 'text', until_day: 'text' },
  )

export function toSecondPerson({ cents, fund_id: fundId, until_day: untilDay }: SecondPersonRow): {
  readonly secondPersonFrom: Cents | null
  readonly movedTo: Departure | null
} {
  return {
    secondPersonFrom: cents,
    movedTo: fundId !== null && untilDay !== null ? { day: toMarketDay(untilDay), accountId: fundId } : null,
  }
}

/**
 * Returns the same with the fund locked, so that it stays until the change is made and amounts that arrive together add
 * up. Everybody locks the account before the books.
 */
export async function lockSecondPerson(trx: Trx, accountId: string): Promise<Cents | null> {
  await trx.selectFrom('account').select('id').where('id', '=', accountId).forKeyShare().execute()
  return lockLimit(trx, accountId)
}

/** The same where the account is locked. */
export async function lockLimit(trx: Trx, accountId: string): Promise<Cents | null> {
  const fund = await trx
    .selectFrom('fund')
    .select('second_person_from_cents')
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return fund?.second_person_from_cents ?? null
}

export interface HolderAmount {
  readonly accountId: string
  readonly memberId: string
  readonly day: string
  readonly amountCents: bigint
}

/**
 * Returns whether an amount reaches the limit together with what was recorded for its holder within 7 days: recorded
 * in the last 7 days, or dated within 7 days of it, so that neither splitting an amount nor dating its parts evades it.
 * Money in and money out add up alike.
 */
export async function reachesSecondPerson(
  db: Db | Trx,
  clock: Clock,
  { accountId, memberId, day, amountCents }: HolderAmount,
  fromCents: bigint,
): Promise<boolean> {
  if (amountCents >= fromCents) return true
  const dated = toMarketDay(day)
  const before = await db
    .selectFrom('fund_entry as e')
    .select(sql<bigint>`coalesce(sum(e.amount_cents), 0)::bigint`.as('cents'))
    .where('e.account_id', '=', accountId)
    .where('e.member_id', '=', memberId)
    .where((eb) =>
      eb.or([
        eb('e.recorded_at', '>', new Date(clock.nowMs() - addedDays * dayMs)),
        eb.between('e.day', addCalendarDays(dated, 1 - addedDays), addCalendarDays(dated, addedDays - 1)),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('fund_reversal as r')
            .select('r.record_id')
            .whereRef('r.account_id', '=', 'e.account_id')
            .whereRef('r.record_id', '=', 'e.id'),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return before.cents + amountCents >= fromCents
}
