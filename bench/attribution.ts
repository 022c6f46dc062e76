// What earned the money in a fund with 20 years of closes, 50 positions of 1,000 instruments ever held, 1,000 members
// and 10,000 entries. Promises: a year's table at most 3 times a bare SQL sum of the same rows, a member's table at
// most twice the fund's, and storing a close at most 1.2 times what it costs without its lines. Prints the ratios.
import { sql } from 'kysely'
import { routes } from '../packages/contract/src/index.ts'
import { Decimal } from 'decimal.js'
import { addSessions, marketDay, sessionsBetween, toCents, toEpochMs } from '@clubfolio/domain'
import { storeReading } from '../packages/server/src/features/account-reading/store-reading.ts'
import { storeCloseLines } from '../packages/server/src/features/close-line/store-close-lines.ts'
import { inTransaction } from '../packages/server/src/kernel/transaction.ts'
import { createReplayCache } from '../packages/server/src/features/fund/book/replay-cache.ts'
import {
  findAttribution,
  findMyAttribution,
} from '../packages/server/src/features/fund/attribution/find-attribution.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import type { Session } from '../packages/server/src/kernel/session.ts'
import type { Services } from '../packages/server/src/services.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, median, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const tableLimit = 3
const memberLimit = 2
const closeLimit = 1.2
const rounds = 9
/** A table takes milliseconds: the first dozens of calls measure how the program is compiled. */
const tableRounds = 99
const members = 1000
const entryCount = 10_000
const valuations = 5000
const idOf = (kind: number, number: number): string =>
  `00000000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`
const [owner, loginId, account, member] = [idOf(0, 1), idOf(2, 1), idOf(1, 1), idOf(3, 7)]
const days = sessionsBetween(marketDay('2006-01-03'), addSessions(marketDay('2006-01-03'), valuations))
const [from, to] = [days.at(-253)!, days.at(-1)!]

const database = await openBenchDatabase()
const { pool, db } = database

async function seed(): Promise<void> {
  await pool.query(
    `insert into app_user (id, first_name, last_name, email, phone_number, password_hash, status, created_at, updated_at)
     values ($1, 'B', 'B', 'b@example.test', '+12125550100', 'x', 'ACTIVE', now(), now())`,
    [owner],
  )
  await pool.query(
    `insert into broker_login (id, owner_id, broker, access_token, access_expires_at, refresh_token, refresh_expires_at,
       authorised_at) values ($1, $2, 'bench', '', now(), '', now(), now())`,
    [loginId, owner],
  )
  await pool.query(
    `insert into member (id, owner_id, first_name, last_name, email, phone, status, created_at, updated_at, user_id)
     select ('00000000-0000-7000-8003-' || lpad(n::text, 12, '0'))::uuid, $1, 'First' || n, 'Last' || n, '', '',
       'ACTIVATED', now(), now(), case n when 7 then $1::uuid end from generate_series(0, $2 - 1) n`,
    [owner, members],
  )
  await pool.query(
    `insert into account (id, owner_id, broker_login_id, broker, number, hash_value, type, market_source,
       initial_balance_cents, float_value_cents, real_value_cents, buying_power_cents, cash_cents, linked_at, linked_day,
       linked_value_cents, linked_real_value_cents, is_default, is_active, synced_at, broker_title, is_paper)
     values ($1, $2, $3, 'bench', 'bench', 'bench', 'MARGIN', 'simulated', 0, 0, 0, 0, 0, now(), $4, 100000000, 100000000,
       false, true, now(), 'Bench', false)`,
    [account, owner, loginId, days[0]],
  )
  await pool.query(
    `insert into fund (account_id, dealing, opening_day, opening_value_cents, opening_profit_cents, created_at)
     values ($1, 'before-the-day', $2, 100000000, 0, now())`,
    [account, days[0]],
  )
  await pool.query(
    `insert into account_close (account_id, day, broker_value_cents, real_value_cents, cash_cents, is_rebuilt,
       is_reconciled, created_at)
     select $1, day, 100000000 + n * 10000 + (n * 7919) % 5000, 100000000 + n * 9000, 0, false, true, now()
     from unnest($2::date[]) with ordinality as one (day, n)`,
    [account, days.slice(1)],
  )
  await pool.query(
    `insert into account_close_line (account_id, day, kind, symbol, is_short, quantity, before_cents, value_cents,
       net_cents, price_cents, income_cents, fee_cents)
     select $1, day, case when i = 0 then 'CASH' else 'INSTRUMENT' end,
       case when i = 0 then '' else 'S' || (n / 5 + i - 1) % 1000 end, false, case when i > 0 then 10 end,
       1000000 + n, 1000100 + n, 0, 100 + (n * i) % 77, i % 3, -(i % 2)
     from unnest($2::date[]) with ordinality as one (day, n), generate_series(0, 50) i`,
    [account, days.slice(1)],
  )
  await pool.query(
    `insert into fund_entry (account_id, id, member_id, kind, day, amount_cents, is_active, funding, bank_account_id,
       description, is_back_dated, recorded_at, recorded_by)
     select $1, ('00000000-0000-7000-8010-' || lpad(n::text, 12, '0'))::uuid,
       ('00000000-0000-7000-8003-' || lpad((n % ${members})::text, 12, '0'))::uuid, 'contribution',
       ($2::date[])[2 + (n::bigint * ${valuations - 2} / ${entryCount})::int], 100000 + n, true, null, null, 'bench',
       false, now(), $3
     from generate_series(0, ${entryCount - 1}) n`,
    [account, days, owner],
  )
  await pool.query('analyze')
}

