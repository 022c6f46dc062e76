// Details of an order's fills in addition to their price, how far a trailing stop follows, and for which filled
// quantity a replacement was made.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table broker_order
      add column last_fill_at timestamptz,
      add column trail_offset numeric check (trail_offset > 0),
      add column trail_unit text check (trail_unit in ('DOLLARS', 'PERCENT')),
      add constraint broker_order_trail_check check ((trail_offset is null) = (trail_unit is null));
    -- What is over is not read again: its trades say when it was filled, or its end does.
    -- All trades are grouped once: looked up order by order they are read again for each, while nobody reads an order.
    update broker_order o set last_fill_at = coalesce(f.filled_at, case when o.status = 'FILLED' then o.closed_at end)
    from (
      select b.account_id, b.broker_id, t.filled_at
      from broker_order b
      left join (
        select account_id, order_id, max(occurred_at) as filled_at from account_transaction where kind = 'TRADE'
          group by account_id, order_id
      ) t on t.account_id = b.account_id and t.order_id = b.broker_id
      where b.filled_quantity > 0
    ) f
    where f.account_id = o.account_id and f.broker_id = o.broker_id;

    alter table order_request
      -- Of a REPLACE: what was filled of the old order right before it was sent.
      add column filled_before numeric,
      -- Of a REPLACE: when it was known that the old order filled no more than that, or the rest was taken off the new
      -- one.
      add column overlap_settled_at timestamptz;
    update order_request set overlap_settled_at = coalesce(settled_at, created_at) where kind = 'REPLACE';
    create index order_request_by_replaced on order_request (account_id, replaces_id) where replaces_id is not null;
    create index order_request_overlap on order_request (settled_at)
      where kind = 'REPLACE' and state = 'PLACED' and overlap_settled_at is null;
  `.execute(db)
}
