// Finds entries of ours of which a part is filled and has no stop, because the brokerage starts the stop of an entry
// with its last share.
import { sql } from 'kysely'
import type { Services } from '../../services.ts'

/**
 * How long the rest of an entry may take to fill by itself. Most entries that fill in parts are filled within seconds;
 * with the reading that finds the part and the next one this stays below a minute.
 */
const partMs = 30_000

/** Notes the entries whose part has begun to wait; each of them once. */
export async function noteParts({ db, clock }: Services): Promise<void> {
  const now = new Date(clock.nowMs())
  await sql`
    insert into entry_division (account_id, request_id, order_id, symbol, number, state, next_at)
    select r.account_id, r.id, o.broker_id, o.symbol,
      coalesce((select before.number + 1 from entry_division before
        where before.account_id = r.account_id and before.rest_request_id = r.id), 1),
      'WAITING',
      coalesce((select min(s.seen_at) from broker_order_status s where s.account_id = o.account_id
        and s.broker_id = o.broker_id and s.filled_quantity > 0), r.settled_at, ${now})
        + make_interval(secs => ${partMs / 1_000})
    from broker_order o
      join order_request r on r.account_id = o.account_id and r.broker_id = o.broker_id
    where o.status not in ('REJECTED', 'CANCELED', 'REPLACED', 'FILLED', 'EXPIRED')
      and r.state = 'PLACED' and o.leg_count = 1
      and r.plan -> 'draft' ->> 'kind' = 'ENTRY' and r.plan ->> 'exitHolder' is null
      and exists (select from jsonb_array_elements(r.plan -> 'draft' -> 'exits') exit
        where exit -> 'price' ->> 'type' in ('STOP', 'STOP_LIMIT', 'TRAILING_STOP')
          -- An exit for more than its entry is also for what an earlier order had filled.
          and (o.filled_quantity > 0
            or (exit ->> 'quantity')::numeric > (r.plan -> 'draft' -> 'terms' ->> 'quantity')::numeric))
      and (r.filled_before is null or r.overlap_settled_at is not null)
    on conflict do nothing`.execute(db)
}
