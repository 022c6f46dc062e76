// The fate of each Idempotency-Key: whether its request is running, was answered, was left open, or was withdrawn
// before it arrived; and the cancellations that were sent to the brokerage under a key.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotency_key
      add column state text not null default 'DONE' check (state in ('RUNNING', 'DONE', 'OPEN', 'WITHDRAWN')),
      add column reason text,
      add column leased_until timestamptz,
      add check ((state = 'RUNNING') = (leased_until is not null));

    alter table order_request drop constraint order_request_state_check;
    alter table order_request add constraint order_request_state_check
      check (state in ('NEW', 'SENDING', 'UNKNOWN', 'PLACED', 'REFUSED', 'NOT_PLACED', 'WITHDRAWN'));
    create index order_request_by_key on order_request (request_key);

    create table order_cancellation (
      account_id uuid not null references account on delete cascade,
      request_key text not null,
      order_id text not null,
      sent_at timestamptz not null,
      primary key (account_id, request_key, order_id)
    );
  `.execute(db)
}
