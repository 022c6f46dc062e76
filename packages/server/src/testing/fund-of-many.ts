// A fund of many members over several years for what must stay fast or small as a fund grows. Its rows are written
// straight into the tables: by calls they would take hours.
import { addSessions, toMarketDay, type MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import { newId } from '../kernel/id.ts'
import { cents, linkAccount, type LinkedAccount } from './factories.ts'
import type { TestApp, TestUser } from './test-app.ts'

const openingDay = toMarketDay('2021-03-01')
const sessionCount = 1_200

/** Instruments that are held at every close. */
const instruments = 60

/**
 * Every member pays in 100.00 every month until the end of 2025, and every session has a close, with its lines of 60
 * instruments.
 */
export async function makeFundOfMany(app: TestApp, manager: TestUser, memberCount: number): Promise<LinkedAccount> {
  const opening = cents('1000.00') * BigInt(memberCount)
  const account = await linkAccount(app, manager, openingDay, `${1_000 * memberCount}.00`)
  const { db, clock } = app.services
  const now = new Date(clock.nowMs())
  const members = Array.from({ length: memberCount }, () => newId(clock))
  await db
    .insertInto('member')
    .values(
      members.map((id, index) => ({
        id,
        owner_id: manager.user.id,
        first_name: 'Member',
        last_name: `Number ${index + 1}`,
        email: '',
        phone: '2125550100',
        user_id: null,
        status: 'ACTIVATED' as const,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('fund')
    .values({
      account_id: account.id,
      dealing: 'before-the-day',
      opening_day: openingDay,
      opening_value_cents: opening,
      opening_profit_cents: 0n,
      closed_until: null,
      created_at: now,
    })
    .execute()
  await db
    .insertInto('fund_opening_share')
    .values(
      members.map((member_id) => ({
        account_id: account.id,
        member_id,
        share_cents: cents('1000.00'),
        paid_in_cents: cents('900.00'),
      })),
    )
    .execute()
  const sessions = Array.from({ length: sessionCount }, (_, index) => addSessions(openingDay, index + 1))
  await insertCloses(app, account, { sessions, opening })
  const paydays = sessions.filter((day, index) => day.slice(0, 7) !== sessions[index - 1]?.slice(0, 7)).slice(1)
  for (const day of paydays) {
    await sql`
      insert into fund_entry (id, account_id, member_id, kind, day, amount_cents, is_active, is_back_dated, description,
        recorded_at, recorded_by)
      select gen_random_uuid(), ${account.id}, m.id, 'contribution', ${day}, 10000, true, false, 'dues', ${now},
        ${manager.user.id}
      from member m where m.owner_id = ${manager.user.id}`.execute(db)
  }
  return account
}

async function insertCloses(
  { services: { db, clock } }: TestApp,
  account: LinkedAccount,
  { sessions, opening }: { readonly sessions: readonly MarketDay[]; readonly opening: bigint },
): Promise<void> {
  const now = new Date(clock.nowMs())
  for (let start = 0; start < sessions.length; start += 200)
    await db
      .insertInto('account_close')
      .values(
        sessions.slice(start, start + 200).map((day, index) => {
          const value = opening + BigInt((start + index) * 7_919)
          return {
            account_id: account.id,
            day,
            broker_value_cents: value,
            real_value_cents: value - 100_000n,
            cash_cents: 5_000_000n,
            is_rebuilt: false,
            is_reconciled: true,
            created_at: now,
          }
        }),
      )
      .execute()
  await sql`
    insert into account_close_line (account_id, day, kind, symbol, is_short, quantity, before_cents, value_cents, net_cents,
      price_cents, income_cents, fee_cents)
    select c.account_id, c.day, case i when 0 then 'CASH' else 'INSTRUMENT' end,
      case i when 0 then '' else 'SYM' || i end, false, case when i > 0 then 10 end, 100000, 100000, 0,
      case i when 0 then 0 else (i * 37 + extract(doy from c.day)::int * 13) % 199 - 60 end, 0, 0
    from account_close c, generate_series(0, ${instruments}) as i where c.account_id = ${account.id}`.execute(db)
}
