// Fills an installation whose size is a factor of full size: full size has 10,000 instruments, 1,000 managers with a fund
// each, 10,000 members, 10 million transactions and 5 million audit rows. Every fund is as large as any other, so only
// their number grows. The rows are made by the database from their numbers: the same size has the same rows every time.
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { addSessions, sessionsBetween, toMarketDay } from '../../packages/domain/src/index.ts'
import { createSimulatedMarket } from '../../packages/simulated-market/src/index.ts'
import { hashPassword } from '../../packages/server/src/features/security/password.ts'
import {
  fillSimulatedMarket,
  type FillServices,
} from '../../packages/server/src/features/market/fill-simulated-market.ts'
import { journalVersionOf } from '../../packages/server/src/features/journal/journal-version.ts'
import { measureTrades } from '../../packages/server/src/features/journal/measure-trades.ts'
import { refreshTrades } from '../../packages/server/src/features/journal/refresh-trades.ts'
import { createLog } from '../../packages/server/src/kernel/log.ts'
import { testPassword, testStartMs, type TestApp } from '../../packages/server/src/testing/test-app.ts'

const full = { instruments: 10_000, funds: 1_000 } as const
export const perFund = {
  members: 10,
  transactions: 10_000,
  auditRows: 5_000,
  closes: 500,
  heldInstruments: 5,
  notifications: 100,
} as const
/** Of a market without bars: they are simulated, and the others are copies of them. */
const barredInstruments = 10
const now = `timestamptz '${new Date(testStartMs).toISOString()}'`
const today = toMarketDay('2026-03-04')
const openingDay = addSessions(today, -perFund.closes - 1)

export interface GrowthSize {
  readonly funds: number
  readonly instruments: number
}

export const sizeOf = (factor: number): GrowthSize => ({
  funds: Math.max(1, Math.round(full.funds * factor)),
  instruments: Math.max(barredInstruments, Math.round(full.instruments * factor)),
})

/** `managerEmail(1)` is the address of the owner of the first fund. */
export const managerEmail = (fund: number): string => `manager${fund}@growth.test`
export const memberEmail = (member: number): string => `member${member}@growth.test`
export const accountNumber = (fund: number): string => String(10_000_000 + fund)
export const idOf = (kind: 'manager' | 'member user' | 'account' | 'member', number: number): string =>
  `00000000-0000-7000-8${String(kinds[kind]).padStart(3, '0')}-${String(number).padStart(12, '0')}`
const kinds = { manager: 1, 'member user': 2, account: 3, member: 4, login: 5 } as const

/** The same as `idOf`, of an expression of the database. */
const id = (kind: keyof typeof kinds, number: string): string =>
  `('00000000-0000-7000-8${String(kinds[kind]).padStart(3, '0')}-' || lpad((${number})::text, 12, '0'))::uuid`

