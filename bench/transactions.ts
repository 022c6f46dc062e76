// 100,000 transactions of one account: a page in the middle against the first page, and the whole list as JSON against
// the bare array query of the same rows plus JSON. Promises: the page in the middle, the farthest from both ends, at
// most 8 times the first, the whole list at most 1.6 times the bare read. Prints the ratios.
import {
  findAllTransactions,
  findTransactionPage,
} from '../packages/server/src/features/transaction/find-transactions.ts'
import { openBenchDatabase } from './support/bench-database.ts'
import { compare, timed } from './support/median-ratio.ts'
import { reportRow } from './support/report-row.ts'

const total = 100_000
const rounds = 15
const limits = { page: 8, whole: 1.6 }

const database = await openBenchDatabase()
const { pool } = database
try {
  const [userId, loginId, accountId] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`)
  const account = { id: accountId!, number: '88412207' }
  const client = await pool.connect()
  try {
    // The account's owner and login are not measured, so their rows are omitted.
    await client.query(`set session_replication_role = replica`)
    await client.query(
      `insert into account (id, owner_id, broker_login_id, broker, broker_title, is_paper, number, hash_value, type, market_source, initial_balance_cents, float_value_cents, real_value_cents,
         buying_power_cents, cash_cents, linked_at, linked_day, linked_value_cents, linked_real_value_cents, is_active)
       values ($1, $2, $3, 'bench', 'Bench', false, $4, 'hash', 'MARGIN', 'simulated', 0, 0, 0, 0, 0, now(), current_date, 0, 0, true)`,
      [accountId, userId, loginId, account.number],
    )
    await client.query(
      `insert into account_transaction (account_id, broker_id, occurred_at, day, trade_date, kind, description, symbol, asset_type, quantity, price, net_amount_cents, order_id)
       select $1, (70000000000 + n)::text, timestamptz '2016-01-04 15:00Z' + n * interval '45 minutes', date '2016-01-04' + n / 32, date '2016-01-04' + n / 32, 'TRADE', 'Bought ' || n % 900 || ' OSTV at 388.0' || n % 10,
         'OSTV', 'EQUITY', n % 900 + 1, 388.02, -(n % 900 + 1) * 38802, (80000000000 + n)::text
       from generate_series(1, ${total}) n`,
      [accountId],
    )
  } finally {
    client.release()
  }
  await pool.query('vacuum analyze account_transaction')

  const page = (start: number) => async () => {
    const started = performance.now()
    const { result } = await findTransactionPage(
      database,
      { ownerId: userId!, number: account.number },
      {
        start,
        count: 30,
        orderBy: 'transactionDate',
        direction: 'DESC',
      },
    )
    if (result.length !== 30 || JSON.stringify(result).length < 1_000) throw new Error('The page is not there.')
    return performance.now() - started
  }
  const bare = () =>
    timed(async () => {
      const { rows } = await pool.query({
        text: 'select broker_id, kind, net_amount_cents, description, order_id, occurred_at from account_transaction where account_id = $1 order by occurred_at desc, broker_id desc',
        values: [accountId],
        rowMode: 'array',
      })
      if (
        JSON.stringify(rows, (_key, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)).length <
        1_000_000
      )
        throw new Error('The rows are not there.')
    })
  const whole = () =>
    timed(async () => {
      const rows = await findAllTransactions(pool, account)
      if (rows.length !== total || JSON.stringify(rows).length < 1_000_000) throw new Error('The rows are not there.')
    })
  const middle = await compare(rounds, page(total / 2), page(0))
  const last = await compare(rounds, page(total - 30), page(0))
  const all = await compare(5, whole, bare)
  const report = (what: string, { oursMs, bareMs, ratio }: typeof all, limit: number) =>
    reportRow({
      what: `100,000 transactions: ${what}`,
      value: ratio,
      bar: { atMost: limit },
      figures: `${oursMs.toFixed(1)} ms / ${bareMs.toFixed(1)} ms`,
    })
  report('page 1,667 of 3,334 against the first', middle, limits.page)
  report('the last page against the first', last, limits.page)
  report('all of them against the bare query and JSON', all, limits.whole)
} finally {
  await database.close()
}
