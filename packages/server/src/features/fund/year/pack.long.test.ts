// Packs of a fund of 200 members over five years: how much of one is in memory at a time.
import { addSessions, toMarketDay, type MarketDay } from '@clubfolio/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents, linkAccount, type LinkedAccount } from '../../../testing/factories.ts'
import { startTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts'
import { newId } from '../../../kernel/id.ts'
import { makeWaitingPacks } from './make-pack.ts'

const memberCount = 200
const openingDay = toMarketDay('2021-03-01')
const years = ['2021', '2022', '2023', '2024', '2025']

let app: TestApp
let manager: TestUser
let account: LinkedAccount

/** Every member pays in 100.00 every month, and every session has a close. */
beforeAll(async () => {
  app = await startTestApp()
  manager = await app.signUp(['MANAGERS'], 'Maria')
  account = await linkAccount(app, manager, openingDay, '200000.00')
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
      opening_value_cents: cents('200000.00'),
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
  const sessions = Array.from({ length: 1_200 }, (_, index) => addSessions(openingDay, index + 1))
  await insertCloses(sessions)
  const paydays = sessions.filter((day, index) => day.slice(0, 7) !== sessions[index - 1]?.slice(0, 7)).slice(1)
  for (const day of paydays) {
    await sql`
      insert into fund_entry (id, account_id, member_id, kind, day, amount_cents, is_active, is_back_dated, description,
        recorded_at, recorded_by)
      select gen_random_uuid(), ${account.id}, m.id, 'contribution', ${day}, 10000, true, false, 'dues', ${now},
        ${manager.user.id}
      from member m where m.owner_id = ${manager.user.id}`.execute(db)
  }
}, 300_000)
afterAll(() => app.stop())

async function insertCloses(sessions: readonly MarketDay[]): Promise<void> {
  const now = new Date(app.clock.nowMs())
  for (let start = 0; start < sessions.length; start += 200)
    await app.services.db
      .insertInto('account_close')
      .values(
        sessions.slice(start, start + 200).map((day, index) => {
          const value = 20_000_000n + BigInt((start + index) * 7_919)
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
}

test('a pack of 200 members is stored in portions of little more than a megabyte', { timeout: 1_800_000 }, async () => {
  const { db } = app.services
  for (const year of years) {
    const { id } = await manager.client.fund.orderPack({ body: { accountId: account.id, year } })
    const before = process.memoryUsage().rss
    const startedMs = performance.now()
    await makeWaitingPacks(app.services)
    const seconds = (performance.now() - startedMs) / 1_000
    const grown = (process.memoryUsage().rss - before) / 1e6
    const [pack] = await manager.client.fund.findPacks({ params: { accountId: account.id } })
    expect(pack).toMatchObject({ id, state: 'DONE', done: pack?.total })
    expect(pack!.total).toBeGreaterThan(2 * memberCount)
    const { rows } = await sql<{ parts: number; largest: number }>`
      select count(*)::int as parts, max(length(content))::int as largest from fund_pack_part where pack_id = ${id}
    `.execute(db)
    // A portion is handed on as soon as it has a megabyte, so a file more at most is in it.
    expect(rows[0]!.largest).toBeLessThan(4_000_000)
    console.log(
      `${year}: ${pack!.total} files, ${((pack!.bytes ?? 0) / 1e6).toFixed(1)} MB in ${rows[0]!.parts} portions of at ` +
        `most ${(rows[0]!.largest / 1e6).toFixed(1)} MB, ${seconds.toFixed(1)} s, resident memory ${grown.toFixed(0)} MB more`,
    )
  }
})
