// Compares the stored sums with the books they summarise: cash and positions of every account against its transactions.

import { sql } from 'kysely'
import type { Database } from '../db/connect.ts'

export interface BookDifference {
  readonly accountId: string
  readonly what: 'cash' | 'position' | 'net amount'
  readonly detail: string
}

interface Row {
  account_id: string
  detail: string
}

async function read(
  database: Database,
  what: BookDifference['what'],
  query: ReturnType<typeof sql<Row>>,
): Promise<BookDifference[]> {
  const { rows } = await query.execute(database)
  return rows.map((row) => ({ accountId: row.account_id, what, detail: row.detail }))
}

/** Returns every stored sum that differs from its books; empty when all match. */
export async function checkBooks(database: Database): Promise<BookDifference[]> {
  const cash = sql<Row>`
    select a.account_id, a.cash_cents || ' kept, ' || coalesce(sum(t.net_amount_cents), 0) || ' booked' as detail
    from paper.account a left join paper.transaction t on t.account_id = a.account_id
    group by a.account_id, a.cash_cents having a.cash_cents <> coalesce(sum(t.net_amount_cents), 0)`
  const net = sql<Row>`
    select t.account_id, t.activity_id || ': ' || t.net_amount_cents || ' net, ' || coalesce(sum(i.amount_cents),
      0) || ' in items' as detail
    from paper.transaction t left join paper.transaction_item i on i.account_id = t.account_id
      and i.activity_id = t.activity_id
    group by t.account_id, t.activity_id, t.net_amount_cents
      having t.net_amount_cents <> coalesce(sum(i.amount_cents), 0)`
  const position = sql<Row>`
    with booked as (
      select account_id, symbol, sum(quantity_change) as quantity, sum(cost_change) as cost from paper.transaction_item
      group by account_id, symbol having sum(quantity_change) <> 0 or sum(cost_change) <> 0
    )
    select coalesce(p.account_id, b.account_id) as account_id,
      coalesce(p.symbol, b.symbol) || ': ' || coalesce(p.quantity, 0) || ' at ' || coalesce(p.cost, 0) || ' kept, '
        || coalesce(b.quantity, 0) || ' at ' || coalesce(b.cost, 0) || ' booked' as detail
    from paper.position p full join booked b on b.account_id = p.account_id and b.symbol = p.symbol
    where p.quantity is distinct from b.quantity or p.cost is distinct from b.cost`
  return [
    ...(await read(database, 'cash', cash)),
    ...(await read(database, 'net amount', net)),
    ...(await read(database, 'position', position)),
  ]
}
