// Entries that rest after a partial fill and are divided, so that the part has its stop: how far each of them is.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table entry_division (
      account_id uuid not null references account on delete cascade,
      request_id uuid not null,
      order_id text not null,
      symbol text not null,
      number integer not null check (number > 0),
      state text not null
        check (state in ('WAITING', 'CANCELLING', 'PROTECTING', 'ENTERING', 'DIVIDED', 'ENDED', 'OVER')),
      draft jsonb,
      market_day text,
      refused_at timestamptz,
      cancel_sent_at timestamptz,
      cancelled_at timestamptz,
      rest_request_id uuid,
      reason text,
      claimed_until timestamptz,
      next_at timestamptz not null,
      primary key (account_id, request_id),
      foreign key (account_id, request_id) references order_request on delete cascade,
      check (state in ('WAITING', 'OVER') or (draft is not null and market_day is not null))
    );
    create index entry_division_by_turn on entry_division (next_at)
      where state in ('WAITING', 'CANCELLING', 'PROTECTING', 'ENTERING');
    create index entry_division_ended on entry_division (next_at) where state in ('DIVIDED', 'ENDED', 'OVER');
    create index entry_division_by_order on entry_division (account_id, order_id);
    create index entry_division_by_rest on entry_division (account_id, rest_request_id);
  `.execute(db)
}
