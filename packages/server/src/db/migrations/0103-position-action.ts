// Actions on positions: what was asked, what was held and protected before, and the steps, one order each.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table position_action (
      account_id uuid not null references account on delete cascade,
      id uuid not null,
      kind text not null
        check (kind in ('CLOSE', 'REVERSE', 'ADD', 'MOVE_STOP', 'TRAIL_STOP', 'SET_TARGET', 'FLATTEN')),
      symbol text check ((symbol is null) = (kind = 'FLATTEN')),
      request_key text not null,
      body_hash bytea not null,
      title text not null,
      asked jsonb check ((asked is null) = (kind = 'FLATTEN')),
      -- The positions and their exits right before the first step.
      before jsonb not null,
      state text not null check (state in ('RUNNING', 'WAITING', 'STOPPED', 'DONE', 'RESTORED', 'DISMISSED')),
      message text not null,
      is_restoring boolean not null default false,
      turns integer not null default 0 check (turns >= 0),
      next_at timestamptz not null,
      restore_at timestamptz check (restore_at is null or state = 'STOPPED'),
      -- When its last step began or ended.
      touched_at timestamptz not null,
      created_at timestamptz not null,
      ended_at timestamptz check ((ended_at is null) = (state in ('RUNNING', 'WAITING', 'STOPPED'))),
      primary key (account_id, id),
      constraint position_action_account_id_request_key_key unique (account_id, request_key)
    );
    create unique index position_action_one_running on position_action (account_id, coalesce(symbol, ''))
      where state in ('RUNNING', 'WAITING');
    create index position_action_due on position_action (next_at)
      where state in ('RUNNING', 'WAITING') or restore_at is not null;
    create index position_action_newest on position_action (account_id, created_at desc);

    create table position_action_step (
      account_id uuid not null,
      action_id uuid not null,
      place integer not null check (place >= 0),
      -- Steps of one track depend on each other: one that fails stops the rest of its track.
      track text not null,
      step jsonb not null,
      text text not null,
      state text not null check (state in ('PENDING', 'STARTED', 'PLACED', 'DONE', 'FAILED', 'SKIPPED')),
      attempts integer not null default 1 check (attempts > 0),
      order_id text,
      reason text,
      primary key (account_id, action_id, place),
      foreign key (account_id, action_id) references position_action on delete cascade
    );
  `.execute(db)
}
