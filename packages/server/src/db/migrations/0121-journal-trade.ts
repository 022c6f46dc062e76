// The trades of the journal as rows, so that a page of them is one select: derived from transactions, positions and
// stops, replaced symbol by symbol when those change, with how far each was in profit and in loss
// (docs/decisions/0078-trades-as-rows.md). Nothing here is a truth of its own: all of it can be derived again.
import { sql, type Kysely } from 'kysely'

/**
 * What first stops are read from: stops, and entries of which one may be the child. The price of a trailing stop
 * follows the market.
 */
const facts = sql.raw(`account_id, broker_id, root_id, strategy, symbol, leg_count, instruction, order_type, entered_at,
  closed_at, last_fill_at, filled_quantity > 0, status = 'REJECTED',
  case when trail_offset is null then stop_price end, trail_offset, trail_unit`)
const isStopOrEntry = sql.raw(`(order_type like '%STOP%' or strategy = 'TRIGGER')`)

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table journal_account (
      account_id uuid primary key references account on delete cascade,
      -- Of all that its trades were derived from; null before the first time.
      version text,
      -- The market by whose bars its trades were measured.
      measured_source text
    );

    -- What the trades of a symbol were derived from, to find the symbols that changed.
    create table journal_symbol (
      account_id uuid not null references account on delete cascade,
      symbol text collate "C" not null,
      fingerprint text not null,
      primary key (account_id, symbol)
    );

    create table journal_trade (
      account_id uuid not null references account on delete cascade,
      trade_id text collate "C" not null,
      underlying text collate "C" not null,
      code_key text collate "C" not null,
      codes text[] not null,
      -- Of the underlying and of each leg.
      code_keys text[] not null,
      side text not null,
      opened_at timestamptz,
      opened_day date,
      closed_at timestamptz,
      closed_day date,
      quantity float8 not null,
      entry_price float8,
      exit_price float8,
      fee_cents bigint not null,
      net_cents bigint,
      percent float8,
      -- One R.
      risk_cents bigint,
      r_hundredths float8,
      missing_r text,
      holding_time text,
      weekday smallint,
      -- The transactions that opened it or added to it: a note under any of them is its note.
      entry_ids text[] not null,
      setup text not null,
      tags text[] not null,
      has_note boolean not null,
      -- What was held after each fill; null where bars cannot measure it.
      held jsonb,
      -- The days of the instrument's bars when it was measured; null until then.
      measured_first date,
      measured_last date,
      best_cents bigint,
      worst_cents bigint,
      primary key (account_id, trade_id)
    );
    create index journal_trade_by_closing on journal_trade
      (account_id, coalesce(closed_at, 'infinity') desc, trade_id);
    create index journal_trade_unmeasured on journal_trade (account_id) where held is not null
      and (closed_at is null or measured_last is null or measured_last < closed_day or measured_first > opened_day);
    create index journal_trade_measured_by_code on journal_trade (code_key) where measured_last is not null;

    -- Random, as in realised_version.
    create table stop_version (
      account_id uuid primary key references account on delete cascade,
      version uuid not null
    );
    insert into stop_version (account_id, version) select id, gen_random_uuid() from account;

    create function renew_stop_version() returns trigger language plpgsql as $body$
    begin
      insert into stop_version (account_id, version)
      -- Rows also go because their account does.
      select a.id, gen_random_uuid() from account a
      where a.id in (select account_id from changed where ${isStopOrEntry}) order by a.id
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    -- Readings of the brokerage write the same orders again and again.
    create function renew_updated_stop_version() returns trigger language plpgsql as $body$
    begin
      insert into stop_version (account_id, version)
      select a.id, gen_random_uuid() from account a
      where a.id in (
        select account_id from (
          (select ${facts} from was where ${isStopOrEntry} except select ${facts} from changed where ${isStopOrEntry})
          union all
          (select ${facts} from changed where ${isStopOrEntry} except select ${facts} from was where ${isStopOrEntry})
        ) difference
      ) order by a.id
      on conflict (account_id) do update set version = excluded.version;
      return null;
    end $body$;
    create function forget_stop_versions() returns trigger language plpgsql as $body$
    begin
      delete from stop_version;
      return null;
    end $body$;
    create trigger stop_version_on_insert after insert on broker_order referencing new table as changed
      for each statement execute function renew_stop_version();
    create trigger stop_version_on_delete after delete on broker_order referencing old table as changed
      for each statement execute function renew_stop_version();
    create trigger stop_version_on_update after update on broker_order referencing old table as was new table as changed
      for each statement execute function renew_updated_stop_version();
    create trigger stop_version_on_truncate after truncate on broker_order
      for each statement execute function forget_stop_versions();
  `.execute(db)
}
