// The participation table of a fund with 1,000 members, 10,000 entries and 5,000 valuations. Replayed in full: ten
// times the entries cost at most 12 times the time. Through the replay cache, with names and as JSON: at most twice a
// bare read of the same 1,000 stored rows plus JSON. Prints both ratios.
import { routes } from '../packages/contract/src/index.ts'
import { addSessions, marketDay, sessionsBetween } from '../packages/domain/src/index.ts'
import { listParticipations } from '../packages/server/src/features/fund/performance/list-participations.ts'
import { createReplayCache } from '../packages/server/src/features/fund/book/replay-cache.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import type { Session } from '../packages/server/src/kernel/session.ts'
import type { Services } from '../packages/server/src/services.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const growthLimit = 12
const cachedLimit = 2
const members = 1000
const valuations = 5000
const manyEntries = 10_000

const owner = '00000000-0000-7000-8000-00000000000a'
const idOf = (kind: number, number: number): string =>
  `00000000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`
const days = sessionsBetween(marketDay('2006-01-03'), addSessions(marketDay('2006-01-03'), valuations))

const database = await openBenchDatabase()
const { pool, db } = database

/**
 * Creates a fund whose entries are spread over all its members and days; once all have paid in, every twenty-first is a
 * retribution.
 */
async function makeFund(number: number, entryCount: number): Promise<string> {
  const account = idOf(1, number)
  await pool.query(
    `insert into account (id, owner_id, broker_login_id, broker, number, hash_value, type, market_source, initial_balance_cents, float_value_cents, real_value_cents, buying_power_cents, cash_cents,
       linked_at, linked_day, linked_value_cents, linked_real_value_cents, is_default, is_active, synced_at)
     values ($1, $2, $3, 'bench', $4, $4, 'MARGIN', 'simulated', 0, 0, 0, 0, 0, now(), $5, 100000000, 100000000, false, true, now())`,
    [account, owner, idOf(2, 1), `bench-${number}`, days[0]],
  )
  await pool.query(`insert into fund values ($1, 'before-the-day', $2, 100000000, 0, null, now())`, [account, days[0]])
  await pool.query(
    `insert into account_close (account_id, day, broker_value_cents, real_value_cents, cash_cents, is_rebuilt, is_reconciled, created_at)
     select $1, day, 100000000 + n * 10000 + (n * 7919) % 5000, 100000000 + n * 9000, 0, false, true, now() from unnest($2::date[]) with ordinality as one (day, n)`,
    [account, days.slice(1)],
  )
  await pool.query(
    `insert into fund_entry (account_id, id, member_id, kind, day, amount_cents, is_active, funding, bank_account_id, description, is_back_dated, recorded_at, recorded_by)
     select $1, ($2 || lpad(n::text, 12, '0'))::uuid, ('00000000-0000-7000-8003-' || lpad((n % $3)::text, 12, '0'))::uuid,
       case when n >= $3 and n % 21 = 20 then 'retribution' else 'contribution' end, ($4::date[])[2 + (n::bigint * ${valuations - 2} / $5)::int],
       case when n >= $3 and n % 21 = 20 then 2000 else 100000 + n end, true, null, null, 'bench', false, now(), $6
     from generate_series(0, $5 - 1) n`,
    [account, idOf(10 + number, 0).slice(0, 24), members, days, entryCount, owner],
  )
  return account
}

try {
  await pool.query(
    `insert into app_user (id, first_name, last_name, email, phone_number, password_hash, status, created_at, updated_at) values ($1, 'B', 'B', 'b@example.test', '+12125550100', 'x', 'ACTIVE', now(), now())`,
    [owner],
  )
  await pool.query(
    `insert into broker_login (id, owner_id, broker, access_token, access_expires_at, refresh_token, refresh_expires_at, authorised_at) values ($1, $2, 'bench', '', now(), '', now(), now())`,
    [idOf(2, 1), owner],
  )
  await pool.query(
    `insert into member (id, owner_id, first_name, last_name, email, phone, status, created_at, updated_at)
     select ('00000000-0000-7000-8003-' || lpad(n::text, 12, '0'))::uuid, $1, 'First' || n, 'Last' || (n * 7919) % 1000, '', '', 'ACTIVATED', now(), now() from generate_series(0, $2 - 1) n`,
    [owner, members],
  )
  const large = await makeFund(1, manyEntries)
  const small = await makeFund(2, manyEntries / 10)
  await pool.query('analyze')

  const services = { db, pool, clock: systemClock } as unknown as Services
  const session = { userId: owner } as Session
  const read = async (account: string, replays = createReplayCache()) => {
    const rows = [...(await listParticipations({ ...services, replays }, session, account))]
    const text = JSON.stringify(routes.member.searchParticipationByAccount.reply.encode(rows))
    if (rows.length !== members + 1) throw new Error(`${rows.length} rows instead of ${members + 1}.`)
    return text
  }

  const growth = await compare(
    7,
    () => timed(() => read(large)),
    () => timed(() => read(small)),
  )
  reportRow({
    what: `participations replayed, ${members} members, ${valuations} valuations: ${manyEntries} entries against ${manyEntries / 10}`,
    value: growth.ratio,
    bar: { atMost: growthLimit },
    figures: `${growth.oursMs.toFixed(0)} ms / ${growth.bareMs.toFixed(0)} ms, medians of 7 rounds`,
  })

  const replays = createReplayCache()
  const answer = JSON.parse(await read(large, replays)) as Record<string, unknown>[]
  await pool.query(
    'create table bench_row (position integer primary key, account_id uuid, member_id uuid, name text, amount bigint, percent numeric, profit bigint, value bigint, units text, real_profit bigint, floating_profit bigint, is_member boolean)',
  )
  const centsOf = (field: unknown) => Math.round(Number(field) * 100)
  for (const [position, row] of answer.entries()) {
    await pool.query(
      'insert into bench_row (position, account_id, member_id, name, amount, percent, profit, value, units, real_profit, floating_profit, is_member) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
      [
        position,
        large,
        row['memberId'],
        row['memberFullName'],
        centsOf(row['amount']),
        row['participationPercent'],
        centsOf(row['profitLostAmount']),
        centsOf(row['value']),
        row['units'],
        centsOf(row['realProfit']),
        centsOf(row['floatingProfit']),
        row['isMember'],
      ],
    )
  }
  await pool.query('analyze bench_row')
  const bare = async () => {
    const { rows } = await pool.query({
      text: 'select member_id, account_id, name, amount, percent, profit, value, units, real_profit, floating_profit, is_member from bench_row where account_id = $1 order by position',
      values: [large],
    })
    const text = JSON.stringify(rows, (_key, value: unknown) =>
      typeof value === 'bigint' ? Number(value) / 100 : value,
    )
    if (rows.length !== members + 1 || text.length < 100_000) throw new Error('The rows are not there.')
  }
  const repeated = (work: () => Promise<unknown>) => () =>
    timed(async () => {
      for (let count = 0; count < 5; count++) await work()
    })
  const cached = await compare(
    41,
    repeated(() => read(large, replays)),
    repeated(bare),
  )
  reportRow({
    what: `participations through the cache against a bare read of the same ${members + 1} rows plus JSON`,
    value: cached.ratio,
    bar: { atMost: cachedLimit },
    figures: `${(cached.oursMs / 5).toFixed(1)} ms / ${(cached.bareMs / 5).toFixed(1)} ms, medians of 41 rounds`,
  })
} finally {
  await database.close()
}