export async function fillGrowth(app: TestApp, size: GrowthSize, hasBars: boolean): Promise<void> {
  const { pool } = app.services
  await fillMarket(app, size, hasBars)
  const client = await pool.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const { funds } = size
  const members = funds * perFund.members
  try {
    // References are right by construction, and the versions that triggers write are written below.
    await run('set session_replication_role = replica')
    const passwordHash = await hashPassword(testPassword)
    const person = (kind: 'manager' | 'member user', first: string, last: string) =>
      `select ${id(kind, 'n')}, '${first}', '${last}' || n, '${kind.split(' ')[0]}' || n || '@growth.test',
        '+1${kind === 'manager' ? '212' : '213'}' || lpad((2000000 + n)::text, 7, '0'), $1, 'ACTIVE', ${now}, ${now},
        ${now} from generate_series(1, $2::int) n`
    const users =
      'insert into app_user (id, first_name, last_name, email, phone_number, password_hash, status, created_at, updated_at, confirmed_at)'
    await run(`${users} ${person('manager', 'Morgan', 'Manager')}`, [passwordHash, funds])
    await run(`${users} ${person('member user', 'Robin', 'Member')}`, [passwordHash, members])
    for (const [kind, group] of [
      ['manager', 'MANAGERS'],
      ['member user', 'INVESTORS'],
    ] as const)
      await run(
        `insert into user_group_member select ${id(kind, 'n')}, g.id from generate_series(1, $1::int) n, user_group g
          where g.name_key = $2`,
        [kind === 'manager' ? funds : members, group],
      )
    await run(
      `insert into broker_login (id, owner_id, broker, access_token, authorised_at)
        select ${id('login', 'n')}, ${id('manager', 'n')}, 'paper', '\\x00', ${now} from generate_series(1, $1::int) n`,
      [funds],
    )
    await fillFunds(run, funds)
    await fillTransactions(run, funds)
    await fillMessages(run, funds)
    for (const table of ['fund_version', 'realised_version', 'stop_version'])
      await run(
        `insert into ${table} select ${id('account', 'n')}, gen_random_uuid() from generate_series(1, $1::int) n
        on conflict do nothing`,
        [funds],
      )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  await pool.query('vacuum analyze')
}

type Run = (text: string, values?: unknown[]) => Promise<unknown>

async function fillFunds(run: Run, funds: number): Promise<void> {
  const days = sessionsBetween(openingDay, addSessions(today, -1))
  await run(
    `insert into account (id, owner_id, broker_login_id, broker, broker_title, is_paper, number, hash_value, type,
       market_source, initial_balance_cents, float_value_cents, real_value_cents, buying_power_cents, cash_cents,
       linked_at, linked_day, linked_value_cents, linked_real_value_cents, is_default, is_active, synced_at)
     select ${id('account', 'n')}, ${id('manager', 'n')}, ${id('login', 'n')}, 'paper', 'Paper', true,
       (10000000 + n)::text, 'hash' || n, 'MARGIN', 'simulated', 1000000, 1000000, 1000000, 1000000, 500000, ${now}, $2,
       1000000, 1000000, true, true, ${now} from generate_series(1, $1::int) n`,
    [funds, days[0]],
  )
  await run(
    `insert into fund (account_id, dealing, opening_day, opening_value_cents, opening_profit_cents, created_at)
     select ${id('account', 'n')}, 'before-the-day', $2, 1000000, 0, ${now} from generate_series(1, $1::int) n`,
    [funds, days[0]],
  )
  await run(
    `insert into member (id, owner_id, first_name, last_name, email, phone, user_id, status, created_at, updated_at)
     select ${id('member', 'n')}, ${id('manager', `(n - 1) / ${perFund.members} + 1`)}, 'Robin', 'Member' || n,
       'member' || n || '@growth.test', '2125550100', ${id('member user', 'n')}, 'ACTIVATED', ${now}, ${now}
     from generate_series(1, $1::int) n`,
    [funds * perFund.members],
  )
  await run(
    `insert into fund_opening_share select ${id('account', `(n - 1) / ${perFund.members} + 1`)}, ${id('member', 'n')},
       100000, 100000 from generate_series(1, $1::int) n`,
    [funds * perFund.members],
  )
  // The held instruments gain and lose a few dollars a day; nothing is paid in or out at the brokerage.
  const gain = '(f * 31 + d * 17 + i * 13) % 199 - 99'
  await run(
    `insert into account_close_line (account_id, day, kind, symbol, is_short, quantity, before_cents, value_cents,
       net_cents, price_cents, income_cents, fee_cents)
     select ${id('account', 'f')}, day, 'INSTRUMENT', 'HELD' || i, false, 10, 100000 + total - gain, 100000 + total, 0,
       case d when 1 then 0 else gain end, 0, 0
     from (
       select f, d, day, i, ${gain} as gain, sum(${gain}) over (partition by f, i order by d) as total
       from generate_series(1, $1::int) f, unnest($2::date[]) with ordinality as one (day, d),
         generate_series(1, ${perFund.heldInstruments}) i
     ) line order by f, d`,
    [funds, days.slice(1)],
  )
  await run(
    `insert into account_close_line select account_id, day, 'CASH', '', false, null, 500000, 500000, 0, 0, 0, 0
     from account_close_line group by account_id, day`,
  )
  await run(
    `insert into account_close select account_id, day, sum(value_cents), sum(value_cents), 500000, false, true, ${now}
     from account_close_line group by account_id, day order by account_id, day`,
  )
  await run(
    `insert into account_position select account_id, symbol, 'EQUITY', symbol, 1, 10, 100, value_cents, 0
     from account_close_line where kind = 'INSTRUMENT' and day = $1`,
    [days.at(-1)],
  )
  // Every member pays in every month.
  await run(
    `insert into fund_entry (account_id, id, member_id, kind, day, amount_cents, is_active, is_back_dated, description,
       recorded_at, recorded_by)
     select ${id('account', `(n - 1) / ${perFund.members} + 1`)}, gen_random_uuid(), ${id('member', 'n')},
       'contribution', day, 1000 + n % 7, true, false, 'dues', day + time '18:00', ${id('manager', `(n - 1) / ${perFund.members} + 1`)}
     from generate_series(1, $1::int) n, unnest($2::date[]) with ordinality as one (day, d) where d % 21 = 0`,
    [funds * perFund.members, days],
  )
  // The books are not closed, so each look at a schedule reads the fund and holds its statements back.
  await run(
    `insert into fund_statement_schedule select ${id('account', 'n')}, 'MONTHLY', 1, 9, ${now}, ${now} + interval '1 day'
     from generate_series(1, $1::int) n`,
    [funds],
  )
}

/** Ten symbols, each bought and sold over and over, five fills a day. The market has no prices of two of them. */
async function fillTransactions(run: Run, funds: number): Promise<void> {
  const priced = `(select array_agg(code order by code) from (select code from instrument
    where asset_type = 'EQUITY' order by ipo_date nulls first, code limit 8) i)`
  await run(
    `insert into account_transaction (account_id, broker_id, occurred_at, day, trade_date, kind, description, symbol,
       asset_type, quantity, price, net_amount_cents, fee_cents, order_id)
     select ${id('account', 'f')}, (70000000000 + n)::text, at, at::date, at::date, 'TRADE', 'Filled',
       (codes || '{GONEA,GONEB}')[n % 10 + 1], 'EQUITY', quantity, 50 + n % 9, -quantity * (5000 + n % 9 * 100) - 100, 100, (80000000000 + n)::text
     from generate_series(1, $1::int) f, generate_series(0, ${perFund.transactions} - 1) n,
       ${priced} as priced (codes), lateral (select timestamptz '2026-03-03 15:00Z' - (${perFund.transactions} - 1 - n) / 5 * interval '1 day'
           + n % 5 * interval '1 hour' as at,
         case n / 10 % 2 when 0 then 100 else -100 end as quantity) fill`,
    [funds],
  )
}

/** Audit rows of managers and members, the newest an hour old, and read notifications with their mails. */
async function fillMessages(run: Run, funds: number): Promise<void> {
  await run(
    `insert into audit_log (id, at, actor_id, action, object_type, object_id, after, request_id, address)
     select gen_random_uuid(), ${now} - interval '1 hour' - (${perFund.auditRows} - n) * interval '5 hours',
       case when n % 2 = 0 then ${id('manager', 'f')} else ${id('member user', `(f - 1) * ${perFund.members} + n % ${perFund.members} + 1`)} end,
       (array['session.open', 'session.close', 'fund.entry.record', 'order.place', 'member.update', 'watchlist.save'])[n % 6 + 1],
       (array['session', 'session', 'fund', 'account', 'member', 'watchlist'])[n % 6 + 1],
       ${id('account', 'f')}::text, '{"amount": 100}', 'request', '192.0.2.1'
     from generate_series(1, ${perFund.auditRows}) n, generate_series(1, $1::int) f`,
    [funds],
  )
  await run(
    `insert into notification (id, user_id, key, kind, title, text, created_at, read_at, on_screen)
     select gen_random_uuid(), ${id('manager', 'f')}, 'filled ' || n, 'ORDER_FILLED', 'Filled', 'Filled.',
       ${now} - n * interval '1 day', ${now} - n * interval '1 day', true
     from generate_series(1, $1::int) f, generate_series(1, ${perFund.notifications}) n`,
    [funds],
  )
  await run(
    `insert into outgoing_message (id, user_id, channel, state, planned_at, next_at, sent_at)
     select gen_random_uuid(), user_id, 'MAIL', 'SENT', created_at, created_at, created_at from notification
     where created_at > ${now} - interval '29 days'`,
  )
  await run(
    `insert into report_run (id, owner_id, kind, report, name, request, formats, comment, state, next_at, requested_at, ended_at)
     select gen_random_uuid(), user_id, 'MAIL', 'transactions', 'Transactions',
       '{"filter": [], "column": null, "orderBy": null, "direction": null}', '{pdf}', '', 'DONE', created_at,
       created_at, created_at from notification`,
  )
  await run(
    `insert into task (id, owner_id, name, position, total, status, started_at, updated_at, ended_at, is_cancellable)
     select gen_random_uuid(), user_id, 'Report', 1, 1, 'COMPLETED', created_at, created_at, created_at, false
     from notification`,
  )
  await run(
    `insert into idempotency_key (owner_id, key, route, body_hash, reply, created_at, state)
     select user_id, key, 'member.createContribution', '\\x00', '{}', created_at, 'DONE' from notification
     where created_at > ${now} - interval '29 days'`,
  )
  await run(
    `insert into session (id, user_id, token_hash, created_at, last_used_at, expires_at, address, user_agent)
     select gen_random_uuid(), id, decode(md5(id::text), 'hex'), ${now}, ${now}, ${now} + interval '12 hours',
       '192.0.2.1', 'Browser' from app_user where email like '%@growth.test'`,
  )
}

/** Derives and measures the trades of one account; those of the others, which have the same fills, are copies. */
export async function deriveTrades({ services }: TestApp, { funds }: GrowthSize): Promise<void> {
  const { db, pool } = services
  await refreshTrades({ db }, [idOf('account', 1)])
  await measureTrades(services, idOf('account', 1))
  const copy = async (table: string): Promise<void> => {
    const names = (await columnsOf(pool, table)).filter((name) => name !== 'account_id')
    await pool.query(
      `insert into ${table} (account_id, ${names.join(', ')}) select ${id('account', 'n')}, ${names.join(', ')}
        from generate_series(2, $1::int) n, ${table} where account_id = $2`,
      [funds, idOf('account', 1)],
    )
  }
  for (const table of ['journal_account', 'journal_symbol', 'journal_trade']) await copy(table)
  await sql`update journal_account set version = ${journalVersionOf(sql.ref('journal_account.account_id'))}`.execute(db)
  await pool.query('vacuum analyze journal_account, journal_symbol, journal_trade')
}

async function columnsOf(pool: Pool, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1
      and is_generated = 'NEVER'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

/** Twenty years of simulated bars of every instrument, or of a few, of which the others are copies without bars. */
async function fillMarket(app: TestApp, { instruments }: GrowthSize, hasBars: boolean): Promise<void> {
  const { pool, db, clock } = app.services
  const market = {
    ...app.services.config.market,
    seed: 'growth',
    instrumentCount: hasBars ? instruments : barredInstruments,
  }
  const services: FillServices = {
    pool,
    db,
    clock,
    simulated: createSimulatedMarket(market),
    config: { ...app.services.config, market },
    log: createLog('error'),
  }
  await pool.query('drop index daily_bar_by_day')
  await fillSimulatedMarket(services)
  await pool.query('create index daily_bar_by_day on daily_bar (day, instrument_id)')
  await pool.query('delete from level_due')
  if (hasBars) return
  await copyInstruments(pool, instruments - barredInstruments)
}

async function copyInstruments(pool: Pool, copies: number): Promise<void> {
  const copied: Record<string, string> = {
    id: 'c.copy_id',
    instrument_id: 'c.copy_id',
    code: `t.code || c.n`,
    code_key: `t.code_key || c.n`,
    name: `t.name || ' ' || c.n`,
    name_key: `t.name_key || ' ' || c.n`,
  }
  await pool.query(
    `create table copy as select (array_agg(id))[n % count(*) + 1] as id, n, gen_random_uuid() as copy_id
      from instrument, generate_series(1, ${copies}) n where code_key not like 'Z%' group by n`,
  )
  for (const [table, key] of [
    ['instrument', 'id'],
    ['instrument_stat', 'instrument_id'],
  ] as const) {
    const names = await columnsOf(pool, table)
    await pool.query(
      `insert into ${table} (${names.join(', ')}) select ${names.map((name) => copied[name] ?? `t.${name}`).join(', ')}
        from ${table} t join copy c on c.id = t.${key}`,
    )
  }
  await pool.query('drop table copy')
}
