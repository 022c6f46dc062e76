// The log of messages to browsers, and what tasks need to be cancelled, explained, and failed when their process dies.
import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table push_message (
      id bigint generated always as identity primary key,
      -- Given after the commit, by the process that numbers the log: readers see 1, 2, 3 ... and never a gap that fills
      -- later.
      position bigint unique,
      -- Null: everybody who may see the topic.
      user_id uuid references app_user on delete cascade,
      topic text not null,
      content jsonb not null,
      -- Many rows of one transaction are one message.
      raised_in xid8 not null default pg_current_xact_id(),
      -- By the database's own clock: the log is about processes, not about the market's time.
      raised_at timestamptz not null default clock_timestamp()
    )`.execute(db)
  await sql`create index push_message_unnumbered on push_message (id) where position is null`.execute(db)
  await sql`create index push_message_by_user on push_message (user_id, position)`.execute(db)
  await sql`
    create table push_head (
      only_row boolean primary key default true check (only_row),
      last bigint not null default 0,
      -- Everything up to here is out of the log.
      forgotten bigint not null default 0,
      -- Everything up to here was handed to the STOMP broker.
      forwarded bigint not null default 0
    )`.execute(db)
  await sql`insert into push_head default values`.execute(db)
  await sql`
    create function ring_push_bell() returns trigger language plpgsql as $body$
    begin
      if exists (select from fresh) then perform pg_notify('clubfolio_push', ''); end if;
      return null;
    end $body$`.execute(db)
  await sql`create trigger push_bell after insert on push_message referencing new table as fresh
    for each statement execute function ring_push_bell()`.execute(db)
  await raiseByTheDatabase(db)
  await sql`
    alter table task
      add column revision integer not null default 1,
      add column error text,
      add column is_cancellable boolean not null default false,
      add column cancel_requested_at timestamptz,
      -- By the database's own clock; a task whose process renews it no more has failed.
      add column lease_until timestamptz not null default clock_timestamp(),
      drop constraint task_status_check,
      add constraint task_status_check check (status in ('RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'))`.execute(db)
  await sql`create index task_running on task (lease_until) where status = 'RUNNING'`.execute(db)
  await sql`create index task_by_owner on task (owner_id, started_at desc)`.execute(db)
  await sql`
    alter table market_import_run
      drop constraint market_import_run_status_check,
      add constraint market_import_run_status_check check (status in ('RUNNING', 'DONE', 'FAILED',
        'CANCELLED'))`.execute(db)
}

/**
 * For these tables a browser only needs to know that rows of its user changed, so triggers raise the message and no
 * writer can forget it.
 */
async function raiseByTheDatabase(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function raise_push(topic_of text, users uuid[]) returns void language sql as $body$
      insert into push_message (user_id, topic, content)
      select one, topic_of, jsonb_build_object('topic', topic_of) from (select distinct unnest(users) as one) told
      where not exists (
        select from push_message m
        where m.position is null and m.raised_in = pg_current_xact_id() and m.user_id = one and m.topic = topic_of
      )
    $body$`.execute(db)
  await sql`
    create function raise_own_rows() returns trigger language plpgsql as $body$
    begin
      perform raise_push(tg_argv[0], array(select user_id from changed));
      return null;
    end $body$`.execute(db)
  await sql`
    create function raise_orders() returns trigger language plpgsql as $body$
    begin
      perform raise_push('order', array(select a.owner_id from changed c join account a on a.id = c.account_id));
      return null;
    end $body$`.execute(db)
  for (const topic of ['notification', 'alert']) {
    for (const event of ['insert', 'update']) {
      await sql`create trigger ${sql.ref(`push_on_${event}`)} after ${sql.raw(event)} on ${sql.table(topic)}
        referencing new table as changed for each statement execute function raise_own_rows(${sql.lit(topic)})`.execute(
        db,
      )
    }
  }
  // Each new status and fill gets a history row, so readings without news raise nothing.
  await sql`create trigger push_on_insert after insert on broker_order_status referencing new table as changed
    for each statement execute function raise_orders()`.execute(db)
}