try {
  await seed()
  // The rest of the services is not used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const services = { db, pool, clock: systemClock, replays: createReplayCache() } as unknown as Services
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const session = { userId: owner } as Session
  const params = { accountId: account, from, to, grouping: 'INSTRUMENT' as const }
  const ofFund = () =>
    timed(async () => {
      const found = await findAttribution(services, session, params)
      if (found.closes !== 253 || found.lines.length < 100) throw new Error('The lines are not there.')
      JSON.stringify(routes.fund.findAttribution.reply.encode(found))
    })
  const ofMember = () =>
    timed(async () => {
      const found = await findMyAttribution(services, session, { ...params, memberId: member })
      JSON.stringify(routes.fund.findMyAttribution.reply.encode(found))
    })
  const bare = () =>
    timed(() =>
      pool.query(
        `select kind, symbol, is_short, sum(price_cents), sum(income_cents), sum(fee_cents), sum(before_cents), count(*)
         from account_close_line where account_id = $1 and day between $2 and $3 group by kind, symbol, is_short`,
        [account, from, to],
      ),
    )
  /** The next close of the account as a reading stores it, with its 50 positions. */
  let last = to
  const nextReading = (): Parameters<typeof storeReading>[1] => {
    last = addSessions(last, 1)
    const moved = days.length + Number(last.slice(8))
    const positions = Array.from({ length: 50 }, (_, index) => ({
      symbol: `S${(Math.floor(5000 / 5) + index) % 1000}`,
      quantity: new Decimal(10),
      valueCents: 1_000_100n + BigInt(moved * (index + 1)),
    }))
    const valueCents = toCents(100_000_000n + positions.reduce((sum, one) => sum + one.valueCents, 0n))
    const startedMs = Date.now()
    return {
      account: {
        id: account,
        owner_id: owner,
        broker: 'bench',
        broker_login_id: loginId,
        hash_value: 'bench',
        market_source: 'simulated',
        linked_day: days[0]!,
      },
      startedMs,
      market: { source: 'live', isActive: true, nowMs: toEpochMs(startedMs), day: last, lastClosedDay: last },
      values: {
        number: 'bench',
        type: 'MARGIN',
        valueCents,
        buyingPowerCents: toCents(0n),
        cashCents: toCents(100_000_000n),
        reportedCashCents: null,
        openProfitCents: toCents(0n),
        positions: positions.map(({ symbol, quantity, valueCents: own }) => ({
          symbol,
          assetType: 'EQUITY' as const,
          description: symbol,
          multiplier: 1,
          quantity: quantity.toFixed(),
          averagePrice: '1000',
          marketValueCents: toCents(own),
          openProfitCents: toCents(0n),
        })),
      },
      transactions: [],
      orders: [],
      closes: {
        closes: [
          {
            day: last,
            cashCents: toCents(100_000_000n),
            valueCents,
            realValueCents: valueCents,
            unpriced: [],
            positions: new Map(positions.map(({ symbol, ...one }) => [symbol, one])),
            isRebuilt: false,
            isReconciled: true,
          },
        ],
        unexplainedCents: toCents(0n),
        deliveries: [],
        prices: null,
      },
    }
  }
  /**
   * A close as it is stored, and how long its lines take alone: removed, and stored in a transaction of their own. Both
   * are of the same close, because a close takes longer from time to time than all its lines.
   */
  const storeClose = async () => {
    const reading = nextReading()
    const wholeMs = await timed(async () => {
      if (!(await storeReading(services, reading))) throw new Error('The reading was not stored.')
    })
    await pool.query('delete from account_close_line where account_id = $1 and day = $2', [account, last])
    const held = new Map(reading.closes.closes.map(({ day, positions }) => [day, positions]))
    const linesMs = await timed(() =>
      inTransaction(db, (trx) =>
        storeCloseLines(trx, { accountId: account, held, from: marketDay(last), isFrozen: sql<boolean>`false` }),
      ),
    )
    return { oursMs: wholeMs, bareMs: wholeMs - linesMs, ratio: wholeMs / (wholeMs - linesMs) }
  }
  const table = await compare(tableRounds, ofFund, bare)
  const own = await compare(tableRounds, ofMember, ofFund)
  await storeClose()
  const closes = []
  for (let round = 0; round < rounds; round++) closes.push(await storeClose())
  const stored = {
    oursMs: median(closes.map(({ oursMs }) => oursMs)),
    bareMs: median(closes.map(({ bareMs }) => bareMs)),
    ratio: median(closes.map(({ ratio }) => ratio)),
  }
  const figures = ({ oursMs, bareMs }: typeof table) => `${oursMs.toFixed(0)} ms / ${bareMs.toFixed(0)} ms`
  reportRow({
    what: 'a year of what earned the money, against a bare sum of its rows',
    value: table.ratio,
    bar: { atMost: tableLimit },
    figures: figures(table),
  })
  reportRow({
    what: "a member's part of it, against the fund's",
    value: own.ratio,
    bar: { atMost: memberLimit },
    figures: figures(own),
  })
  reportRow({
    what: 'storing a close with its 51 lines, against without them',
    value: stored.ratio,
    bar: { atMost: closeLimit },
    figures: figures(stored),
  })
} finally {
  await database.close()
}
