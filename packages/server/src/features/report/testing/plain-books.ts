// Figures of account and fund reports computed a second time by independent statements: lots by overlapping running
// quantities, unit values as a running product, shares of members by what their payments bought.
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'

export interface PlainLot {
  readonly code: string
  readonly opened: string
  readonly closed: string
  readonly quantity: string
  readonly profit: string
}

/**
 * First in first out as an overlap of intervals: the n-th share that opened a side of a symbol is closed by the n-th
 * share that closed it.
 */
export async function plainLots(db: Db, accountId: string): Promise<PlainLot[]> {
  const { rows } = await sql<PlainLot>`
    with trade as (
      select t.*, row_number() over (order by occurred_at, broker_id) as place, abs(net_amount_cents + fee_cents)::numeric / abs(quantity) as unit_cents,
        coalesce(sum(quantity) over (partition by symbol order by occurred_at, broker_id rows between unbounded preceding and 1 preceding), 0) as held
      from account_transaction t where account_id = ${accountId} and kind = 'TRADE'
    ), leg as (
      select symbol, trade_date as day, place, unit_cents, sign(held) as side, 'close' as part, least(abs(quantity), abs(held)) as shares from trade where held * quantity < 0
      union all
      select symbol, trade_date as day, place, unit_cents, sign(quantity), 'open', abs(quantity) - case when held * quantity < 0 then least(abs(quantity), abs(held)) else 0 end from trade
    ), run as (
      select *, sum(shares) over (partition by symbol, side, part order by place) as upto from leg where shares > 0
    )
    select o.symbol as code, o.day as opened, c.day as closed, trim_scale(least(o.upto, c.upto) - greatest(o.upto - o.shares, c.upto - c.shares))::text as quantity,
      round((least(o.upto, c.upto) - greatest(o.upto - o.shares, c.upto - c.shares)) * (c.unit_cents - o.unit_cents) * o.side / 100, 2)::text as profit
    from run o join run c on c.symbol = o.symbol and c.side = o.side and o.part = 'open' and c.part = 'close'
      and greatest(o.upto - o.shares, c.upto - c.shares) < least(o.upto, c.upto)
    order by closed, code, opened, quantity`.execute(db)
  return rows
}

/**
 * The unit value at each close: 10 at the first, then times value / (value before + what was paid in since). An
 * independent statement; every payment of the account has an entry.
 */
const unitLine = (accountId: string) => sql`
  line as (
    select c.day, c.broker_value_cents::numeric as value_cents,
      10 * exp(sum(ln(coalesce(c.broker_value_cents::numeric / (p.broker_value_cents + coalesce(f.cents, 0)), 1))) over (order by c.day)) as unit_value
    from account_close c
    left join lateral (select * from account_close b where b.account_id = c.account_id and b.day < c.day order by b.day desc limit 1) p on true
    left join lateral (select sum(m.amount_cents) as cents from account_movement m where m.account_id = c.account_id and m.day > p.day and m.day <= c.day) f on true
    where c.account_id = ${accountId}
  )`

export interface PlainUnitValue {
  readonly day: string
  readonly unitValue: number
}

export async function plainUnitValues(db: Db, accountId: string): Promise<PlainUnitValue[]> {
  const { rows } =
    await sql<PlainUnitValue>`with ${unitLine(accountId)} select day, unit_value::float8 as "unitValue" from line order by day`.execute(
      db,
    )
  return rows
}

/** Returns the unit value of each month's last close over that of the close before the month, in percent. */
export async function plainMonths(
  db: Db,
  accountId: string,
): Promise<{ month: string; percent: number; end: number; moved: number }[]> {
  const { rows } = await sql<{ month: string; percent: number; end: number; moved: number }>`
    with ${unitLine(accountId)}, ends as (select distinct on (date_trunc('month', day)) to_char(day, 'YYYY-MM') as month, unit_value, value_cents from line order by date_trunc('month', day), day desc)
    select month, ((unit_value / coalesce(lag(unit_value) over (order by month), 10) - 1) * 100)::float8 as percent, (value_cents / 100)::float8 as end,
      (select coalesce(sum(amount_cents), 0) from account_movement m where m.account_id = ${accountId} and to_char(m.day, 'YYYY-MM') = e.month and m.day > (select min(day) from line))::float8 / 100 as moved
    from ends e order by month`.execute(db)
  return rows
}

export interface PlainShare {
  readonly name: string
  readonly units: number
  readonly value: number
  readonly amount: number
}

/**
 * Returns each member's units at the end of a day: payments divided by the unit value of the last close before them.
 */
export async function plainShares(db: Db, accountId: string, until: string): Promise<PlainShare[]> {
  const { rows } = await sql<PlainShare>`
    with ${unitLine(accountId)}, bought as (
      select e.member_id, (case e.kind when 'contribution' then 1 else -1 end) * e.amount_cents / 100.0 as dollars,
        coalesce((select unit_value from line where day < e.day order by day desc limit 1), 10) as paid_at
      from fund_entry e where e.account_id = ${accountId} and e.day <= ${until}::date
    )
    select m.first_name || ' ' || m.last_name as name, sum(dollars / paid_at)::float8 as units, sum(dollars)::float8 as amount,
      (sum(dollars / paid_at) * (select unit_value from line where day <= ${until}::date order by day desc limit 1))::float8 as value
    from bought join member m on m.id = bought.member_id group by m.id, 1 order by 1`.execute(db)
  return rows
}
