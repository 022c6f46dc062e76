// Exits that the server holds until their entry is filled, because the brokerage cannot attach them to it.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_exit (
      account_id uuid not null references account on delete cascade,
      request_id uuid not null,
      state text not null check (state in ('WAITING', 'PLACED', 'OVER')),
      placed_quantity numeric not null default 0 check (placed_quantity >= 0),
      tries integer not null default 0,
      reason text,
      claimed_until timestamptz,
      next_at timestamptz not null,
      primary key (account_id, request_id),
      foreign key (account_id, request_id) references order_request on delete cascade
    );
    create index held_exit_by_turn on held_exit (next_at) where state = 'WAITING';
    create index held_exit_ended on held_exit (next_at) where state in ('PLACED', 'OVER');
  `.execute(db)
}
