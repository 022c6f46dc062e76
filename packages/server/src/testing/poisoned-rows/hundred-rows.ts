// A hundred rows of a kind, written as the product writes them, one statement for each kind.
import { dayMs, dayTime, lastFinishedSessionAt, type MarketDay, singleOrder } from '@clubfolio/domain'
import { sql } from 'kysely'
import { recomputeStat } from '../../features/market/recompute-stat.ts'
import { refreshSource } from '../../features/market/refresh-source.ts'
import { newId } from '../../kernel/id.ts'
import { insertLogin } from '../factories.ts'
import { brokerOrderRow, transactionRow } from '../sample-rows.ts'
import type { TestApp, TestUser } from '../test-app.ts'

export const hundred = 100

/** Calls `make` a hundred times. */
export const times = <Row>(make: (index: number) => Row): Row[] =>
  Array.from({ length: hundred }, (_one, index) => make(index))

let accounts = 0

/** Enabled accounts of one login at the brokerage `test`, read to the last close. */
export async function makeAccounts(app: TestApp, owner: TestUser, count: number = hundred): Promise<string[]> {
  const { db, clock } = app.services
  const now = new Date(clock.nowMs())
  const loginId = await insertLogin(app, owner)
  const made = Array.from({ length: count }, () => ({ id: newId(clock), number: String(70_000_000 + accounts++) }))
  const value = 10_000_00n
  await db
    .insertInto('account')
    .values(
      made.map(({ id, number }) => ({
        id,
        owner_id: owner.user.id,
        broker_login_id: loginId,
        broker: 'test',
        broker_title: 'Test brokerage',
        is_paper: true,
        number,
        hash_value: id,
        type: 'MARGIN' as const,
        market_source: 'simulated',
        initial_balance_cents: value,
        float_value_cents: value,
        real_value_cents: value,
        buying_power_cents: value,
        cash_cents: value,
        linked_at: now,
        linked_day: '2026-03-02',
        linked_value_cents: value,
        linked_real_value_cents: value,
        synced_at: now,
      })),
    )
    .execute()
  const day = lastFinishedSessionAt(clock.nowMs())
  await db
    .insertInto('account_close')
    .values(
      made.map(({ id }) => ({
        account_id: id,
        day,
        broker_value_cents: value,
        real_value_cents: value,
        cash_cents: value,
        is_rebuilt: false,
        is_reconciled: true,
        created_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('account_sync')
    .values(
      made.map(({ id }) => ({
        account_id: id,
        next_at: new Date(now.getTime() + 3_600_000),
        failure: null,
        failure_reason: null,
        failed_at: null,
        transactions_through: null,
        orders_through: null,
        unexplained_cents: 0n,
        reconciled_day: null,
      })),
    )
    .execute()
  return made.map(({ id }) => id)
}

/** People who cannot sign in and are not linked to a member. */
export async function makePeople(app: TestApp, status: 'ACTIVE' | 'CONFIRMATION', createdAt: Date): Promise<string[]> {
  const ids = times(() => newId(app.clock))
  await app.services.db
    .insertInto('app_user')
    .values(
      ids.map((id, index) => ({
        id,
        first_name: 'Pat',
        last_name: `Number ${index}`,
        email: `${id}@example.test`,
        phone_number: `+1${id.replaceAll(/\D/g, '').slice(-10)}`,
        password_hash: 'none',
        status,
        is_system: false,
        created_at: createdAt,
        updated_at: createdAt,
      })),
    )
    .execute()
  return ids
}

/**
 * Stores the first hundred instruments of the simulated market with their bars of some weeks up to the day before the
 * last session.
 */
export async function makeMarket(app: TestApp, from: string, until: string): Promise<string[]> {
  const { pool, clock, simulated, config } = app.services
  const instruments = simulated.instruments(until as MarketDay)
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`insert into setting (name, value, updated_at) values ('simulated-market', $1, now())`, [
      JSON.stringify(config.market),
    ])
    const ids = instruments.map(() => newId(clock))
    await client.query(
      `insert into instrument (source, id, code, code_key, name, name_key, asset_type, created_at)
       select 'simulated', id, code, code, code, code, type, now() from unnest($1::uuid[], $2::text[], $3::text[]) as n (id, code, type)`,
      [ids, instruments.map(({ code }) => code), instruments.map(({ assetType }) => assetType)],
    )
    const bars = instruments.flatMap(({ code }, index) =>
      [...simulated.dailyBars(code, from as MarketDay, until as MarketDay)].map((bar) => ({ id: ids[index], ...bar })),
    )
    await client.query(
      'insert into daily_bar (instrument_id, day, open, high, low, close, volume) select * from unnest($1::uuid[], $2::date[], $3::float8[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])',
      [
        bars.map(({ id }) => id),
        bars.map(({ day }) => day),
        bars.map(({ open }) => open),
        bars.map(({ high }) => high),
        bars.map(({ low }) => low),
        bars.map(({ close }) => close),
        bars.map(({ volume }) => volume),
      ],
    )
    await recomputeStat(client, clock, ids)
    await refreshSource(client, clock, 'simulated')
    await client.query('commit')
    return ids
  } finally {
    client.release()
  }
}

/** Creates a fund for each of the accounts. */
export async function makeFunds(app: TestApp, accountIds: readonly string[]): Promise<void> {
  await app.services.db
    .insertInto('fund')
    .values(
      accountIds.map((account_id) => ({
        account_id,
        dealing: 'before-the-day' as const,
        opening_day: '2026-03-02',
        opening_value_cents: 10_000_00n,
        opening_profit_cents: 0n,
        closed_until: null,
        created_at: new Date(app.clock.nowMs()),
      })),
    )
    .execute()
}

/** Creates changes in one fund that waited too long. */
export async function makeApprovals(app: TestApp, author: TestUser, accountId: string): Promise<string[]> {
  const ids = times(() => newId(app.clock))
  const nowMs = app.clock.nowMs()
  await app.services.db
    .insertInto('fund_approval')
    .values(
      ids.map((id) => ({
        id,
        account_id: accountId,
        kind: 'PERIOD_CLOSE' as const,
        body_sealed: app.services.secrets.seal('{}', `fund_approval:${id}:body`),
        title: 'Close of the books',
        details: '[]',
        preview: null,
        author_id: author.user.id,
        requested_at: new Date(nowMs - 15 * dayMs),
        expires_at: new Date(nowMs - dayMs),
        decided_by: null,
        decided_at: null,
        reason: null,
      })),
    )
    .execute()
  return ids
}

/** Creates a role in each fund whose last day is over. */
export async function makeLapsedRoles(
  app: TestApp,
  holder: TestUser,
  accountIds: readonly string[],
): Promise<string[]> {
  const now = new Date(app.clock.nowMs())
  const rows = accountIds.map((account_id) => ({ id: newId(app.clock), account_id }))
  await app.services.db
    .insertInto('fund_role')
    .values(
      rows.map((row) => ({
        ...row,
        role: 'AUDITOR' as const,
        email: holder.email,
        user_id: holder.user.id,
        last_day: '2026-01-02',
        token_hash: null,
        invited_at: now,
        invited_by: holder.user.id,
        link_expires_at: now,
        accepted_at: now,
        ended_at: null,
        ended_by: null,
      })),
    )
    .execute()
  return rows.map(({ id }) => id)
}

const draft = singleOrder({
  symbol: 'AAPL',
  instruction: 'BUY',
  quantity: '1',
  price: { type: 'LIMIT', limitPrice: '10.00' },
  ...dayTime,
})

/** Creates order requests in one account; `fields` is SQL that sets their state. */
export async function makeRequests(app: TestApp, accountId: string, fields: string): Promise<string[]> {
  const ids = times(() => newId(app.clock))
  const now = new Date(app.clock.nowMs())
  await sql`
    insert into order_request (account_id, id, kind, request_key, body_hash, plan, state, created_at)
    select ${accountId}::uuid, id, 'PLACE', id::text, '\\x00', ${JSON.stringify({ draft, cancelPrice: null })}::jsonb, 'NEW', ${new Date(now.getTime() - 120_000)}
    from unnest(${ids}::uuid[]) as id`.execute(app.services.db)
  await sql.raw(`update order_request set ${fields} where account_id = '${accountId}'`).execute(app.services.db)
  return ids
}

/** Creates a hundred actions on positions that have sent everything. */
export async function makeActions(app: TestApp, accountId: string): Promise<string[]> {
  const ids = times(() => newId(app.clock))
  const now = new Date(app.clock.nowMs())
  await app.services.db
    .insertInto('position_action')
    .values(
      ids.map((id) => ({
        account_id: accountId,
        id,
        kind: 'CLOSE' as const,
        symbol: id.slice(0, 24),
        request_key: id,
        body_hash: Buffer.from('00', 'hex'),
        title: 'Close',
        asked: JSON.stringify({ kind: 'CLOSE', quantity: null }),
        before: '[]',
        state: 'WAITING' as const,
        message: '',
        next_at: now,
        touched_at: now,
        created_at: now,
      })),
    )
    .execute()
  return ids
}

/** Creates a brokerage order for each id. */
export async function makeOrders(
  app: TestApp,
  orders: readonly { readonly accountId: string; readonly brokerId: string }[],
  status: 'WORKING' | 'REJECTED',
): Promise<void> {
  const now = new Date(app.clock.nowMs())
  await app.services.db
    .insertInto('broker_order')
    .values(
      orders.map(({ accountId, brokerId }) =>
        brokerOrderRow(accountId, brokerId, { duration: 'DAY', status, entered_at: now, read_at: now }),
      ),
    )
    .execute()
}

/** Creates accounts, each with a share bought on one day and sold on the next, at prices that bars can measure. */
export async function makeTraded(app: TestApp, owner: TestUser): Promise<string[]> {
  const { db } = app.services
  const rows = await makeAccounts(app, owner)
  const { code } = await db.selectFrom('instrument').select('code').orderBy('code').executeTakeFirstOrThrow()
  const trade = (day: string, quantity: string, net: bigint) => ({
    broker_id: `${day} ${quantity}`,
    occurred_at: new Date(`${day}T15:00:00Z`),
    day,
    symbol: code,
    quantity,
    net_amount_cents: net,
  })
  await db
    .insertInto('account_transaction')
    .values(
      rows.flatMap((id) => [
        transactionRow(id, trade('2026-02-03', '1', -10_000n)),
        transactionRow(id, trade('2026-02-04', '-1', 11_000n)),
      ]),
    )
    .execute()
  return rows
}
