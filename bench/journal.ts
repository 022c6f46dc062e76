// The journal of an account with 100,000 fills, 25,000 trades and their stops: the first page, the first page after one
// more fill, and the statistics, each against a bare SQL read of the same fills. Promises: the first page, also after a
// fill, at most 3 times the bare read; a page in the middle at most 3 times the first one. Deriving all trades, which a
// job does once after an import, is recorded. Prints the ratios.
import type { TradeOrder } from '@clubfolio/contract'
import { findTradeStatistics } from '../packages/server/src/features/journal/find-trade-statistics.ts'
import { findTrades } from '../packages/server/src/features/journal/find-trades.ts'
import { refreshTrades } from '../packages/server/src/features/journal/refresh-trades.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import type { Services } from '../packages/server/src/services.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const fills = 100_000
const symbols = 40
const rounds = 9
const limits = { page: 3, afterFill: 3, middle: 3 }
const [userId, loginId, accountId] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
const body = {
  accountIds: [accountId!],
  fromDate: null,
  toDate: null,
  state: null,
  code: null,
  side: null,
  result: null,
  setup: null,
  tag: null,
  weekday: null,
  holdingTime: null,
  minBest: null,
  maxWorst: null,
  minBestR: null,
  maxWorstR: null,
}

const database = await openBenchDatabase()
const { pool, db } = database
try {
  await seed()
  // No trade has bars, so the rest of the services is not used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const services = { db, pool, clock: systemClock } as unknown as Services
  const page =
    (start = 0, orderBy: TradeOrder = 'closed') =>
    () =>
      timed(async () => {
        const order = { start, count: 50, orderBy, direction: 'DESC' as const }
        const { total, result } = await findTrades(services, userId!, { ...body, ...order })
        if (total !== fills / 4 || result.length !== 50) throw new Error('The trades are not there.')
      })
  const bare = () =>
    timed(async () => {
      const { rows } = await pool.query({
        text: `select broker_id, occurred_at, symbol, quantity, price, net_amount_cents, fee_cents, order_id
          from account_transaction where account_id = $1 order by occurred_at, broker_id`,
        values: [accountId],
        rowMode: 'array',
      })
      if (rows.length < fills) throw new Error('The fills are not there.')
    })
  let corrections = 0
  /** A fill of one of the symbols is booked at another amount, as when a brokerage corrects it. */
  const afterFill = async () => {
    await pool.query(
      `update account_transaction set net_amount_cents = net_amount_cents - 1 where account_id = $1 and broker_id = $2`,
      [accountId, String(70_000_000_000 + (corrections++ % symbols))],
    )
    return page()()
  }
  const statistics = () => timed(() => findTradeStatistics(services, userId!, body))

  const derivedMs = await timed(() => refreshTrades(services, [accountId!]))
  await pool.query('vacuum analyze journal_trade')
  const firstBareMs = await bare()
  const report = (
    what: string,
    { oursMs, bareMs, ratio }: Awaited<ReturnType<typeof compare>>,
    limit?: number,
  ): void => {
    reportRow({
      what: `journal of 100,000 fills: ${what}`,
      value: ratio,
      ...(limit === undefined ? {} : { bar: { atMost: limit } }),
      figures: `${oursMs.toFixed(1)} ms / ${bareMs.toFixed(1)} ms`,
    })
  }
  report('deriving its 25,000 trades once against a bare read of the fills', {
    oursMs: derivedMs,
    bareMs: firstBareMs,
    ratio: derivedMs / firstBareMs,
  })
  report('the first page against a bare read of the fills', await compare(rounds, page(), bare), limits.page)
  report(
    'the first page after one more fill against the bare read',
    await compare(rounds, afterFill, bare),
    limits.afterFill,
  )
  report('the least R first against the bare read', await compare(rounds, page(0, 'r'), bare), limits.page)
  report('page 250 of 500 against the first', await compare(rounds, page(fills / 8), page()), limits.middle)
  report('its statistics against the bare read', await compare(rounds, statistics, bare), limits.page)
} finally {
  await database.close()
}

/** 40 symbols, each bought twice and sold twice, over and over, with a stop for each trade. */
async function seed(): Promise<void> {
  const client = await pool.connect()
  try {
    // The account's owner and login are not measured, so their rows are omitted.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into account (id, owner_id, broker_login_id, broker, broker_title, is_paper, number, hash_value, type,
         market_source, initial_balance_cents, float_value_cents, real_value_cents, buying_power_cents, cash_cents,
         linked_at, linked_day, linked_value_cents, linked_real_value_cents, is_active)
       values ($1, $2, $3, 'bench', 'Bench', true, '88412207', 'hash', 'MARGIN', 'simulated', 0, 0, 0, 0, 0, now(),
         current_date, 0, 0, true)`,
      [accountId, userId, loginId],
    )
    await client.query('set session_replication_role = origin')
    await client.query(
      `insert into account_transaction (account_id, broker_id, occurred_at, day, kind, description, symbol, asset_type,
         quantity, price, net_amount_cents, fee_cents, order_id)
       select $1, (70000000000 + n)::text, timestamptz '2016-01-04 15:00Z' + n * interval '45 minutes',
         date '2016-01-04' + n / 32, 'TRADE', 'Filled', 'S' || n % ${symbols}, 'EQUITY', quantity, 50,
         -quantity * 5000 + n % 77 * 100 - 100, 100, (80000000000 + n)::text
       from (
         select n, (array[100, 50, -70, -80])[n / ${symbols} % 4 + 1] as quantity
         from generate_series(0, ${fills - 1}) n
       ) fill`,
      [accountId],
    )
    await client.query(
      `insert into broker_order (account_id, broker_id, root_id, position, strategy, symbol, asset_type, multiplier,
         leg_count, instruction, order_type, filled_quantity, remaining_quantity, stop_price, status, is_cancelable,
         entered_at, closed_at, read_at)
       select account_id, 's' || broker_id, 's' || broker_id, 0, 'SINGLE', symbol, 'EQUITY', 1, 1, 'SELL', 'STOP', 0,
         100, 48, 'CANCELED', false, occurred_at, occurred_at + interval '80 hours', now()
       from account_transaction where quantity = 100`,
    )
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze account_transaction, broker_order')
}
